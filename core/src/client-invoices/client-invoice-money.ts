// The money of an invoice: taxes, credits and what is left. Whole cents that add up to the cent (docs/product/client-invoices.md).
import { type Total, taxedTotal } from '../contracts/contract-money.ts'
import type { TaxRate } from '../contracts/taxes.ts'
import type { Cents } from '../money.ts'
import type { ClientInvoiceEvent } from './client-invoice-life.ts'

const sum = (amounts: readonly number[]) => amounts.reduce((all, one) => all + one, 0)

/** Taxed as a contract is: rounded as a whole, the last tax takes the remainder. */
export const invoiceTotal = (amounts: readonly Cents[], rates: readonly TaxRate[]): Total =>
  taxedTotal([{ price: sum(amounts), quantity: 1 }], rates)

interface CreditedLine {
  id: string
  amount: Cents
  /** It is on a credit note already. */
  isCredited: boolean
}

/**
 * What crediting some lines gives back: what the invoice is without them, less than what it is with them. Whatever is credited in
 * whatever order, the credits of all lines are the invoice, to the cent.
 */
export function creditOf(lines: readonly CreditedLine[], lineIds: readonly string[], rates: readonly TaxRate[]): Total {
  const open = lines.filter(({ isCredited }) => !isCredited)
  const amounts = (those: readonly CreditedLine[]) => those.map(({ amount }) => amount)
  const before = invoiceTotal(amounts(open), rates)
  const after = invoiceTotal(amounts(open.filter(({ id }) => !lineIds.includes(id))), rates)
  return {
    subtotal: before.subtotal - after.subtotal,
    taxes: before.taxes.map((tax, i) => ({ ...tax, amount: tax.amount - (after.taxes[i]?.amount ?? 0) })),
    totalPrice: before.totalPrice - after.totalPrice,
  }
}

export interface InvoiceSums {
  totalPrice: Cents
  creditedAmount: Cents
  paidAmount: Cents
}

/** Negative: the company owes it to the client. */
export const balanceOf = ({ totalPrice, creditedAmount, paidAmount }: InvoiceSums): Cents => totalPrice - creditedAmount - paidAmount

/** What an issued invoice's money alone makes of it. */
export function invoiceEvent(sums: InvoiceSums & { isWhollyCredited: boolean }): Exclude<ClientInvoiceEvent, 'issue'> {
  if (sums.isWhollyCredited) return 'credit'
  if (balanceOf(sums) <= 0) return 'settle'
  return sums.paidAmount > 0 ? 'payPart' : 'owe'
}
