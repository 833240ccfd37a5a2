// A card paid more than the contract's total, or a contract that was canceled: the office refunds the surplus, or keeps it.
import { randomUUID } from 'node:crypto'
import { formatMoney } from '@bordee/core/money.ts'
import { conflict, invalid, notFound, Problem } from '@bordee/core/problem.ts'
import { addHistory } from '../contracts/contract-moves.ts'
import { type Held, lockContract } from '../contracts/contracts.queries.ts'
import { keepOfPayment } from '../contracts/payment-rows.ts'
import { type Ctx, inCompany, type Work } from '../engine/ctx.ts'
import { type Sql, sql } from '../engine/db/sql.ts'
import { change } from '../engine/db/writing.ts'
import { jobKind } from '../engine/jobs/job-kind.ts'
import { worker } from '../engine/jobs/jobs.ts'
import { syncPayment } from './followed-payments.ts'

interface Refund {
  id: string
  companyId: string
  contractId: string
  accountId: string
  paymentId: string
  amount: number
  status: 'open' | 'done' | 'refused'
}

/** Without an amount, all that can be refunded. */
interface Wanted {
  amount?: number | null | undefined
  refundId?: string | null | undefined
}

/** Seconds. By then the request that began the refund has finished it, or has died. */
const patience = 60

const finish = jobKind<{ companyId: string; refundId: string }>('contracts.finish-refund', {
  outside: true,
  retryLimit: 16,
  onePer: ({ refundId }) => refundId,
})

/**
 * Records it first, makes it under the record's id, then records the provider's answer: after a crash a job continues
 * from the record, and the provider makes it once. A second press finds the refund under way, or made under its id.
 */
export async function refundSurplus(ctx: Ctx, id: string, paymentId: string, wanted: Wanted) {
  const refund = await ctx.aside((work) => noteRefund({ ...ctx, ...work }, id, paymentId, wanted))
  const refused = refund.status === 'open' && (await makeRefund(ctx, refund))
  if (refused) throw new Problem(409, refused, { type: 'warning', code: 'refund-refused' })
}

async function noteRefund(ctx: Ctx, contractId: string, paymentId: string, { amount: asked, refundId }: Wanted): Promise<Refund> {
  const held = await lockContract(ctx, contractId)
  const payment = await onlinePayment(ctx, held, paymentId)
  const begun = await refundsOf(ctx, held.companyId, sql`contract_id = ${contractId}`)
  const known = begun.find(({ id }) => id === refundId)
  if (known && known.paymentId !== payment.providerId) throw keyUsed()
  if (known?.status === 'done') return known
  const open = begun.find(({ status }) => status === 'open')
  if (open) {
    if (open.paymentId !== payment.providerId || (refundId && refundId !== open.id))
      throw conflict('Un autre remboursement de ce contrat est en cours.')
    return open
  }
  const most = Math.min(held.overpaidAmount, payment.left)
  if (most <= 0) throw nothingOver()
  const amount = asked ?? most
  if (amount > most) throw invalid({ refund: { amount: `Au plus ${formatMoney(most)} peuvent être remboursés.` } })
  if (!payment.accountId) throw conflict('Le compte de paiement qui a reçu ce montant n’est pas connu\u00a0: remboursez-le autrement.')
  const noted = { companyId: held.companyId, contractId, accountId: payment.accountId, paymentId: payment.providerId, amount }
  const id = await openRefund(ctx, noted, refundId ?? randomUUID())
  await ctx.later(finish, { companyId: held.companyId, refundId: id }, patience)
  return { ...noted, id, status: 'open' }
}

/** One that the provider refused before is open again. */
async function openRefund({ tx, actor }: Ctx, refund: Omit<Refund, 'id' | 'status'>, id: string): Promise<string> {
  const { companyId, contractId, accountId, paymentId, amount } = refund
  const [opened] = await tx.sql`
    insert into contract_refunds (id, company_id, contract_id, account_id, payment_id, amount, decided_by)
    values (${id}, ${companyId}, ${contractId}, ${accountId}, ${paymentId}, ${amount}, ${actor.email})
    on conflict (id) do nothing
    returning id`
  if (opened) return id
  const [again] = await tx.sql`
    update contract_refunds
    set status = 'open', amount = ${amount}
    where company_id = ${companyId} and contract_id = ${contractId} and id = ${id} and status = 'refused'
    returning id`
  if (!again) throw keyUsed()
  return id
}

const keyUsed = () => conflict('Cette clé a déjà servi à un autre remboursement.', { code: 'request-key-used' })

const nothingOver = () => conflict('Rien n’a été payé en trop par cette carte.', { code: 'nothing-overpaid' })

/** A card payment, and what is left of it after refunds and disputes. */
async function onlinePayment({ tx }: Ctx, { id, companyId }: Held, paymentId: string) {
  const [payment] = await tx.sql<{ id: string; providerId: string; accountId: string | null; left: number }>`
    select p.id,
           p.provider_id as "providerId",
           p.account_id as "accountId",
           (select sum(m.amount)::int
            from contract_payments m
            where m.company_id = p.company_id and m.payment_id = p.provider_id and m.deleted_at is null) as left
    from contract_payments p
    where p.company_id = ${companyId} and p.contract_id = ${id} and p.id = ${paymentId} and p.deleted_at is null
      and p.was_online and p.movement = 'payment' and p.provider_id is not null`
  if (!payment) throw notFound('Paiement en ligne')
  return payment
}

const refundsOf = ({ tx }: Work, companyId: string, where: Sql<unknown>) =>
  tx.sql<Refund>`
    select id, company_id as "companyId", contract_id as "contractId", account_id as "accountId", payment_id as "paymentId", amount, status
    from contract_refunds
    where company_id = ${companyId} and ${where}`

/** Returns the provider's objection, if any. */
async function makeRefund(work: Work, { id, companyId, accountId, paymentId, amount }: Refund): Promise<string | null> {
  const close = (status: 'done' | 'refused') =>
    work.aside(async ({ tx }) => {
      await tx.scope({ companies: [companyId] })
      await change(tx, 'contract_refunds', { id, companyId, status: 'open' }, { status })
    })
  const outcome = await work
    .aside((own) => own.gateways.payments.refund(own, { accountId, paymentId, amount, key: id }))
    .catch(async (error: unknown) => {
      if (error instanceof Problem && error.status < 500) await close('refused') // trying again won't help
      throw error
    })
  if (outcome.status === 'done') await syncPayment(work, { paymentId })
  await close(outcome.status)
  return outcome.status === 'refused' ? outcome.message : null
}

/** The company keeps the surplus, which no longer shows as open. */
export async function keepSurplus(ctx: Ctx, id: string, paymentId: string) {
  const held = await lockContract(ctx, id)
  const payment = await onlinePayment(ctx, held, paymentId)
  const open = await refundsOf(ctx, held.companyId, sql`contract_id = ${id} and status = 'open'`)
  if (open.length > 0) throw conflict('Un remboursement de ce contrat est en cours.')
  const amount = Math.min(held.overpaidAmount, payment.left)
  if (amount <= 0) throw nothingOver()
  await keepOfPayment(ctx, held.companyId, payment.id, amount)
  await addHistory(ctx, 'kept', [{ ...held, detail: formatMoney(amount) }])
}

export const refundWorkers = [
  worker(finish, async (work, { companyId, refundId }) => {
    const [refund] = await inCompany(work, companyId, (own) => refundsOf(own, companyId, sql`id = ${refundId} and status = 'open'`))
    if (refund) await makeRefund(work, refund)
  }),
]
