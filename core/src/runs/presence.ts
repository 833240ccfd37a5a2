// How long an operator was in a run, and when he is taken to have left it without a word: a forgotten phone must not record a home.
import { metresBetween } from '../geo.ts'
import type { Position } from './packing.ts'

const hour = 3_600_000
/** Milliseconds without moving or acting after which an operator has quit. */
export const idleAfter = 2 * hour
/** Milliseconds after its last sign of life when a run is over. */
const overAfter = 12 * hour
/** Milliseconds of a visit for which he is at work, and not asleep: it may be his own driveway. */
export const longestWork = 900_000
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

export interface Coming {
  type: 'start' | 'quit'
  at: number
}

/** While he was in the run without leaving; `until` null: he still is. */
export interface Presence {
  from: number
  until: number | null
}

/** From each start to the quit after it, in whatever order they were told. */
export function presences(comings: readonly Coming[]): Presence[] {
  const found: Presence[] = []
  for (const { type, at } of comings.toSorted((a, b) => a.at - b.at || Number(a.type === 'quit') - Number(b.type === 'quit'))) {
    const last = found.at(-1)
    const isPresent = last?.until === null
    if (type === 'start' && !isPresent) found.push({ from: at, until: null })
    if (type === 'quit' && isPresent) last.until = at
  }
  return found
}

export const isDuring = (spells: readonly Presence[], at: number): boolean =>
  spells.some(({ from, until }) => at >= from && (until === null || at <= until))

/** Seconds that he was in the run; until `until` while he is. */
export const secondsPresent = (comings: readonly Coming[], until: number): number =>
  Math.round(presences(comings).reduce((sum, { from, until: quit }) => sum + Math.max(0, (quit ?? until) - from), 0) / 1000)
