// Payments of invoices that a bank's line makes, for bank-files. In the invoice they can't be removed.
import { type Cents, formatMoney } from '@bordee/core/money.ts'
import type { IsoDate } from '@bordee/core/time.ts'
import { type Ctx, companyOf } from '../engine/ctx.ts'
import { insert } from '../engine/db/writing.ts'
import { type Held, lockInvoices } from './client-invoices.queries.ts'
import { refuseIfGivenBack, refuseWhileRefunding } from './given-back.ts'
import { addHistory, followMoney } from './invoice-moves.ts'

interface Received {
  bankLineId: string
  amount: Cents
  paidAt: IsoDate
}

/** The invoice is locked, and owes as much. Returns its new state. */
export async function writeBankPayment(ctx: Ctx, held: Held, { bankLineId, amount, paidAt }: Received): Promise<Held> {
  const { id: invoiceId, companyId } = held
  await insert(ctx.tx, 'client_invoice_payments', {
    companyId,
    invoiceId,
    amount,
    paidAt,
    type: 'interact',
    bankLineId,
    recordedBy: ctx.actor.email,
    createdAt: ctx.now,
  })
  const [after = held] = await followMoney(ctx, companyId, [invoiceId])
  await addHistory(ctx, 'payment', [{ ...after, detail: detailOf(amount) }])
  return after
}

/** What these lines paid is owed again. */
export async function takeBankPaymentsBack(ctx: Ctx, lineIds: readonly string[]) {
  const companyId = companyOf(ctx)
  const rows = await ctx.tx.sql<{ invoiceId: string }>`
    select invoice_id as "invoiceId"
    from client_invoice_payments
    where company_id = ${companyId} and bank_line_id = any(${lineIds}::uuid[]) and deleted_at is null`
  const ids = [...new Set(rows.map(({ invoiceId }) => invoiceId))]
  if (ids.length === 0) return
  await lockInvoices(ctx, ids)
  await refuseWhileRefunding(ctx, companyId, ids)
  const removed = await ctx.tx.sql<{ invoiceId: string; amount: Cents }>`
    update client_invoice_payments set deleted_at = ${ctx.now}
    where company_id = ${companyId} and bank_line_id = any(${lineIds}::uuid[]) and deleted_at is null
    returning invoice_id as "invoiceId", amount`
  const moved = await followMoney(ctx, companyId, ids)
  refuseIfGivenBack(moved)
  const after = new Map(moved.map((held) => [held.id, held]))
  const entries = removed.flatMap(({ invoiceId, amount }) => {
    const held = after.get(invoiceId)
    return held ? [{ ...held, detail: detailOf(amount) }] : []
  })
  await addHistory(ctx, 'paymentRemoved', entries)
}

const detailOf = (amount: Cents) => `${formatMoney(amount)}, relevé bancaire`
