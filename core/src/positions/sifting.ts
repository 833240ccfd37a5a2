// Which positions of a batch are accepted. Others are counted, never refused: a phone that buffers must go on.
import { metresBetween, type Point } from '../geo.ts'
import { isDuring, type Presence } from '../runs/presence.ts'
import type { Position } from './packing.ts'

/** Metres. A less accurate receiver can't place a truck in a driveway. */
const worstAccuracy = 50
/** Milliseconds that a clock may run ahead of ours. */
const aheadOfUs = 120_000

interface Sifting {
  /** When the operator was in the run. In milliseconds of the same clock as the positions, like `now`. */
  presences: readonly Presence[]
  now: number
}

/** The accepted positions, in their order. */
export const sifted = (positions: readonly Position[], { presences, now }: Sifting): Position[] =>
  positions.filter(
    ({ lat, lng, at, accuracy }) =>
      at <= now + aheadOfUs &&
      isDuring(presences, at) &&
      Math.abs(lat) <= 90 &&
      Math.abs(lng) <= 180 &&
      !(lat === 0 && lng === 0) &&
      (accuracy === null || (accuracy >= 0 && accuracy <= worstAccuracy)),
  )

/** km/h. */
const topSpeed = 150

type Moment = Point & { at: number }

/** A receiver at rest drifts a little. */
const isReachable = (from: Moment, to: Moment): boolean =>
  metresBetween(from, to) <= Math.max(20, ((to.at - from.at) / 1000) * (topSpeed / 3.6))

/**
 * The positions that no truck could have reached in time from the one before; positions in time order. Jumps are stored
 * like the others, but make no visits.
 */
export function jumpsAmong<P extends Moment>(positions: readonly P[]): Set<P> {
  const jumps = new Set<P>()
  let last: P | undefined
  for (const position of positions) {
    if (last && position.at > last.at && !isReachable(last, position)) jumps.add(position)
    else last = position
  }
  return jumps
}

/** How many positions must agree to show that a truck was really there. */
const agreeing = 3

/** A track without the places where the truck can't have been; positions in time order. */
export function plausible<P extends Moment>(track: readonly P[]): P[] {
  const stretches: P[][] = []
  for (const position of track) {
    const reaching = stretches.findLast((stretch) => isReachable(stretch.at(-1) as P, position))
    if (reaching) reaching.push(position)
    else stretches.push([position])
  }
  const believed = stretches.filter((stretch) => stretch.length >= agreeing)
  return (believed.length > 0 ? believed : stretches).flat()
}

/** Milliseconds. A phone's clock that is off by less is trusted. */
export const believed = 120_000

/** The offset added to a phone's times: set from the sending time of its first batch, then kept. */
export const clockOffset = (sentAt: number | null, now: number): number =>
  sentAt === null || Math.abs(now - sentAt) <= believed ? 0 : now - sentAt
