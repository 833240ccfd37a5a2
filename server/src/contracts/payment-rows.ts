// Rows of payments by card, for contract-payments. payments-by-hand.ts writes those that the office records by hand.
import type { Cents } from '@bordee/core/money.ts'
import type { IsoDate } from '@bordee/core/time.ts'
import type { Work } from '../engine/ctx.ts'
import { change, insert } from '../engine/db/writing.ts'

interface CardMovement {
  companyId: string
  contractId: string
  amount: Cents
  paidAt: IsoDate
  movement?: 'payment' | 'refund' | 'dispute'
  /** Of the movement, and of the payment that it belongs to. */
  providerId: string
  paymentId: string
  accountId: string | null
}

export const insertCardPayment = ({ tx }: Work, movement: CardMovement) =>
  insert(tx, 'contract_payments', { ...movement, type: 'credit_card', wasOnline: true })

/** False when the provider's id was never recorded. */
export async function reviveCardPayment({ tx }: Work, companyId: string, providerId: string): Promise<boolean> {
  const [revived] = await tx.sql`
    update contract_payments set deleted_at = null where company_id = ${companyId} and provider_id = ${providerId} returning id`
  return revived !== undefined
}

export const removeCardPayment = ({ tx, now }: Work, companyId: string, id: string) =>
  change(tx, 'contract_payments', { id, companyId }, { deletedAt: now })

/** Leaves this much of an overpayment with the company. */
export async function keepOfPayment({ tx }: Pick<Work, 'tx'>, companyId: string, id: string, amount: Cents) {
  await tx.sql`update contract_payments set kept = kept + ${amount} where company_id = ${companyId} and id = ${id}`
}
