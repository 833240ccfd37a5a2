// How long an operator was in a run, and when we assume he left without signing off: a forgotten phone must not
// record someone's home.
import { metresBetween } from '../geo.ts'
import type { Position } from '../positions/packing.ts'

const hour = 3_600_000
/** Milliseconds without moving or acting after which an operator has quit. */
export const idleAfter = 2 * hour
/** Milliseconds after its last sign of life when a run is over. */
const overAfter = 12 * hour
/** Milliseconds without a position or a mark before the office is told that nobody hears from a truck. */
const silentAfter = 5 * 60_000
/** Milliseconds of a visit that count as work: after that he may be asleep in his own driveway. */
export const longestWork = 900_000
/** Metres. A receiver lying on a table drifts less. */
const moved = 100

/** The last time he had moved that far, or his start. Positions in chronological order. */
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

/** When we assume he quit: at his last movement or mark, if that is long ago. Null while he is active. */
export function quitWithoutAWord(lastMovedAt: number, lastActedAt: number, now: number): number | null {
  const last = Math.max(lastMovedAt, lastActedAt)
  return now - last >= idleAfter ? last : null
}

/** When we assume a run that nobody ended was over. Null while it may go on. */
export const endedWithoutAWord = (lastSignAt: number, now: number): number | null => (now - lastSignAt >= overAfter ? lastSignAt : null)

/** Since when nobody has heard from a run under way; null while its truck or driver reports. */
export function silentSince(startedAt: number, heardAt: number | null, now: number): number | null {
  const last = Math.max(startedAt, heardAt ?? 0)
  return now - last >= silentAfter ? last : null
}

export interface Coming {
  type: 'start' | 'quit'
  at: number
}

/** An uninterrupted time in the run; `until` is null while he is still in it. */
export interface Presence {
  from: number
  until: number | null
}

/** From each start to the following quit, in whatever order they arrived. */
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

/** Seconds he spent in the run, counted to `until` if he is still in it. */
export const secondsPresent = (comings: readonly Coming[], until: number): number =>
  Math.round(presences(comings).reduce((sum, { from, until: quit }) => sum + Math.max(0, (quit ?? until) - from), 0) / 1000)
