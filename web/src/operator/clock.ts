import { wallClock } from '@bordee/core/time.ts'
import { serverAhead } from '../contact.ts'

/** « 5 h 12 », where the phone is; the server's clock corrects the phone's. */
export function hourOf(at: number | string): string {
  const [hours = '', minutes = ''] = wallClock(
    new Date(new Date(at).getTime() + serverAhead()),
    Intl.DateTimeFormat().resolvedOptions().timeZone,
  ).time.split(':')
  return `${Number(hours)}\u00a0h\u00a0${minutes}`
}
