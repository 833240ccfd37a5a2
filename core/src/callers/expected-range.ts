// The time range that the office gives a caller, from the forecast of a run (docs/product/callers.md). Instants are milliseconds.
import { hourIn } from '../time.ts'

const minute = 60_000
const quarter = 15 * minute

export interface ExpectedRange {
  from: number
  to: number
}

/** A quarter of the time that is left on each side, and ten minutes at least, in whole quarters of an hour. */
export function expectedRange(servedAt: number, now: number): ExpectedRange {
  const margin = Math.max(10 * minute, (servedAt - now) / 4)
  return {
    from: Math.floor((servedAt - margin) / quarter) * quarter,
    to: Math.ceil(Math.max(servedAt + margin, now + minute) / quarter) * quarter,
  }
}

/** « entre 5 h 45 et 6 h 30 », or « d’ici 6 h 30 » once it has begun. */
export const rangeWords = ({ from, to }: { from: string; to: string }, zone: string, now: number): string =>
  Date.parse(from) <= now ? `d’ici ${hourIn(zone, to)}` : `entre ${hourIn(zone, from)} et ${hourIn(zone, to)}`
