// Crossings of areas, joined into stays: which of them are visits.

export const crossingRules = {
  /** Two positions in one area count as time inside up to this many seconds apart: some trackers report rarely. */
  longestUnseen: 90,
  /** Seconds between two crossings of an area that are joined. */
  joined: 60,
  /** Seconds inside that make a visit. */
  stay: 15,
  /** Or this many crossings, at most this fast on average (km/h) and at least this deep (metres). */
  crossings: 2,
  crossingSpeed: 15,
  crossingDepth: 1,
}
type CrossingRules = typeof crossingRules

/** An uninterrupted time in an area. A position alone is one that took no time. */
export interface Crossing {
  area: number
  startedAt: number
  finishedAt: number
  seconds: number
  metres: number
  depth: number
}

/** Joined crossings of one area, as far as is known. */
export interface Stay {
  area: number
  startedAt: number
  finishedAt: number
  seconds: number
  slowCrossings: number
}

/** Adds to a crossing what follows it without a break. Returns false, and adds nothing, if it doesn't. */
export function extend(crossing: Crossing | undefined, next: Crossing): boolean {
  if (crossing?.area !== next.area || crossing.finishedAt !== next.startedAt) return false
  crossing.finishedAt = next.finishedAt
  crossing.seconds += next.seconds
  crossing.metres += next.metres
  crossing.depth = Math.max(crossing.depth, next.depth)
  return true
}

export const isAlone = ({ seconds }: Crossing) => seconds === 0

/** Joins the crossing to the stay in its area that ended shortly before, or starts a new stay. */
export function join(stays: Stay[], crossing: Crossing, slowCrossings: number, { joined, longestUnseen }: CrossingRules) {
  const { area, startedAt, finishedAt, seconds } = crossing
  const since = (stay: Stay) => (startedAt - stay.finishedAt) / 1000
  const isJoined = (stay: Stay) => (isAlone(crossing) ? since(stay) <= longestUnseen : since(stay) < joined)
  const known = stays.findLast((stay) => stay.area === area && isJoined(stay))
  if (!known) {
    stays.push({ area, startedAt, finishedAt, seconds, slowCrossings })
    return
  }
  known.seconds += isAlone(crossing) ? since(known) : seconds
  known.finishedAt = finishedAt
  known.slowCrossings += slowCrossings
}

export const isSlow = ({ seconds, metres, depth }: Crossing, { crossingSpeed, crossingDepth }: CrossingRules) =>
  seconds > 0 && (metres / seconds) * 3.6 <= crossingSpeed && depth >= crossingDepth

export const isVisit = ({ seconds, slowCrossings }: Stay, { stay, crossings }: CrossingRules) =>
  seconds >= stay - 1e-6 || slowCrossings >= crossings
