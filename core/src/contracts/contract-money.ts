// The money of a contract: lines, taxes, instalments, payments. Everything is in whole cents and adds up to the cent;
// each rounding happens once, half up (docs/product/contracts.md).
import type { Cents } from '../money.ts'
import { isSeason, type Pricing } from '../templates/pricing.ts'
import type { IsoDate } from '../time.ts'
import type { ContractEvent, ContractStatus } from './contract-life.ts'
import type { TaxRate } from './taxes.ts'

/** Price in cents; a discount is negative. Quantity with at most two decimals. */
export interface Priced {
  price: Cents
  quantity: number
}

/** `n / by`, rounded half up, in integers only. */
const divideHalfUp = (n: number, by: number) => Math.floor((2 * n + by) / (2 * by))
const hundredths = (n: number) => Math.round(n * 100)
const thousandths = (n: number) => Math.round(n * 1000)
const sum = (amounts: readonly number[]) => amounts.reduce((all, one) => all + one, 0)

export const lineAmount = ({ price, quantity }: Priced): Cents => divideHalfUp(price * hundredths(quantity), 100)

/** At a rate per hour. */
export const hourAmount = (price: Cents, minutes: number): Cents => divideHalfUp(price * minutes, 60)

/** A line of a contract. */
export interface ContractLine extends Priced {
  pricing: Pricing
}

export interface Total {
  subtotal: Cents
  taxes: (TaxRate & { amount: Cents })[]
  totalPrice: Cents
}

/** Of the season's lines: what the others bring is billed after the work. */
export const contractTotal = (lines: readonly ContractLine[], rates: readonly TaxRate[]): Total => taxedTotal(lines.filter(isSeason), rates)

/** The tax is rounded once as a whole; the last tax line takes the remainder, so that the printed lines add up. */
export function taxedTotal(lines: readonly Priced[], rates: readonly TaxRate[]): Total {
  const subtotal = sum(lines.map(lineAmount))
  const taxOf = (percent: number) => divideHalfUp(subtotal * thousandths(percent), 100_000)
  const tax = taxOf(sum(rates.map(({ percent }) => percent)))
  const taxes = rates.map((rate) => ({ ...rate, amount: taxOf(rate.percent) }))
  const last = taxes.at(-1)
  if (last) last.amount += tax - sum(taxes.map(({ amount }) => amount))
  return { subtotal, taxes, totalPrice: subtotal + tax }
}

/** Percent with at most two decimals. */
export interface Share {
  paymentDate: IsoDate
  percent: number
}

/** In the order in which payments fill them: by date, then by position. */
export const inOrder = <S extends Share>(shares: readonly S[]): S[] => shares.toSorted((a, b) => a.paymentDate.localeCompare(b.paymentDate))

/** Differences of rounded cumulative sums: none turns negative, and the last takes the remainder. In order. */
export function instalments<S extends Share>(total: Cents, shares: readonly S[]): (S & { amount: Cents })[] {
  let percent = 0
  let before = 0
  return inOrder(shares).map((share) => {
    percent += hundredths(share.percent)
    const upTo = divideHalfUp(total * percent, 10_000)
    const amount = upTo - before
    before = upTo
    return { ...share, amount }
  })
}

export const addsUpTo100 = (shares: readonly Pick<Share, 'percent'>[]): boolean =>
  sum(shares.map(({ percent }) => hundredths(percent))) === 10_000

/** A refund is negative. */
export interface Paid {
  amount: Cents
  paidAt: IsoDate
}

interface Due {
  /** From server/src/contracts/due-date.sql, which may be later than the date that was signed. */
  dueDate: IsoDate
  amount: Cents
}

/** What is left of each instalment. Payments fill them in order: the surplus of one goes to the next. */
export function amountsLeft(dues: readonly Pick<Due, 'amount'>[], payments: readonly Pick<Paid, 'amount'>[]): Cents[] {
  let left = Math.max(0, sum(payments.map(({ amount }) => amount)))
  return dues.map(({ amount }) => {
    const filled = Math.min(amount, left)
    left -= filled
    return amount - filled
  })
}

/** What someone who pays on this day most likely pays: all that is due, else the next instalment. */
export function amountDue(dues: readonly Due[], payments: readonly Pick<Paid, 'amount'>[], day: IsoDate): Cents {
  const left = amountsLeft(dues, payments)
  const dueNow = sum(left.filter((_, i) => (dues[i]?.dueDate ?? day) <= day))
  return dueNow || (left.find((amount) => amount > 0) ?? 0)
}

/**
 * What was paid beyond the total: only card payments can exceed it. A canceled contract is owed nothing more, and what
 * its client paid by card is to be refunded or kept.
 */
export function overpaidAmount(
  { status, totalPrice }: { status: ContractStatus; totalPrice: Cents },
  payments: readonly { amount: Cents; wasOnline: boolean }[],
): Cents {
  const isCanceled = status === 'canceled'
  const counted = payments.filter(({ wasOnline }) => wasOnline || !isCanceled)
  return Math.max(0, sum(counted.map(({ amount }) => amount)) - (isCanceled ? 0 : totalPrice))
}

/** The event that a signed contract's money alone causes on this day. A post-dated cheque does not count yet. */
export function moneyEvent(
  total: Cents,
  dues: readonly Due[],
  payments: readonly Paid[],
  day: IsoDate,
): Extract<ContractEvent, 'pay' | 'fallDue' | 'owe'> {
  const paid = payments.filter(({ paidAt }) => paidAt <= day)
  if (sum(paid.map(({ amount }) => amount)) >= total) return 'pay'
  const left = amountsLeft(dues, paid)
  return dues.some(({ dueDate }, i) => dueDate < day && (left[i] ?? 0) > 0) ? 'fallDue' : 'owe'
}

/** `augmentation` is in hundredths of a percent. A discount grows by the same rate. */
export const withAugmentation = (price: Cents, augmentation: number): Cents => divideHalfUp(price * (10_000 + augmentation), 10_000)
