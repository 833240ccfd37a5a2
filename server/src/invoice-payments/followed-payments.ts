// What becomes of a card payment of invoices afterwards: refunded, taken back by a bank, or won back. Records each movement once.
import { movementShares } from '@bordee/core/client-invoices/invoice-card-payments.ts'
import { formatMoney } from '@bordee/core/money.ts'
import { homeZone, todayIn } from '@bordee/core/time.ts'
import { heldInvoices } from '../client-invoices/client-invoices.queries.ts'
import { addHistory, followMoney } from '../client-invoices/invoice-moves.ts'
import { insertCardRows, removeCardRows, reviveCardRows } from '../client-invoices/payment-rows.ts'
import { inCompany, type Work } from '../engine/ctx.ts'
import { jobKind } from '../engine/jobs/job-kind.ts'
import { worker } from '../engine/jobs/jobs.ts'
import type { Movement, PaymentNews } from '../outside/payments/payments.ts'

interface Followed {
  paymentId: string
}

const syncLater = jobKind<Followed>('client-invoices.follow-payment', {
  outside: true,
  urgent: true,
  retryLimit: 16,
  onePer: ({ paymentId }) => paymentId,
})

/** In a job: it asks the provider, which may be down. */
export const followPaymentLater = (work: Work, paymentId: string) => work.later(syncLater, { paymentId })

export async function hearInvoicePayment(work: Work, news: PaymentNews) {
  if (news.is === 'payment') await followPaymentLater(work, news.paymentId)
}

interface KnownRow {
  id: string
  providerId: string
  accountId: string | null
  companyId: string
  invoiceId: string
  movement: Movement['is']
  amount: number
}

/** Skips payments that aren't ours, or not yet: once one is recorded it is followed too. */
const rowsOf = ({ tx }: Work, { paymentId }: Followed) =>
  tx.sql<KnownRow>`
    select id, provider_id as "providerId", account_id as "accountId", company_id as "companyId", invoice_id as "invoiceId",
           movement, amount
    from client_invoice_payments
    where payment_id = ${paymentId} and deleted_at is null
    order by invoice_id, created_at, id`

/**
 * The provider's current state counts, so news may be repeated, late or out of order. Removes only rows that existed
 * before the provider was asked: a row another worker has just written is newer than our question.
 */
export async function syncInvoicePayment(work: Work, followed: Followed) {
  const before = await work.aside(async (own) => {
    await own.tx.scope({ platform: true })
    return rowsOf(own, followed)
  })
  const payments = before.filter(({ movement }) => movement === 'payment')
  const { companyId, accountId } = payments[0] ?? {}
  if (!companyId || !accountId) return
  const movements = await work.aside((own) => own.gateways.payments.readPayment(own, accountId, followed.paymentId))
  const ids = payments.map(({ invoiceId }) => invoiceId)
  await inCompany(work, companyId, async (own) => {
    await own.tx.sql`
      select from client_invoices i where i.company_id = ${companyId} and i.id = any(${ids}::uuid[]) order by i.id for update`
    const known = new Set((await rowsOf(own, followed)).map(({ providerId }) => providerId))
    const news = movements.filter(({ id, is }) => is !== 'payment' && !known.has(id)).toSorted((a, b) => a.at.getTime() - b.at.getTime())
    const gone = before.filter(({ movement, providerId }) => movement !== 'payment' && !movements.some(({ id }) => id === providerId))
    for (const movement of news) await writeMovement(own, { companyId, accountId }, movement)
    if (gone.length > 0) {
      await removeCardRows(
        own,
        companyId,
        gone.map(({ id }) => id),
      )
      await remark(own, companyId, gone, () => 'refundFailed')
    }
  })
}

async function writeMovement(work: Work, of: { companyId: string; accountId: string }, movement: Movement) {
  const { id: providerId, paymentId, is, at } = movement
  // Marked as gone earlier, and now back.
  const revived = await reviveCardRows(work, of.companyId, providerId)
  const shares = revived.length > 0 ? revived : ((await askedFor(work, of.companyId, movement)) ?? (await shareOut(work, movement)))
  if (revived.length === 0) {
    const [held] = await heldInvoices(work, [shares[0]?.id ?? ''])
    const paidAt = todayIn(held?.timeZone ?? homeZone, at)
    await insertCardRows(work, { ...of, paidAt, movement: is, providerId, paymentId }, shares)
  }
  const rows = shares.map(({ id: invoiceId, amount }) => ({ invoiceId, amount }))
  await remark(work, of.companyId, rows, (amount) => (is === 'refund' ? 'refund' : amount < 0 ? 'dispute' : 'disputeWon'))
}

/** A refund that the office asked for belongs to the invoice from which it was asked. */
async function askedFor({ tx }: Work, companyId: string, { id: providerId, paymentId, is, amount }: Movement) {
  if (is !== 'refund') return undefined
  const [refund] = await tx.sql<{ id: string }>`
    update client_invoice_refunds
    set provider_id = ${providerId}
    where company_id = ${companyId} and id = (
      select id
      from client_invoice_refunds
      where company_id = ${companyId} and payment_id = ${paymentId} and amount = ${-amount} and provider_id is null and status <> 'refused'
      order by created_at, id
      limit 1
      for update)
    returning invoice_id as id`
  return refund && [{ id: refund.id, amount }]
}

async function shareOut(work: Work, { paymentId, amount }: Movement) {
  const byInvoice = Map.groupBy(await rowsOf(work, { paymentId }), ({ invoiceId }) => invoiceId)
  const sum = (rows: readonly KnownRow[], is?: Movement['is']) =>
    rows.reduce((all, row) => all + (is === undefined || row.movement === is ? row.amount : 0), 0)
  const overpaid = new Map((await heldInvoices(work, [...byInvoice.keys()])).map((held) => [held.id, held.overpaidAmount]))
  return movementShares(
    amount,
    [...byInvoice].map(([id, rows]) => {
      return { id, paid: sum(rows, 'payment'), left: sum(rows), disputed: -sum(rows, 'dispute'), overpaid: overpaid.get(id) ?? 0 }
    }),
  )
}

/** The statuses follow the money, and each invoice's history says what happened. */
async function remark(
  work: Work,
  companyId: string,
  rows: readonly { invoiceId: string; amount: number }[],
  eventOf: (amount: number) => 'refund' | 'refundFailed' | 'dispute' | 'disputeWon',
) {
  const moved = await followMoney(
    work,
    companyId,
    rows.map(({ invoiceId }) => invoiceId),
  )
  for (const [i, held] of moved.entries()) {
    const amount = rows[i]?.amount ?? 0
    await addHistory(work, eventOf(amount), [{ ...held, detail: formatMoney(amount) }])
  }
}

export const invoicePaymentSyncWorkers = [worker(syncLater, (work, followed) => syncInvoicePayment(work, followed))]
