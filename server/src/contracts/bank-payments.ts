// Payments of contracts that a bank's line makes, for bank-files. In the contract they can't be changed.
import type { Cents } from '@bordee/core/money.ts'
import type { IsoDate } from '@bordee/core/time.ts'
import { type Ctx, companyOf } from '../engine/ctx.ts'
import { takePaymentsBack } from './cheque-payments.ts'
import type { Held } from './contracts.queries.ts'
import { writePayments } from './payments-by-hand.ts'

/** What a locked contract still expects: nothing, unless it is signed. */
export const leftOf = ({ totalPrice, payments }: Held): Cents =>
  Math.max(0, totalPrice - payments.reduce((sum, { amount }) => sum + amount, 0))

interface Received {
  bankLineId: string
  amount: Cents
  paidAt: IsoDate
}

/** The contract is locked. Returns its new state. */
export const writeBankPayment = (ctx: Ctx, held: Held, { bankLineId, amount, paidAt }: Received): Promise<Held> =>
  writePayments(ctx, held, [{ amount, paidAt, type: 'interact' }], held, { bankLineId })

/** Contracts that a line paid, for the caller to lock. */
export async function contractsOfBankLines(ctx: Ctx, lineIds: readonly string[]): Promise<string[]> {
  const rows = await ctx.tx.sql<{ contractId: string }>`
    select distinct contract_id as "contractId"
    from contract_payments
    where company_id = ${companyOf(ctx)} and bank_line_id = any(${lineIds}::uuid[]) and deleted_at is null`
  return rows.map(({ contractId }) => contractId)
}

/** Of an archived one, too. */
export const takeBankPaymentsBack = (ctx: Ctx, lineIds: readonly string[]) =>
  takePaymentsBack(ctx, { column: 'bank_line_id', ids: lineIds }, 'paymentRemoved', 'relevé bancaire')
