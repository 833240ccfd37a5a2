// Which positions of a batch are taken. What is left aside is counted, and never refused: a phone that buffers must be able to go on.
import { metresBetween } from '../geo.ts'
import type { Position } from './packing.ts'
import { isDuring, type Presence } from './presence.ts'

/** Metres. A receiver that is less sure says nothing of a driveway. */
const worstAccuracy = 50
/** Milliseconds that a clock may run ahead of ours. */
const aheadOfUs = 120_000

interface Sifting {
  /** When the operator was in the run. By the clock of the positions, as `now`; in milliseconds. */
  presences: readonly Presence[]
  now: number
}

/** Those that are taken, in their order. */
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

/** How many of them no truck could have driven to, from the one before. They rest like the others, and no visit comes of them. */
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

/** Milliseconds. A phone's clock that is less off than this is believed. */
export const believed = 120_000

/** What is added to a phone's times: decided at its first batch, by when it says that it sent it, and kept. */
export const clockOffset = (sentAt: number | null, now: number): number =>
  sentAt === null || Math.abs(now - sentAt) <= believed ? 0 : now - sentAt
