// What becomes of a card payment afterwards: refunded, taken back by a bank, or won back. Records each movement once.
import type { ContractRemark } from '@bordee/core/contracts/contract-life.ts'
import { formatMoney } from '@bordee/core/money.ts'
import { todayIn } from '@bordee/core/time.ts'
import { addHistory, followMoney } from '../contracts/contract-moves.ts'
import { trimKept } from '../contracts/contract-totals.ts'
import { heldContracts } from '../contracts/contracts.queries.ts'
import { insertCardPayment, removeCardPayment, reviveCardPayment } from '../contracts/payment-rows.ts'
import { inCompany, type Work } from '../engine/ctx.ts'
import { jobKind } from '../engine/jobs/job-kind.ts'
import { worker } from '../engine/jobs/jobs.ts'
import type { Movement, PaymentNews } from '../outside/payments/payments.ts'

interface Followed {
  paymentId: string
}

const syncLater = jobKind<Followed>('contracts.follow-payment', {
  outside: true,
  urgent: true,
  retryLimit: 16,
  onePer: ({ paymentId }) => paymentId,
})

/** In a job: it asks the provider, which may be down. */
export const followPaymentLater = (work: Work, paymentId: string) => work.later(syncLater, { paymentId })

export async function hearPayment(work: Work, news: PaymentNews) {
  if (news.is === 'payment') await followPaymentLater(work, news.paymentId)
}

interface KnownRow {
  id: string
  providerId: string
  accountId: string | null
  companyId: string
  contractId: string
  movement: Movement['is']
}

/** Skips payments that aren't ours, or not yet: once one is recorded it is followed too. */
const rowsOf = ({ tx }: Work, { paymentId }: Followed) =>
  tx.sql<KnownRow>`
    select id, provider_id as "providerId", account_id as "accountId", company_id as "companyId", contract_id as "contractId", movement
    from contract_payments
    where payment_id = ${paymentId} and deleted_at is null`

/**
 * The provider's current state counts, so news may be repeated, late or out of order. Removes only rows that existed
 * before the provider was asked: a row another worker has just written is newer than our question.
 */
export async function syncPayment(work: Work, followed: Followed) {
  const before = await work.aside(async (own) => {
    await own.tx.scope({ platform: true })
    return rowsOf(own, followed)
  })
  const payment = before.find(({ movement }) => movement === 'payment')
  const accountId = payment?.accountId
  if (!payment || !accountId) return
  const movements = await work.aside((own) => own.gateways.payments.readPayment(own, accountId, followed.paymentId))
  const { companyId, contractId } = payment
  await inCompany(work, companyId, async (own) => {
    await own.tx.sql`select from contracts where company_id = ${companyId} and id = ${contractId} for update`
    const known = new Set((await rowsOf(own, followed)).map(({ providerId }) => providerId))
    const news = movements.filter(({ id, is }) => is !== 'payment' && !known.has(id))
    const gone = before.filter(({ movement, providerId }) => movement !== 'payment' && !movements.some(({ id }) => id === providerId))
    if (news.length + gone.length === 0) return
    for (const movement of news) await writeMovement(own, payment, movement)
    for (const { id, providerId } of gone) {
      await removeCardPayment(own, companyId, id)
      await addRemark(own, contractId, 'refundFailed', providerId)
    }
    await trimKept(own, companyId, contractId)
    await followMoney(own, await heldContracts(own, [contractId]))
  })
}

async function writeMovement(work: Work, { companyId, contractId, accountId }: KnownRow, { id, paymentId, is, amount, at }: Movement) {
  const [held] = await heldContracts(work, [contractId])
  if (!held) return
  // Marked as gone earlier, and now back.
  if (!(await reviveCardPayment(work, companyId, id))) {
    const paidAt = todayIn(held.timeZone, at)
    await insertCardPayment(work, { companyId, contractId, amount, paidAt, movement: is, providerId: id, paymentId, accountId })
  }
  await addRemark(work, contractId, is === 'refund' ? 'refund' : amount < 0 ? 'dispute' : 'disputeWon', formatMoney(amount))
}

async function addRemark(work: Work, contractId: string, event: ContractRemark, detail: string) {
  const contracts = await heldContracts(work, [contractId])
  await addHistory(
    work,
    event,
    contracts.map((held) => ({ ...held, detail })),
  )
}

export const paymentSyncWorkers = [worker(syncLater, (work, followed) => syncPayment(work, followed))]
