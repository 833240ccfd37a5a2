// How a round is doing, for the board: worst first.
import { silentSince } from '../runs/presence.ts'
import { type BoardRound, type RoundState, roundStates } from './board.ts'

/** Milliseconds without moving before the office is told. */
const stoppedAfter = 10 * 60_000
/** Hours since the start after which a driver has been out for long. */
export const longShift = 12

export interface RoundSigns {
  startedAt: number | null
  finishedAt: number | null
  handedOverAt: number | null
  /** The latest position or mark; null if there was none yet. */
  heardAt: number | null
  /** Since when the truck has not moved; null if it moves or nobody knows. */
  stillSince: number | null
  /** Minutes by which a site of it will miss its deadline. */
  delayMinutes: number
}

/** `since` is when it fell silent or stopped. */
export function roundState(signs: RoundSigns, now: number): { state: RoundState; since: number | null } {
  const { startedAt, finishedAt, handedOverAt, heardAt, stillSince, delayMinutes } = signs
  if (startedAt === null) return { state: 'not-started', since: null }
  if (finishedAt !== null) return { state: 'finished', since: null }
  if (handedOverAt !== null) return { state: 'handed-over', since: null }
  const silent = silentSince(startedAt, heardAt, now)
  if (silent !== null) return { state: 'silent', since: silent }
  if (stillSince !== null && now - stillSince >= stoppedAfter) return { state: 'stopped', since: stillSince }
  return { state: delayMinutes > 0 ? 'late' : 'under-way', since: null }
}

/** Worst first; among equals by their expected end, the latest first, then by name. */
export const byUrgency = (a: BoardRound, b: BoardRound): number =>
  roundStates.indexOf(a.state) - roundStates.indexOf(b.state) ||
  (b.expectedEnd ?? '').localeCompare(a.expectedEnd ?? '') ||
  a.routeName.localeCompare(b.routeName, 'fr')
