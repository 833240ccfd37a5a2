// A period as a query gives it: instants, or days in the company's time zone. The last day is included.
import { addDays, type IsoDate, instantOf } from '../time.ts'

const isDay = (moment: string): moment is IsoDate => /^\d{4}-\d{2}-\d{2}$/.test(moment)

/** From `since`, included, to `before`, excluded. */
export function periodOf(from: string, to: string, zone: string): { since: Date; before: Date } {
  return {
    since: isDay(from) ? instantOf(from, '00:00', zone) : new Date(from),
    before: isDay(to) ? instantOf(addDays(to, 1), '00:00', zone) : new Date(new Date(to).getTime() + 1),
  }
}
