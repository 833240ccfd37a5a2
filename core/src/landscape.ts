// The land as the embedded map draws it, and as the demo's streets respect it. Simplified by hand (landscape.json): good
// enough for orientation, not for sailing.
import drawn from './landscape.json' with { type: 'json' }

/** Longitude, latitude. */
type Position = [number, number]

interface Landscape {
  /** The St. Lawrence from Lake Saint-Pierre to the gulf, more precise near Québec City. */
  northShore: Position[]
  southShore: Position[]
  orleans: Position[]
  parks: { name: string; ring: Position[] }[]
  /** Lines of high ground, and how many metres wide their shade is: the cliff of the upper town, and the hills in the north. */
  relief: { line: Position[]; metres: number }[]
}

const { northShore, southShore, orleans, ...land } = drawn as Landscape

/** The river, with its island. */
export const river = [shore([...northShore, ...southShore]), shore(orleans)]
export const parks = land.parks.map(({ name, ring }) => ({ name, ring: shore(ring, 1) }))
export const { relief } = land

/** Smooths the outline: cuts every corner twice (Chaikin). */
function shore(ring: Position[], times = 2): Position[] {
  if (times === 0) return [...ring, ...ring.slice(0, 1)]
  const cut = ring.flatMap((from, i) => {
    const to = ring[(i + 1) % ring.length] as Position
    const between = (part: number): Position => [from[0] + (to[0] - from[0]) * part, from[1] + (to[1] - from[1]) * part]
    return [between(0.25), between(0.75)]
  })
  return shore(cut, times - 1)
}
