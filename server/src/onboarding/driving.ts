// Simulates a truck, for the demo and for trial nights: from site to site along the streets, back and forth in each
// driveway, with a slightly inaccurate position every three seconds.
import { metresBetween, type Point, type Polygon } from '@bordee/core/geo.ts'
import type { Position } from '@bordee/core/positions/packing.ts'

type Random = () => number

export interface Driven {
  id: string
  location: Point | null
  areas: { id: string; polygon: Polygon | null }[]
}

const stepMs = 3000
const metre = 1 / 111_195
/** Metres per second, on the street and while clearing. */
const street = 9
const clearing = 1.6
/** Metres that a truck drives on after its last driveway. */
const leaving = 24
/** Seconds in a driveway. */
const usualStay = { least: 30, most: 60 }

export interface Drive {
  /** Milliseconds. */
  startedAt: number
  random: Random
  /** Between two entrances. */
  wayBetween(from: Point, to: Point): readonly Point[]
  stay?: typeof usualStay
}

/** All positions of a run. */
export function drive(sites: readonly Driven[], { startedAt, random, wayBetween, stay = usualStay }: Drive): Position[] {
  const track: Position[] = []
  let at = startedAt
  let exit: Point | undefined
  let away: Point | undefined
  const go = (way: readonly Point[], speed: number) => {
    for (const [i, to] of way.entries()) if (i > 0) at = follow(track, way[i - 1] as Point, to, at, speed, random)
  }
  for (const { location, areas } of sites) {
    const outlines = areas.flatMap(({ polygon }) => (polygon ? [polygon] : []))
    const axes = outlines.length > 0 ? outlines.map(axisOf) : location ? [[location, location] as const] : []
    const entrance = axes[0]?.[0]
    if (!entrance) continue
    if (exit) go([exit, ...wayBetween(exit, entrance), entrance], street)
    let here = entrance
    for (const axis of axes) {
      go([here, axis[0]], clearing)
      at = clear(track, axis, at, stay, random)
      here = axis[0]
    }
    go([here, entrance], clearing)
    exit = entrance
    away = beyond(axes[0] as Axis, leaving)
  }
  // Until a truck has left, nobody can tell whether it cleared its last driveway or only stood in it.
  if (exit && away) go([exit, away], street)
  return track
}

type Axis = readonly [Point, Point]

/** From the middle of its first side to the middle of the opposite one: as far as a plough goes in. */
function axisOf(polygon: Polygon): Axis {
  const middle = (i: number) => half(polygon[i % polygon.length] as Point, polygon[(i + 1) % polygon.length] as Point)
  const [a, b] = [middle(0), middle(Math.floor(polygon.length / 2))]
  return [along(a, b, 0.15), along(a, b, 0.85)]
}

/** That many metres out of a driveway; north of a site without one. */
function beyond([entrance, end]: Axis, metres: number): Point {
  const length = metresBetween(entrance, end)
  return length > 0 ? along(entrance, end, -metres / length) : { lat: entrance.lat + metres * metre, lng: entrance.lng }
}

const half = (a: Point, b: Point) => along(a, b, 0.5)
const along = (a: Point, b: Point, part: number): Point => ({ lat: a.lat + (b.lat - a.lat) * part, lng: a.lng + (b.lng - a.lng) * part })

/** At least a second, even on the spot. Returns the time of arrival. */
function follow(track: Position[], from: Point, to: Point, at: number, speed: number, random: Random): number {
  const ms = Math.max(1000, Math.round((metresBetween(from, to) / speed) * 1000))
  const steps = Math.ceil(ms / stepMs)
  for (let step = 1; step <= steps; step++) {
    const now = at + Math.round((ms * step) / steps)
    track.push(seen(along(from, to, step / steps), now, speed, random))
  }
  return at + ms
}

function clear(track: Position[], [entrance, end]: Axis, at: number, { least, most }: typeof usualStay, random: Random): number {
  const seconds = least + random() * (most - least)
  let now = at
  for (let way: [Point, Point] = [entrance, end]; now - at < seconds * 1000; way = [way[1], way[0]])
    now = follow(track, way[0], way[1], now, clearing, random)
  return now
}

/** About a metre off, like a good receiver. */
const seen = ({ lat, lng }: Point, at: number, speed: number, random: Random): Position => ({
  lat: lat + (random() - 0.5) * 2 * metre,
  lng: lng + (random() - 0.5) * 3 * metre,
  at,
  speed: speed * (0.8 + random() * 0.4),
  accuracy: 3 + Math.round(random() * 4),
})
