// Everything a replay shows of a run, computed once up front so that playing computes nothing.
import type { Position } from '@bordee/core/positions/packing.ts'
import { distances, gapsIn, type Piece, piecesOf, placeAt, placeBefore, type Span, stopsIn } from '@bordee/core/runs/replay.ts'
import type { RunDetails, RunLocation } from '@bordee/core/runs/run.ts'

export interface ReplayTrack {
  id: string
  /** The operator's name, numbered if the operator has several tracks. */
  name: string
  color: string
  positions: Position[]
  /** Cumulative metres at each position. */
  driven: number[]
  pieces: Piece[]
  gaps: Span[]
  stops: Span[]
}

export interface Replay extends Span {
  tracks: ReplayTrack[]
  /** When an area's state changes, in order: a visit begins or someone marks it. */
  moments: number[]
}

/** One per truck, seen on the light map and on the dark one. */
const colors = ['#28796D', '#9250B8', '#2F6FBA', '#A05F13', '#BD3E72', '#5D6F82']
/** Positions per drawn piece: about a stretch of street. */
const perPiece = 10

/** What of a run is replayed. */
export type Replayed = Pick<
  RunDetails,
  'startedAt' | 'finishedAt' | 'userDurations' | 'actions' | 'locations' | 'areaActions' | 'areaVisits'
>

export function replayOf(run: Replayed): Replay {
  const tracks = [...Map.groupBy(run.locations, trackOf)].map(([id, locations], i, all) => {
    const positions = locations.map(asPosition).toSorted((a, b) => a.at - b.at)
    const userId = locations[0]?.userId ?? null
    const own = all.filter(([, [first]]) => first?.userId === userId)
    const number = own.findIndex(([other]) => other === id) + 1
    return {
      id,
      name: nameOf(run, userId) + (own.length > 1 ? ` (${number})` : ''),
      color: colors[i % colors.length] as string,
      positions,
      driven: distances(positions),
      pieces: piecesOf(positions, perPiece),
      gaps: gapsIn(positions),
      stops: stopsIn(positions),
    }
  })
  const changes = [...run.areaVisits.map(({ startedAt }) => startedAt), ...run.areaActions.map(({ at }) => at)].map((at) => Date.parse(at))
  const seen = tracks.flatMap(({ positions }) => [positions[0], positions.at(-1)]).flatMap((position) => (position ? [position.at] : []))
  const others = [...run.actions.map(({ at }) => at), ...run.areaVisits.map(({ finishedAt }) => finishedAt)].map((at) => Date.parse(at))
  const all = [Date.parse(run.startedAt), ...(run.finishedAt ? [Date.parse(run.finishedAt)] : []), ...changes, ...seen, ...others]
  return { from: Math.min(...all), to: Math.max(...all), tracks, moments: changes.toSorted((a, b) => a - b) }
}

const trackOf = ({ userId, track }: RunLocation) => `${userId} ${track}`

const asPosition = ({ lat, lng, timestamp, accuracy, speed }: RunLocation): Position => ({
  lat,
  lng,
  at: Date.parse(timestamp),
  accuracy,
  speed,
})

/** A copied run has no accounts, so its operators are numbered. */
function nameOf(run: Replayed, userId: string | null): string {
  const known =
    run.actions.find((action) => userId !== null && action.userId === userId)?.userName ??
    run.userDurations.find((duration) => userId !== null && duration.userId === userId)?.name
  return known ?? `Opérateur ${userId ?? ''}`.trim()
}

/** How many moments have passed: area colours change only with this count. */
export function momentsUpTo(moments: readonly number[], at: number): number {
  let [low, high] = [0, moments.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((moments[middle] as number) <= at) low = middle + 1
    else high = middle
  }
  return low
}

/** The drawing's own units, which stretch to the width of the screen. */
export const lineWidth = 1000

/** A bar on the time line, at least `thinnest` wide. A mark that ends the run stays inside the drawing. */
export function barOn(line: Span, { from, to }: Span, thinnest: number): { x: number; width: number } {
  const scale = lineWidth / Math.max(1, line.to - line.from)
  const width = Math.max(thinnest, (to - from) * scale)
  return { x: Math.min((from - line.from) * scale, lineWidth - width), width }
}

export type Sight = 'not yet' | 'seen' | 'unseen' | 'gone'

/** A truck's reading at a moment: speed in km/h if it was in sight, and metres driven so far. */
export function readingAt({ positions, driven }: ReplayTrack, at: number): { sight: Sight; speed: number | null; metres: number } {
  const place = placeAt(positions, at)
  const i = placeBefore(positions, at)
  const sight = place ? (place.isUnseen ? 'unseen' : 'seen') : i < 0 ? 'not yet' : 'gone'
  return { sight, speed: place?.speed ?? null, metres: driven[i] ?? 0 }
}
