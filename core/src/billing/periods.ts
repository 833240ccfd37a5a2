// Billing periods: from the end of the last one until the first of a month, at midnight in the company's time zone.
import { addDays, instantOf, wallClock } from '../time.ts'

export interface Period {
  start: Date
  end: Date
}

const day = 86_400_000

/** The end of the period that begins at `start`. Hours left over by a change of time zone join the next period. */
export function periodEnd(start: Date, zone: string): Date {
  const first = nextMonth(wallClock(start, zone).date)
  const end = instantOf(first, '00:00', zone)
  return end.getTime() - start.getTime() < day ? instantOf(nextMonth(first), '00:00', zone) : end
}

/** The periods that are over, oldest first: one per month, even for months in which nobody looked. */
export function endedPeriods(start: Date, zone: string, now: Date): Period[] {
  const periods: Period[] = []
  for (let from = start; ; ) {
    const end = periodEnd(from, zone)
    if (end > now) return periods
    periods.push({ start: from, end })
    from = end
  }
}

/** The first day of the month after: `2026-01-31` → `2026-02-01`. */
const nextMonth = (date: string) => `${addDays(`${date.slice(0, 7)}-01`, 31).slice(0, 7)}-01`
