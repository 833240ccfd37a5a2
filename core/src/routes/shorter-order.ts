// « Optimiser l’ordre » : a shorter way through the same stops, as the crow flies. For a few it is the shortest of all, which cannot be computed for 300;
// there it comes within a few percent of it in a fraction of a second, always the same for the same stops.
import { metresBetween, type Point } from '../geo.ts'
import { fewStops, shortestRound } from './few-stops.ts'
import { Tour } from './tour.ts'

export interface ShorterOrder {
  /** Places in the list that was given: `order[0]` is served first. */
  order: number[]
  /** Metres along that order, and along the one that was given. */
  metres: number
  givenMetres: number
}

export interface Pins {
  /** The first stop stays the first; the last one the last. */
  first?: boolean
  last?: boolean
}

/** How long one looks: comparisons and moves of stops, not seconds, so that every machine finds the same. Less than half a second of one. */
export const usualEffort = 15_000_000

/** Never longer than what was given: where nothing shorter is found, that comes back. */
export function shorterOrder(points: readonly Point[], pins: Pins = {}, effort = usualEffort): ShorterOrder {
  const given = points.map((_, at) => at)
  const givenMetres = metresAlong(points, given)
  const found = points.length < 3 ? given : search(points, pins, effort)
  const metres = metresAlong(points, found)
  return metres < givenMetres - 0.001 ? { order: found, metres, givenMetres } : { order: given, metres: givenMetres, givenMetres }
}

function metresAlong(points: readonly Point[], order: readonly number[]): number {
  const at = (place: number) => points[order[place] as number] as Point
  return order.reduce((sum, _, place) => (place ? sum + metresBetween(at(place - 1), at(place)) : 0), 0)
}

/** More than any detour on earth: an edge that must stay is worth this much. */
const pinned = 1e8

/**
 * An open way is a round trip through one stop more, the gate, which is as near to every stop as to itself; a pinned end is a stop that the
 * gate holds on to.
 */
function search(points: readonly Point[], { first = false, last = false }: Pins, effort: number): number[] {
  const gate = points.length
  const size = gate + 1
  const lengths = new Float64Array(size * size)
  for (let a = 0; a < gate; a++)
    for (let b = a + 1; b < gate; b++) {
      const metres = metresBetween(points[a] as Point, points[b] as Point)
      lengths[a * size + b] = metres
      lengths[b * size + a] = metres
    }
  const hold = (stop: number) => {
    lengths[gate * size + stop] = -pinned
    lengths[stop * size + gate] = -pinned
  }
  if (first) hold(0)
  if (last) hold(gate - 1)

  const round =
    gate <= fewStops ? shortestRound(lengths, size) : shorterRound(lengths, nearestNeighbours(size, lengths, first, last), effort)
  const backwards =
    (first && round[0] !== 0) || (last && round.at(-1) !== gate - 1) || (!first && !last && (round[0] ?? 0) > (round.at(-1) ?? 0))
  return backwards ? round.toReversed() : round
}

function shorterRound(lengths: Float64Array, begun: number[], effort: number): number[] {
  const tour = new Tour(lengths, begun)
  tour.improve(effort)
  return tour.stops
}

/** Always on to the nearest stop not yet served. */
function nearestNeighbours(size: number, lengths: Float64Array, first: boolean, last: boolean): number[] {
  const gate = size - 1
  const left = new Set(Array.from({ length: gate }, (_, at) => at))
  const end = last ? gate - 1 : undefined
  if (end !== undefined) left.delete(end)
  let here = first || end === undefined ? 0 : nearest(left, end, size, lengths)
  const order = [gate]
  while (left.size) {
    left.delete(here)
    order.push(here)
    here = nearest(left, here, size, lengths)
  }
  return end === undefined ? order : [...order, end]
}

function nearest(among: Set<number>, to: number, size: number, lengths: Float64Array): number {
  let best = -1
  let metres = Number.POSITIVE_INFINITY
  for (const stop of among) {
    const length = lengths[to * size + stop] as number
    if (length < metres) {
      best = stop
      metres = length
    }
  }
  return best
}
