import { believed } from '@bordee/core/positions/sifting.ts'
import { hourIn } from '@bordee/core/time.ts'
import { serverAhead } from '../contact.ts'

/** « 5 h 12 », where the phone is; the server's clock corrects the phone's. */
export function hourOf(at: number | string): string {
  return hourIn(Intl.DateTimeFormat().resolvedOptions().timeZone, new Date(new Date(at).getTime() + serverAhead()))
}

/** The server trusts a phone's clock that is off by less than two minutes, so the phone does too. */
export const aheadOfPhone = () => (Math.abs(serverAhead()) > believed ? serverAhead() : 0)
