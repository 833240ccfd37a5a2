// A card paid more than an invoice is worth by now: the office gives it back to the card, once. As contract-payments does.
import { randomUUID } from 'node:crypto'
import { formatMoney } from '@bordee/core/money.ts'
import { conflict, invalid, notFound, Problem } from '@bordee/core/problem.ts'
import { lockInvoice } from '../client-invoices/client-invoices.queries.ts'
import { type Ctx, inCompany, type Work } from '../engine/ctx.ts'
import { type Sql, sql } from '../engine/db/sql.ts'
import { change } from '../engine/db/writing.ts'
import { jobKind } from '../engine/jobs/job-kind.ts'
import { worker } from '../engine/jobs/jobs.ts'
import { invoicePaymentSyncWorkers, syncInvoicePayment } from './followed-payments.ts'

interface Refund {
  id: string
  companyId: string
  invoiceId: string
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

const finish = jobKind<{ companyId: string; refundId: string }>('client-invoices.finish-refund', {
  outside: true,
  retryLimit: 16,
  onePer: ({ refundId }) => refundId,
})

/**
 * Records it first, makes it under the record's id, then records the provider's answer: after a crash a job continues
 * from the record, and the provider makes it once. A second press finds the refund under way, or made under its id.
 */
export async function refundOverpaid(ctx: Ctx, id: string, paymentId: string, wanted: Wanted) {
  const refund = await ctx.aside((work) => noteRefund({ ...ctx, ...work }, id, paymentId, wanted))
  const refused = refund.status === 'open' && (await makeRefund(ctx, refund))
  if (refused) throw new Problem(409, refused, { type: 'warning', code: 'refund-refused' })
}

async function noteRefund(ctx: Ctx, invoiceId: string, id: string, { amount: asked, refundId }: Wanted): Promise<Refund> {
  const { companyId, overpaidAmount, payments } = await lockInvoice(ctx, invoiceId)
  const [payment] = await ctx.tx.sql<{ paymentId: string; accountId: string | null }>`
    select payment_id as "paymentId", account_id as "accountId"
    from client_invoice_payments
    where company_id = ${companyId} and invoice_id = ${invoiceId} and id = ${id} and deleted_at is null
      and was_online and movement = 'payment'`
  if (!payment) throw notFound('Paiement en ligne')
  const { paymentId, accountId } = payment
  const begun = await refundsOf(ctx, companyId, sql`invoice_id = ${invoiceId}`)
  const known = begun.find((one) => one.id === refundId)
  if (known && known.paymentId !== paymentId) throw keyUsed()
  if (known?.status === 'done') return known
  const open = begun.find(({ status }) => status === 'open')
  if (open) {
    if (open.paymentId !== paymentId || (refundId && refundId !== open.id))
      throw conflict('Un autre remboursement de cette facture est en cours.')
    return open
  }
  const most = Math.min(overpaidAmount, payments.find((one) => one.id === id)?.refundable ?? 0)
  if (most <= 0) throw conflict('Rien n’a été payé en trop par cette carte.', { code: 'nothing-overpaid' })
  const amount = asked ?? most
  if (amount > most) throw invalid({ refund: { amount: `Au plus ${formatMoney(most)} peuvent être remboursés.` } })
  if (!accountId) throw conflict('Le compte de paiement qui a reçu ce montant n’est pas connu\u00a0: remboursez-le autrement.')
  const noted = { id: refundId ?? randomUUID(), companyId, invoiceId, accountId, paymentId, amount }
  await openRefund(ctx, noted)
  await ctx.later(finish, { companyId, refundId: noted.id }, patience)
  return { ...noted, status: 'open' }
}

/** One that the provider refused before is open again. */
async function openRefund({ tx, actor, now }: Ctx, { id, companyId, invoiceId, accountId, paymentId, amount }: Omit<Refund, 'status'>) {
  const [opened] = await tx.sql`
    insert into client_invoice_refunds (id, company_id, invoice_id, account_id, payment_id, amount, decided_by, created_at)
    values (${id}, ${companyId}, ${invoiceId}, ${accountId}, ${paymentId}, ${amount}, ${actor.email}, ${now})
    on conflict (id) do nothing
    returning id`
  if (opened) return
  const [again] = await tx.sql`
    update client_invoice_refunds
    set status = 'open', amount = ${amount}
    where company_id = ${companyId} and invoice_id = ${invoiceId} and id = ${id} and status = 'refused'
    returning id`
  if (!again) throw keyUsed()
}

const keyUsed = () => conflict('Cette clé a déjà servi à un autre remboursement.', { code: 'request-key-used' })

const refundsOf = ({ tx }: Work, companyId: string, where: Sql<unknown>) =>
  tx.sql<Refund>`
    select id, company_id as "companyId", invoice_id as "invoiceId", account_id as "accountId", payment_id as "paymentId", amount, status
    from client_invoice_refunds
    where company_id = ${companyId} and ${where}`

/** Returns the provider's objection, if any. */
async function makeRefund(work: Work, { id, companyId, accountId, paymentId, amount }: Refund): Promise<string | null> {
  const close = (status: 'done' | 'refused') =>
    work.aside(async ({ tx }) => {
      await tx.scope({ companies: [companyId] })
      await change(tx, 'client_invoice_refunds', { id, companyId, status: 'open' }, { status })
    })
  const outcome = await work
    .aside((own) => own.gateways.payments.refund(own, { accountId, paymentId, amount, key: id }))
    .catch(async (error: unknown) => {
      if (error instanceof Problem && error.status < 500) await close('refused') // trying again won't help
      throw error
    })
  if (outcome.status === 'done') await syncInvoicePayment(work, { paymentId })
  await close(outcome.status)
  return outcome.status === 'refused' ? outcome.message : null
}

export const invoiceRefundWorkers = [
  ...invoicePaymentSyncWorkers,
  worker(finish, async (work, { companyId, refundId }) => {
    const [refund] = await inCompany(work, companyId, (own) => refundsOf(own, companyId, sql`id = ${refundId} and status = 'open'`))
    if (refund) await makeRefund(work, refund)
  }),
]
