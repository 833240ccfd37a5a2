// When we warn a company's owner about its bank (docs/product/bank.md).
import { count } from '../text.ts'
import { formatDate, type IsoDate } from '../time.ts'

/** Days before a lot expires when we warn about the alerts left in it. */
export const expiryNotice = 7

/** The bank would not cover one send to everybody. We warn once, and again only after it has covered one. */
export const isLow = (amount: number, everybody: number): boolean => amount < everybody

export const lowBankText = (amount: number, everybody: number): string =>
  `Il reste ${count(amount, 'alerte')} dans la banque, et un envoi à tous vos occupants en demande ${count(everybody, 'alerte')}.`

export const expiryText = ({ remaining, expiresOn }: { remaining: number; expiresOn: IsoDate }): string =>
  `${count(remaining, 'alerte')} de la banque ${remaining > 1 ? 'expirent' : 'expire'} après le ${formatDate(expiresOn)}.`
