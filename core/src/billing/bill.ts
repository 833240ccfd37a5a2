// What an invoice contains: lines, taxes and total, to the cent, rounded like contracts.
import { activationFee } from '../alerts/activation.ts'
import { type Priced, taxedTotal } from '../contracts/contract-money.ts'
import { type TaxRate, taxRates } from '../contracts/taxes.ts'
import { type Cents, formatMoney } from '../money.ts'
import { provinceNames } from '../provinces.ts'
import { count, formatNumber } from '../text.ts'
import { todayIn } from '../time.ts'

/** A number of alerts at one price. */
export interface Group {
  price: Cents
  count: number
}

/** A credit has a negative amount. */
export type BillLine = {
  description: string
  quantity: number
  amount: Cents
}

export interface BillTotal {
  lines: BillLine[]
  subtotal: Cents
  taxes: (TaxRate & { amount: Cents })[]
  total: Cents
}

interface PricedLine extends Priced {
  description: string
}

function totalOf(lines: readonly PricedLine[], rates: readonly TaxRate[]): BillTotal {
  const { subtotal, taxes, totalPrice } = taxedTotal(lines, rates)
  return {
    lines: lines.map(({ description, price, quantity }) => ({ description, quantity, amount: price * quantity })),
    subtotal,
    taxes,
    total: totalPrice,
  }
}

const dearestFirst = (groups: readonly Group[]) => groups.toSorted((a, b) => b.price - a.price)

/** One line per price, then the alerts credited after they were billed. */
export const alertsBill = (charges: readonly Group[], credits: readonly Group[], rates: readonly TaxRate[]): BillTotal =>
  totalOf(
    [
      ...dearestFirst(charges).map(({ price, count: quantity }) => ({
        description: `Alertes à ${formatMoney(price)}`,
        price,
        quantity,
      })),
      ...dearestFirst(credits).map(({ price, count: quantity }) => ({
        description: `Alertes remboursées à ${formatMoney(price)}`,
        price: -price,
        quantity,
      })),
    ],
    rates,
  )

/** Cents: no card can be charged less. */
const smallestCharge = 50

/** A bill that no card can pay, or that would give money back, is not issued: its lines wait for the next one. */
export const isWorthIssuing = ({ total }: BillTotal): boolean => total >= smallestCharge

export const activationBill = (rates: readonly TaxRate[]): BillTotal =>
  totalOf([{ description: 'Activation du module d’alertes', price: activationFee, quantity: 1 }], rates)

export const lotBill = ({ amount, price }: { amount: number; price: Cents }, rates: readonly TaxRate[]): BillTotal =>
  totalOf([{ description: `Banque de ${count(amount, 'alerte')}`, price, quantity: 1 }], rates)

interface Payer {
  state?: string | null | undefined
  timeZone: string
}

/**
 * Today's rates of the company's province. A company that names no Canadian province pays the platform's own taxes,
 * so that nobody avoids taxes by leaving the province out.
 */
export function platformRates({ state, timeZone }: Payer, now: Date): TaxRate[] {
  const province = (state ?? '').toUpperCase()
  const known = Object.hasOwn(provinceNames, province) ? province : 'QC'
  return taxRates({ state: known, country: 'CA' }, todayIn(timeZone, now))
}

/** « TVQ (9,975 %) ». */
export const taxLabel = ({ tax, percent }: Pick<TaxRate, 'tax' | 'percent'>): string => `${tax} (${formatNumber(percent)}\u00a0%)`
