// Payments of contracts that a cheque of the register makes, for cheques. In the contract they can't be changed.
import type { ChequePart } from '@bordee/core/cheques/cheque.ts'
import type { ContractRemark } from '@bordee/core/contracts/contract-life.ts'
import { formatMoney } from '@bordee/core/money.ts'
import { invalid, notFound } from '@bordee/core/problem.ts'
import type { IsoDate } from '@bordee/core/time.ts'
import { type Ctx, companyOf } from '../engine/ctx.ts'
import { sql } from '../engine/db/sql.ts'
import { addHistory, followMoney } from './contract-moves.ts'
import { reread, trimKept } from './contract-totals.ts'
import { type Held, lockContracts } from './contracts.queries.ts'
import { writePayments } from './payments-by-hand.ts'

interface Paying {
  id: string
  dated: IsoDate
}

/** Makes the cheque's payments those of `parts`: of one client, and no more than each contract still owes. */
export async function writeChequePayments(ctx: Ctx, { id: chequeId, dated }: Paying, parts: readonly ChequePart[]) {
  const companyId = companyOf(ctx)
  const known = await ctx.tx.sql<{ id: string; contractId: string }>`
    select id, contract_id as "contractId"
    from contract_payments
    where company_id = ${companyId} and cheque_id = ${chequeId} and deleted_at is null`
  const contracts = await lockContracts(
    ctx,
    [...known, ...parts].map(({ contractId }) => contractId),
  )
  const idOf = (contractId: string) => known.find((one) => one.contractId === contractId)?.id
  const paid = parts.flatMap(({ contractId }) => contracts.find(({ id }) => id === contractId) ?? [])
  if (new Set(paid.map(({ id, clientId }) => clientId ?? id)).size > 1)
    throw invalid({ cheque: { parts: 'Un chèque paie les contrats d’un seul client.' } })
  for (const part of parts) refuseTooMuch(contracts, part, idOf(part.contractId))
  for (const held of contracts) {
    const id = idOf(held.id)
    const part = parts.find(({ contractId }) => contractId === held.id)
    const sent = part
      ? { id, amount: part.amount, paidAt: dated, type: 'check' as const }
      : { id, deletedAt: ctx.now.toISOString(), type: 'check' as const }
    await writePayments(ctx, held, [sent], held, { chequeId })
  }
  // What a correction removed is no part of the cheque any more.
  await ctx.tx.sql`
    update contract_payments set cheque_id = null
    where company_id = ${companyId} and cheque_id = ${chequeId} and deleted_at is not null`
}

function refuseTooMuch(contracts: readonly Held[], { contractId, amount }: ChequePart, own: string | undefined) {
  const held = contracts.find(({ id }) => id === contractId)
  if (!held) throw notFound('Contrat')
  const paid = held.payments.reduce((sum, payment) => (payment.id === own ? sum : sum + payment.amount), 0)
  const left = Math.max(0, held.totalPrice - paid)
  // What was recorded before a card overpaid the contract stays.
  if (amount <= (held.payments.find(({ id }) => id === own)?.amount ?? 0)) return
  if (amount > left) throw invalid({ cheque: { parts: `Il reste ${formatMoney(left)} à payer au contrat ${held.contractNumber}.` } })
}

/** A payment by cheque that someone typed in its contract becomes part of a cheque. False if it isn't there any more. */
export async function nameChequeOfPayment({ tx }: Ctx, companyId: string, paymentId: string, chequeId: string): Promise<boolean> {
  const [named] = await tx.sql`
    update contract_payments set cheque_id = ${chequeId}
    where company_id = ${companyId} and id = ${paymentId}
      and type = 'check' and not was_online and cheque_id is null and deleted_at is null
    returning id`
  return named !== undefined
}

/** A cheque that bounced or was returned pays nothing: its contracts owe again. Returns them. Of an archived one, too. */
export const takeChequePaymentsBack = (ctx: Ctx, chequeId: string, event: 'chequeBounced' | 'chequeReturned', name: string) =>
  takePaymentsBack(ctx, { column: 'cheque_id', ids: [chequeId] }, event, name)

interface Sources {
  column: 'cheque_id' | 'bank_line_id'
  ids: readonly string[]
}

/** Marks the payments that these made as removed, with an event of each contract's history; statuses follow. */
export async function takePaymentsBack(ctx: Ctx, { column, ids }: Sources, event: ContractRemark, name: string): Promise<Held[]> {
  const companyId = companyOf(ctx)
  const made = sql`company_id = ${companyId} and ${sql.ref(column)} = any(${ids}::uuid[]) and deleted_at is null`
  const rows = await ctx.tx.sql<{ contractId: string }>`select contract_id as "contractId" from contract_payments where ${made}`
  const contracts = await lockContracts(
    ctx,
    rows.map(({ contractId }) => contractId),
  )
  const removed = await ctx.tx.sql<{ contractId: string; amount: number }>`
    update contract_payments set deleted_at = ${ctx.now}
    where ${made}
    returning contract_id as "contractId", amount`
  const after: Held[] = []
  for (const { id } of contracts) {
    await trimKept(ctx, companyId, id)
    const held = await reread(ctx, id)
    for (const { amount } of removed.filter(({ contractId }) => contractId === id))
      await addHistory(ctx, event, [{ ...held, detail: `${formatMoney(amount)}, ${name}` }])
    after.push(...(await followMoney(ctx, [held])))
  }
  return after
}
