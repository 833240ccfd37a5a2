// What the calendar and provider news do to invoices: close periods, retry charges, finish what a crash left.
import { owedStates, unsettledStates } from '@bordee/core/billing/invoice-life.ts'
import type { Work } from '../engine/ctx.ts'
import { inStates } from '../engine/db/states.ts'
import { change } from '../engine/db/writing.ts'
import { jobKind } from '../engine/jobs/job-kind.ts'
import { worker } from '../engine/jobs/jobs.ts'
import { isDueForLook } from '../outside/payments/looks.ts'
import type { PaymentNews } from '../outside/payments/payments.ts'
import { closePeriods, companiesToClose } from './closing.ts'
import { collect, collectNow } from './collecting.ts'
import type { OfInvoice } from './invoices.queries.ts'

const close = jobKind<{ companyId: string }>('billing.close', { onePer: ({ companyId }) => companyId })
/** Also when a server starts, to catch up on months it was down. */
const clock = jobKind<object>('billing.clock', { cron: '* * * * *', atStart: true })

/** Milliseconds between two attempts' jobs: a provider down all day must not pile up a hundred of them. */
const restMs = 3_600_000

/**
 * Finds the companies whose period is over, and the invoices that are due for an attempt or a look: one that was paid
 * on its own page, even after we gave it up, counts although the news of it was lost.
 */
export async function enqueueDueBilling(work: Work) {
  for (const companyId of await companiesToClose(work)) await work.later(close, { companyId })
  const due = await work.tx.sql<OfInvoice>`
    select company_id as "companyId", id as "invoiceId"
    from invoices i
    where status in ${inStates(owedStates)} and ${isDueForLook('i', work.now)}
      or status in ${inStates(unsettledStates)} and (next_attempt_at is null or next_attempt_at <= ${work.now})
        and (looked_at is null or looked_at <= ${new Date(work.now.getTime() - restMs)})
    order by company_id, id`
  for (const { companyId, invoiceId } of due) {
    await work.tx.scope({ companies: [companyId] })
    await change(work.tx, 'invoices', { companyId, id: invoiceId }, { lookedAt: work.now })
    await work.later(collect, { companyId, invoiceId })
  }
}

async function closeAndCollect(work: Work, { companyId }: { companyId: string }) {
  for (const invoiceId of await closePeriods(work, companyId)) await work.later(collect, { companyId, invoiceId })
}

/** After a company adds a card: retries what it owes for alerts without waiting for the next attempt's day. */
export async function collectOpenLater(work: Work, companyId: string) {
  const open = await work.tx.sql<{ id: string }>`
    update invoices
    set next_attempt_at = ${work.now}
    where company_id = ${companyId} and purpose = 'alerts' and status in ${inStates(unsettledStates)}
    returning id`
  for (const { id: invoiceId } of open) await work.later(collect, { companyId, invoiceId })
}

/** News says that an invoice changed, not how: the collecting job asks the provider. Ignores others' invoices. */
export async function hearInvoice(work: Work, news: PaymentNews) {
  if (news.is !== 'invoice') return
  await work.tx.scope({ platform: true })
  const [invoice] = await work.tx.sql<OfInvoice>`
    select company_id as "companyId", id as "invoiceId" from invoices where id::text = ${news.key}`
  if (invoice) await work.later(collect, invoice)
}

export const billingWorkers = [
  worker(collect, async (work, at) => {
    await collectNow(work, at)
  }),
  worker(close, closeAndCollect),
  worker(clock, enqueueDueBilling),
]
