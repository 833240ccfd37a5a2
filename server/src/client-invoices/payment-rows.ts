// Rows of payments by card, for invoice-payments. payments-by-hand.ts writes those that the office records by hand.
import type { Cents } from '@bordee/core/money.ts'
import type { IsoDate } from '@bordee/core/time.ts'
import type { Work } from '../engine/ctx.ts'
import { insertMany } from '../engine/db/bulk.ts'
import { change } from '../engine/db/writing.ts'

/** What the provider moved, and when. */
interface CardMovement {
  companyId: string
  paidAt: IsoDate
  movement: 'payment' | 'refund' | 'dispute'
  /** Of the movement, and of the payment that it belongs to. */
  providerId: string
  paymentId: string
  accountId: string | null
}

/** One row per invoice. */
export const insertCardRows = (
  { tx, now }: Pick<Work, 'tx' | 'now'>,
  movement: CardMovement,
  shares: readonly { id: string; amount: Cents }[],
) =>
  insertMany(
    tx,
    'client_invoice_payments',
    shares.map(({ id: invoiceId, amount }) => ({
      ...movement,
      invoiceId,
      amount,
      type: 'credit_card',
      wasOnline: true,
      createdAt: now,
    })),
  )

/** The invoices of a movement that was marked as gone and is back; none if it was never recorded. */
export async function reviveCardRows({ tx }: Work, companyId: string, providerId: string): Promise<{ id: string; amount: Cents }[]> {
  return tx.sql<{ id: string; amount: Cents }>`
    update client_invoice_payments
    set deleted_at = null
    where company_id = ${companyId} and provider_id = ${providerId}
    returning invoice_id as id, amount`
}

export const removeCardRows = ({ tx, now }: Work, companyId: string, ids: readonly string[]) =>
  change(tx, 'client_invoice_payments', { id: ids, companyId }, { deletedAt: now })
