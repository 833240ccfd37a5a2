// When the weather is recorded: falls follow thaw and frost, in autumn and spring too.
import type { IsoDate } from '../time.ts'

/** From October to May. */
export const isRecorded = (day: IsoDate): boolean => !['06', '07', '08', '09'].includes(day.slice(5, 7))

/** How far back a source is asked after an outage. */
const catchUpHours = 7 * 24
/** Models and stations correct the figures of the last hours. */
const revisedHours = 6

/** The first hour to ask for: what is missing, and what may have been corrected. In milliseconds. */
export function askFrom(last: number | null, now: number): number {
  const hour = 3_600_000
  const earliest = Math.ceil((now - catchUpHours * hour) / hour) * hour
  return Math.max(earliest, last === null ? earliest : last - revisedHours * hour)
}
