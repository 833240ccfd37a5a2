// What a company sees of its bills, and whether it owes anything.
import { alertsBill, taxLabel } from '@bordee/core/billing/bill.ts'
import { isPastDue } from '@bordee/core/billing/collecting.ts'
import type { Invoice, UpcomingInvoice } from '@bordee/core/billing/invoice.ts'
import { owedStates } from '@bordee/core/billing/invoice-life.ts'
import { periodEnd } from '@bordee/core/billing/periods.ts'
import { notFound } from '@bordee/core/problem.ts'
import { unbilledOf } from '../alerts/unbilled.ts'
import { totalOf } from '../bank/lots.ts'
import type { Work } from '../engine/ctx.ts'
import { inStates } from '../engine/db/states.ts'
import { absolute, ratesOf } from './invoices.queries.ts'

const secondsOf = (at: Date) => Math.floor(at.getTime() / 1000)

export async function upcomingInvoice(work: Work, companyId: string): Promise<UpcomingInvoice> {
  const [company] = await work.tx.sql<{ billedUntil: Date; timeZone: string }>`
    select billed_until as "billedUntil", time_zone as "timeZone" from companies where id = ${companyId}`
  if (!company) throw notFound('Compagnie')
  const { charges, credits } = await unbilledOf(work, companyId)
  const { lines, subtotal, taxes, total } = alertsBill(charges, credits, await ratesOf(work, companyId))
  const period = { start: secondsOf(company.billedUntil), end: secondsOf(periodEnd(company.billedUntil, company.timeZone)) }
  const { amount: alertsInBank } = await totalOf(work, companyId)
  return {
    currency: 'cad',
    subtotal,
    taxes: taxes.map((tax) => ({ description: taxLabel(tax), amount: tax.amount })),
    total,
    period_start: period.start,
    period_end: period.end,
    alertsInBank,
    billedAlerts: charges.reduce((sum, { count }) => sum + count, 0),
    lines: lines.map((line, i) => ({ id: `${companyId}-${i + 1}`, ...line, currency: 'cad' as const, period })),
  }
}

interface Row {
  id: string
  number: string | null
  purpose: Invoice['purpose']
  total: number
  status: Invoice['status']
  createdAt: Date
  dueAt: Date | null
  periodStart: Date
  periodEnd: Date
  pdfUrl: string | null
  hostedUrl: string | null
}

/** Newest first. */
export async function invoicesOf({ tx, now, env }: Work, companyId: string): Promise<Invoice[]> {
  const rows = await tx.sql<Row>`
    select id, number, purpose, total, status, created_at as "createdAt", due_at as "dueAt",
           period_start as "periodStart", period_end as "periodEnd", pdf_url as "pdfUrl", hosted_url as "hostedUrl"
    from invoices
    where company_id = ${companyId}
    order by created_at desc, period_end desc, id desc`
  return rows.map((row) => ({
    id: row.id,
    invoice_number: row.number,
    purpose: row.purpose,
    total: row.total,
    status: row.status,
    is_past_due: isPastDue(row, now),
    created: secondsOf(row.createdAt),
    due_date: row.dueAt && secondsOf(row.dueAt),
    period_start: secondsOf(row.periodStart),
    period_end: secondsOf(row.periodEnd),
    invoice_pdf: absolute(env, row.pdfUrl),
    hosted_invoice_url: absolute(env, row.hostedUrl),
  }))
}

/** True with alerts still to bill, or an invoice still to pay. */
export async function owes(work: Work, companyId: string): Promise<boolean> {
  const { charges } = await unbilledOf(work, companyId)
  if (charges.length > 0) return true
  const [open] = await work.tx.sql`
    select
    from invoices
    where company_id = ${companyId} and status in ${inStates(owedStates)}
    limit 1`
  return open !== undefined
}
