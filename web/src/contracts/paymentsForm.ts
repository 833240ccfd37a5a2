import { type Contract, newContractFields } from '@bordee/core/contracts/contract.ts'
import * as z from 'zod'

/** As core has it of a contract that is written; what a card paid is held too, and sent back to nobody. */
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

/** Only rows that were touched travel: what a colleague wrote meanwhile in another is not undone. One that never was and is gone again is nothing. */
export function changedPayments(before: PaymentsValues, after: SentPayments): Payment[] {
  const known = new Map(before.payments.map((one) => [one.id, one]))
  return after.payments.filter((one) => {
    const was = one.id ? known.get(one.id) : undefined
    if (!was) return !one.deletedAt
    return one.deletedAt || one.amount !== was.amount || one.paidAt !== was.paidAt || one.type !== was.type
  })
}
