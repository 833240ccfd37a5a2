// How long an operator was in a run, and when he is taken to have left it without a word: a forgotten phone must not record a home.
import { metresBetween } from '../geo.ts'
import type { Position } from './packing.ts'

const hour = 3_600_000
/** Milliseconds without moving or acting after which an operator has quit. */
const idleAfter = 2 * hour
/** Milliseconds after its last sign of life when a run is over. */
const overAfter = 12 * hour
/** Metres. A receiver that lies on a table wanders less. */
const moved = 100

/** The last moment when he was so far from where he was before, or his start. Positions in order of time. */
export function lastMovement(positions: readonly Position[], startedAt: number): number {
  let [anchor] = positions
  let last = startedAt
  for (const position of positions) {
    if (!anchor || metresBetween(anchor, position) < moved) continue
    anchor = position
    last = Math.max(last, position.at)
  }
  return last
}

/** When he is taken to have quit: at his last movement or mark, if that is long ago. Null while he is at it. */
export function quitWithoutAWord(lastMovedAt: number, lastActedAt: number, now: number): number | null {
  const last = Math.max(lastMovedAt, lastActedAt)
  return now - last >= idleAfter ? last : null
}

/** When a run that nobody ended is taken to have ended. Null while it may go on. */
export const endedWithoutAWord = (lastSignAt: number, now: number): number | null => (now - lastSignAt >= overAfter ? lastSignAt : null)

interface Coming {
  type: 'start' | 'quit'
  at: number
}

/** Seconds that he was in the run: between each start and the quit after it; until `until` while he is. In whatever order they were told. */
export function secondsPresent(comings: readonly Coming[], until: number): number {
  let since: number | null = null
  let present = 0
  for (const { type, at } of comings.toSorted((a, b) => a.at - b.at)) {
    if (type === 'start') since ??= at
    else if (since !== null) {
      present += at - since
      since = null
    }
  }
  if (since !== null) present += Math.max(0, until - since)
  return Math.round(present / 1000)
}
