// When a resident is told that the truck comes (docs/product/tracking.md). Instants are milliseconds.
import { hourIn } from '../time.ts'

const minute = 60_000
const quarter = 15 * minute

export interface ResidentRange {
  from: number
  to: number
}

/** Closer than this, the car must be moved now. */
export const nearness = 12 * minute

/**
 * Wider than what the office tells a caller: nobody corrects it in conversation, and whoever watches it all night must not learn
 * where the truck is. Half of the time that is left on each side, in whole quarters of an hour, and half an hour at least.
 */
export function residentRange(servedAt: number, now: number): ResidentRange {
  const margin = Math.max(quarter, (servedAt - now) / 2)
  const from = Math.floor(Math.max(servedAt - margin, now) / quarter) * quarter
  const to = Math.ceil((servedAt + margin) / quarter) * quarter
  return { from, to: Math.max(to, from + 2 * quarter) }
}

/** « entre 5 h 45 et 6 h 30 ». */
export const residentRangeWords = ({ from, to }: { from: string; to: string }, zone: string): string =>
  `entre ${hourIn(zone, from)} et ${hourIn(zone, to)}`
