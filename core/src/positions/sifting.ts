// Which positions of a batch are accepted. Others are counted, never refused: a phone that buffers must go on.
import { metresBetween } from '../geo.ts'
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

/** How many positions no truck could have reached in time. Jumps are stored like the others, but make no visits. */
export function jumpsAmong(positions: readonly Position[], before: Position | null): number {
  let last = before
  let jumps = 0
  for (const position of positions.toSorted((a, b) => a.at - b.at)) {
    const seconds = last ? (position.at - last.at) / 1000 : 0
    const isJump = last !== null && seconds > 0 && metresBetween(last, position) > Math.max(20, (seconds * topSpeed) / 3.6)
    if (isJump) jumps++
    else last = position
  }
  return jumps
}

/** Milliseconds. A phone's clock that is off by less is trusted. */
export const believed = 120_000

/** The offset added to a phone's times: set from the sending time of its first batch, then kept. */
export const clockOffset = (sentAt: number | null, now: number): number =>
  sentAt === null || Math.abs(now - sentAt) <= believed ? 0 : now - sentAt
