// A cheque in a form: what each of its client's contracts gets, nothing included.
import { type Cheque, chequeFields } from '@bordee/core/cheques/cheque.ts'
import type { Owed } from '@bordee/core/cheques/register.ts'
import type { ContractRow } from '@bordee/core/contracts/contract.ts'
import * as z from 'zod'

const { parts: _, ...plain } = chequeFields.shape

export const chequeSchema = z.object({
  ...plain,
  clientId: z.uuid('Le client est requis.'),
  parts: z.array(z.object({ contractId: z.uuid(), amount: z.int().min(0).nullable() })),
})
export type ChequeValues = z.input<typeof chequeSchema>
type Sent = z.output<typeof chequeSchema>

/** What is sent: the contracts that get something. */
export const sentOf = ({ clientId: __, parts, ...cheque }: Sent) => ({
  ...cheque,
  parts: parts.flatMap(({ contractId, amount }) => (amount ? [{ contractId, amount }] : [])),
})

export const valuesOf = (cheque: Cheque | undefined, today: string) => ({
  clientId: cheque?.clientId ?? '',
  number: cheque?.number ?? '',
  bank: cheque?.bank ?? null,
  amount: cheque?.amount ?? null,
  dated: cheque?.dated ?? today,
  note: cheque?.note ?? null,
  parts: cheque?.parts.map(({ contractId, amount }) => ({ contractId, amount })) ?? [],
})

export interface OwedContract extends Owed {
  contractNumber: string
}

/** What can still be paid of each contract: what this cheque pays of it counts as open. */
export function owedOf(contracts: readonly ContractRow[], cheque: Cheque | undefined): OwedContract[] {
  return contracts.flatMap(({ id, contractNumber, status, paymentShedules }) => {
    const own = cheque?.parts.find(({ contractId }) => contractId === id)?.amount ?? 0
    const left = own + paymentShedules.reduce((sum, { amountLeft }) => sum + amountLeft, 0)
    const nextDueDate = paymentShedules.find(({ amountLeft }) => amountLeft > 0)?.dueDate ?? null
    return left > 0 && status !== 'canceled' && status !== 'declined' ? [{ contractId: id, contractNumber, left, nextDueDate }] : []
  })
}
