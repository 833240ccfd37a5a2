// The end of a period: what was sent on credit in it becomes an invoice.
import { alertsBill, isWorthIssuing } from '@bordee/core/billing/bill.ts'
import { dueAt } from '@bordee/core/billing/collecting.ts'
import { endedPeriods, type Period } from '@bordee/core/billing/periods.ts'
import { grouped, lockUnbilled, markBilled } from '../alerts/unbilled.ts'
import { lockCustomer, setBilledUntil } from '../companies/company-payments.ts'
import type { Work } from '../engine/ctx.ts'
import { noteInvoice, ratesOf } from './invoices.queries.ts'

/** Candidates: `closePeriods` decides, with the company locked. */
export async function companiesToClose({ tx, now }: Work): Promise<string[]> {
  await tx.scope({ platform: true })
  const found = await tx.sql<{ id: string; billedUntil: Date; timeZone: string }>`
    select id, billed_until as "billedUntil", time_zone as "timeZone"
    from companies
    where billed_until < date_trunc('month', ${now}::timestamptz at time zone time_zone) at time zone time_zone
    order by id`
  return found.filter(({ billedUntil, timeZone }) => endedPeriods(billedUntil, timeZone, now).length > 0).map(({ id }) => id)
}

/** One invoice per ended period, oldest first. Locks the company: a second server finds none left. Returns the ids. */
export async function closePeriods(work: Work, companyId: string): Promise<string[]> {
  await work.tx.scope({ companies: [companyId] })
  const [company] = await work.tx.sql<{ billedUntil: Date; timeZone: string }>`
    select billed_until as "billedUntil", time_zone as "timeZone" from companies where id = ${companyId} for no key update`
  if (!company) return []
  const made: string[] = []
  for (const period of endedPeriods(company.billedUntil, company.timeZone, work.now)) {
    const invoiceId = await closePeriod(work, companyId, period)
    if (invoiceId) made.push(invoiceId)
    await setBilledUntil(work, companyId, period.end)
  }
  return made
}

async function closePeriod(work: Work, companyId: string, { start, end }: Period): Promise<string | null> {
  const held = await lockUnbilled(work, companyId, end)
  if (held.charges.length === 0) return null
  const bill = alertsBill(grouped(held.charges), grouped(held.credits), await ratesOf(work, companyId))
  if (!isWorthIssuing(bill)) return null
  const customerId = await lockCustomer(work, companyId)
  const invoiceId = await noteInvoice(work, {
    companyId,
    purpose: 'alerts',
    customerId,
    bill,
    periodStart: start,
    periodEnd: end,
    nextAttemptAt: work.now,
    dueAt: dueAt(work.now), // issued or not: it is owed all the same
  })
  await markBilled(work, companyId, invoiceId, held)
  return invoiceId
}
