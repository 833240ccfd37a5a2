// Times of day as people write them.
import type { HourMinute } from './time.ts'

/** « 6 », « 6h », « 6 h 30 », « 6:30 », « 06:30 », « 0630 »; undefined if it is no time of day. */
export function timeIn(text: string): HourMinute | undefined {
  const [, hour = '', minute = '00'] = /^(\d{1,2}?)\s*[h:]?\s*(\d\d)?$/i.exec(text.trim().replace(/[h:]\s*$/i, '')) ?? []
  return hour && Number(hour) < 24 && Number(minute) < 60 ? `${hour.padStart(2, '0')}:${minute}` : undefined
}
