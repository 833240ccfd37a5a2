// Collects an invoice: record it, have the provider issue it under our id, charge it under the attempt's key, record
// the outcome. After a crash between two steps, the next caller resumes there, and the provider repeats its earlier
// answer. No lock is held while the provider is asked.
import { taxLabel } from '@bordee/core/billing/bill.ts'
import { nextAttempt, stepOf } from '@bordee/core/billing/collecting.ts'
import { chargeableStates } from '@bordee/core/billing/invoice-life.ts'
import { Problem } from '@bordee/core/problem.ts'
import { inCompany, type Work } from '../engine/ctx.ts'
import { change } from '../engine/db/writing.ts'
import { jobKind } from '../engine/jobs/job-kind.ts'
import type { Bill, InvoiceOutcome, IssuedInvoice } from '../outside/payments/payments.ts'
import { tellGivenUp, tellRefused } from './billing.letters.ts'
import { lockInvoice, type OfInvoice, readInvoice, type StoredInvoice } from './invoices.queries.ts'
import { move, syncWithProvider } from './provider-sync.ts'

export const collect = jobKind<OfInvoice>('billing.collect', {
  outside: true,
  urgent: true,
  retryLimit: 8,
  atOnce: 2,
  onePer: ({ invoiceId }) => invoiceId,
})

/** Where an invoice stands. `open`: it is charged another day. */
export type Collected =
  | { is: 'paid' }
  | { is: 'open' }
  | { is: 'action'; clientSecret: string; cardId: string | null }
  | { is: 'refused'; message: string }
  | { is: 'annulled' }

export async function collectNow(work: Work, at: OfInvoice): Promise<Collected> {
  const { payments } = work.gateways
  const noted = await inCompany(work, at.companyId, (own) => readInvoice(own, at))
  if (noted.status === 'paid' || noted.status === 'void') return endOf(noted)
  const issued = await work
    .aside((own) => (noted.providerId ? payments.readInvoice(own, noted.providerId) : payments.issueInvoice(own, billOf(work, noted))))
    .catch((error: unknown) => refusedToIssue(work, noted, error))
  if (!issued) throw new Error('the provider does not know an invoice that it issued')
  const invoice = await inCompany(work, at.companyId, (own) => syncWithProvider(own, at, issued))
  return isChargeable(invoice) ? goOn(work, at, issued) : endOf(invoice)
}

/** A purchase that the provider refuses to issue is annulled: nobody owes it. A bill for alerts stays owed. */
async function refusedToIssue(
  work: Work,
  { id: invoiceId, companyId, purpose, providerId }: StoredInvoice,
  error: unknown,
): Promise<never> {
  const isFinal = error instanceof Problem ? error.status < 500 : error instanceof Error && error.name === 'Refused'
  const at = { companyId, invoiceId }
  if (isFinal && purpose !== 'alerts' && providerId === null) await inCompany(work, companyId, (own) => move(own, at, 'annul'))
  throw error
}

const isChargeable = ({ status }: StoredInvoice) => chargeableStates.includes(status)

const endOf = ({ status, refusal }: StoredInvoice): Collected => {
  if (status === 'paid') return { is: 'paid' }
  if (status === 'void') return refusal === null ? { is: 'annulled' } : { is: 'refused', message: refusal }
  return { is: 'open' }
}

async function goOn(work: Work, at: OfInvoice, issued: IssuedInvoice): Promise<Collected> {
  const { step, invoice } = await inCompany(work, at.companyId, (own) => takeStep(own, at))
  if (step === 'wait') return endOf(invoice) // or another worker has ended it meanwhile
  if (step === 'annul' || step === 'giveUp') return end(work, at, issued, step)
  const { attempts, customerId, cardId } = invoice
  const outcome: InvoiceOutcome =
    cardId === null
      ? { status: 'refused', message: noCard }
      : await work.aside((own) =>
          own.gateways.payments.payInvoice(own, { invoiceId: issued.id, customerId, cardId, key: `${at.invoiceId}-${attempts}` }),
        )
  if (outcome.status === 'paid') {
    const paid = await inCompany(work, at.companyId, (own) => syncWithProvider(own, at, { ...issued, status: 'paid' }))
    return endOf(paid)
  }
  const known = await inCompany(work, at.companyId, (own) => noteOutcome(own, at, attempts, outcome))
  if (known.status === 'paid') return endOf(known)
  const next = stepOf(known, work.now)
  if (known.status === 'open' && (next === 'annul' || next === 'giveUp')) return end(work, at, issued, next)
  return outcome.status === 'action'
    ? { is: 'action', clientSecret: outcome.clientSecret, cardId }
    : { is: 'refused', message: outcome.message }
}

const noCard = 'Aucune carte n’est enregistrée.'

/** Decides the next step. Records an attempt before making it: after a crash it is made again under the same key. */
async function takeStep(work: Work, at: OfInvoice) {
  const invoice = await lockInvoice(work, at)
  const step = isChargeable(invoice) ? stepOf(invoice, work.now) : 'wait'
  if (step !== 'attempt') return { step, invoice }
  const cardId = invoice.purpose === 'alerts' ? await defaultCard(work, at.companyId) : invoice.cardId
  const attempts = invoice.attempts + 1
  await change(work.tx, 'invoices', { companyId: at.companyId, id: at.invoiceId }, { attempts, cardId, attemptOutcome: null })
  return { step, invoice: { ...invoice, attempts, cardId } }
}

async function defaultCard({ tx }: Work, companyId: string): Promise<string | null> {
  const [company] = await tx.sql<{ cardId: string | null }>`
    select default_payment_method as "cardId" from companies where id = ${companyId}`
  return company?.cardId ?? null
}

/** Does nothing if another worker recorded it or made the next attempt: that one also wrote to the owners. */
async function noteOutcome(
  work: Work,
  at: OfInvoice,
  attempt: number,
  outcome: Exclude<InvoiceOutcome, { status: 'paid' }>,
): Promise<StoredInvoice> {
  const invoice = await lockInvoice(work, at)
  if (!isChargeable(invoice) || invoice.attempts !== attempt || invoice.attemptOutcome === outcome.status) return invoice
  const refusal = outcome.status === 'refused' ? outcome.message : null
  const isBill = invoice.purpose === 'alerts' && invoice.status === 'open'
  // The default card changed during the charge: try the new one now.
  const hasOtherCard = isBill && (await defaultCard(work, at.companyId)) !== invoice.cardId
  const later = isBill ? nextAttempt(invoice.issuedAt ?? work.now, work.now) : invoice.status === 'open' ? invoice.nextAttemptAt : null
  const nextAttemptAt = hasOtherCard ? work.now : later
  if (hasOtherCard) await work.later(collect, at)
  const noted = { attemptOutcome: outcome.status, refusal, nextAttemptAt }
  await change(work.tx, 'invoices', { companyId: at.companyId, id: at.invoiceId }, noted)
  const known = { ...invoice, ...noted }
  // Owners hear about the first refusal and the last, not those in between.
  if (isBill && !hasOtherCard && attempt === 1 && invoice.attemptOutcome === null && nextAttemptAt !== null) await tellRefused(work, known)
  work.publish(at.companyId, { topic: 'billing' })
  return known
}

/** Ends it with the provider first: if it was paid a moment before, the payment counts. */
async function end(work: Work, at: OfInvoice, issued: IssuedInvoice, event: 'annul' | 'giveUp'): Promise<Collected> {
  const became = await work.aside((own) =>
    event === 'annul' ? own.gateways.payments.voidInvoice(own, issued.id) : own.gateways.payments.giveUpInvoice(own, issued.id),
  )
  const ended = await inCompany(work, at.companyId, async (own) => {
    if (became === 'paid') return syncWithProvider(own, at, { ...issued, status: 'paid' })
    const before = await lockInvoice(own, at)
    const after = await move(own, at, event)
    if (event === 'giveUp' && before.status !== after.status) await tellGivenUp(own, after)
    return after
  })
  return endOf(ended)
}

export function billOf(
  { env }: Pick<Work, 'env'>,
  { id, customerId, billTo, lines, taxes, total, purpose, periodStart, periodEnd, timeZone }: StoredInvoice,
): Bill {
  const { name, address, tps, tvq } = env.platform
  const period = purpose === 'alerts' ? { start: periodStart, end: periodEnd, timeZone } : null
  const numbers = Object.entries({ TPS: tps, TVQ: tvq }).flatMap(([tax, number]) => (number ? [`${tax}\u00a0: ${number}`] : []))
  return {
    key: id,
    customerId,
    billTo,
    lines: lines.map(({ description, quantity, amount }) => ({ description, quantity, amount, period })),
    taxes: taxes.map((tax) => ({ description: taxLabel(tax), amount: tax.amount })),
    total,
    notes: [[name, address].filter(Boolean).join(', '), ...numbers],
  }
}
