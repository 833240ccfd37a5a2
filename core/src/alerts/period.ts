// A period as a query names it: instants, or days, which are the company's local ones. The last day belongs to it.
import { addDays, type IsoDate, instantOf } from '../time.ts'

const isDay = (moment: string): moment is IsoDate => /^\d{4}-\d{2}-\d{2}$/.test(moment)

/** From the first instant on, until just before the second. */
export function periodOf(from: string, to: string, zone: string): { since: Date; before: Date } {
  return {
    since: isDay(from) ? instantOf(from, '00:00', zone) : new Date(from),
    before: isDay(to) ? instantOf(addDays(to, 1), '00:00', zone) : new Date(new Date(to).getTime() + 1),
  }
}
