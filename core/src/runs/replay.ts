// Where a truck was at a moment of a replay: on the line between two positions, and nowhere during a gap.
import { metresBetween, type Point } from '../geo.ts'
import type { Position } from '../positions/packing.ts'
import { visitRules } from '../positions/visits.ts'

/** Steps between two positions: more would not be visible. */
const stepsBetween = 10

export interface Place extends Point {
  /** km/h, from the receiver or the distance to the next position; null in a gap. */
  speed: number | null
  /** In a gap between two positions: the truck is drawn where it was last seen, and no line joins the two. */
  isUnseen: boolean
}

/** Whether a line joins two positions. */
const isJoined = (a: Position, b: Position): boolean =>
  b.at - a.at <= visitRules.longestGap * 1000 && metresBetween(a, b) <= visitRules.longestStep

/** Index of the last position at or before `at`; -1 before the first. Positions in chronological order. */
export function placeBefore(track: readonly Position[], at: number): number {
  let [low, high] = [0, track.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((track[middle] as Position).at <= at) low = middle + 1
    else high = middle
  }
  return low - 1
}

/** Undefined before the first position and after the last. */
export function placeAt(track: readonly Position[], at: number): Place | undefined {
  const i = placeBefore(track, at)
  const [before, after] = [track[i], track[i + 1]]
  if (!before || (!after && at > before.at)) return undefined
  if (!after || before.at === at) return { lat: before.lat, lng: before.lng, speed: speedBetween(before, after), isUnseen: false }
  if (!isJoined(before, after)) return { lat: before.lat, lng: before.lng, speed: null, isUnseen: true }
  const step = Math.floor(((at - before.at) / (after.at - before.at)) * stepsBetween) / stepsBetween
  return {
    lat: before.lat + (after.lat - before.lat) * step,
    lng: before.lng + (after.lng - before.lng) * step,
    speed: speedBetween(before, after),
    isUnseen: false,
  }
}

function speedBetween(before: Position, after: Position | undefined): number | null {
  if (before.speed !== null) return before.speed * 3.6
  if (!after || after.at === before.at || !isJoined(before, after)) return null
  return (metresBetween(before, after) / ((after.at - before.at) / 1000)) * 3.6
}

/** Metres driven up to each position; gaps count for nothing. */
export function distances(track: readonly Position[]): number[] {
  let driven = 0
  return track.map((position, i) => {
    const before = track[i - 1]
    if (before && isJoined(before, position)) driven += metresBetween(before, position)
    return driven
  })
}

/** From one moment to another, in milliseconds. */
export interface Span {
  from: number
  to: number
}

/** When the truck was not seen. */
export function gapsIn(track: readonly Position[]): Span[] {
  return track.flatMap((position, i) => {
    const before = track[i - 1]
    return before && !isJoined(before, position) ? [{ from: before.at, to: position.at }] : []
  })
}

/** A stop: how many metres a receiver may drift, and how many milliseconds it must last. */
const wandering = 15
const standing = 60_000

/** When the truck stood still. */
export function stopsIn(track: readonly Position[]): Span[] {
  const stops: Span[] = []
  for (let i = 0; i < track.length; ) {
    const anchor = track[i] as Position
    let last = i
    for (let next = track[last + 1]; next && isJoined(track[last] as Position, next); next = track[last + 1]) {
      if (metresBetween(anchor, next) > wandering) break
      last++
    }
    const until = (track[last] as Position).at
    if (until - anchor.at >= standing) stops.push({ from: anchor.at, to: until })
    i = until - anchor.at >= standing ? last + 1 : i + 1
  }
  return stops
}

/** Indices into the track of a piece's first and last position. */
export interface Piece {
  first: number
  last: number
}

/** The path in pieces of at most `most` positions: each begins where the previous ends, and none crosses a gap. */
export function piecesOf(track: readonly Position[], most: number): Piece[] {
  const pieces: Piece[] = []
  let first = 0
  for (let i = 1; i <= track.length; i++) {
    const isOver = i === track.length || !isJoined(track[i - 1] as Position, track[i] as Position)
    if (!isOver && i - first < most) continue
    const last = isOver ? i - 1 : i
    if (last > first) pieces.push({ first, last })
    first = i
  }
  return pieces
}
