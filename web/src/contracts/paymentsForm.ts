import { type Contract, newContractFields } from '@bordee/core/contracts/contract.ts'
import * as z from 'zod'

/** Core's payment, as written with a contract. The form also holds card payments, but never sends them. */
const payment = newContractFields.out.shape.payments.unwrap().element
export const paymentsSchema = z.object({ payments: z.array(payment) })
export type PaymentsValues = z.input<typeof paymentsSchema>
export type SentPayments = z.output<typeof paymentsSchema>
type Payment = SentPayments['payments'][number]

export const valuesOf = ({ payments }: Contract): PaymentsValues => ({
  payments: payments
    .filter(({ deletedAt }) => deletedAt === null)
    .map(({ id, amount, paidAt, type, wasOnline, movement }) => ({ id, amount, paidAt, type, wasOnline, movement, deletedAt: null })),
})

/**
 * Sends only the rows that changed, so a colleague's concurrent edit to another row survives. A row added and removed
 * before saving is not sent.
 */
export function changedPayments(before: PaymentsValues, after: SentPayments): Payment[] {
  const known = new Map(before.payments.map((one) => [one.id, one]))
  return after.payments.filter((one) => {
    const was = known.get(one.id)
    if (!was) return !one.deletedAt
    return one.deletedAt || one.amount !== was.amount || one.paidAt !== was.paidAt || one.type !== was.type
  })
}
