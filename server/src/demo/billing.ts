// What Déneigement Boréal pays the platform: a card, three invoices of last winter, and a current period.
import { homeZone, instantOf, wallClock } from '@bordee/core/time.ts'
import { closePeriods } from '../billing/closing.ts'
import { billOf } from '../billing/collecting.ts'
import { readInvoice } from '../billing/invoices.queries.ts'
import { syncWithProvider } from '../billing/provider-sync.ts'
import { setBilledUntil } from '../companies/company-payments.ts'
import type { Work } from '../engine/ctx.ts'
import { lastWinter } from './alerts.ts'

const cardId = 'pm_demo_boreal'

/** Some storms found the bank empty. Last winter's are billed and paid; this month's go on the next invoice. */
export async function fillBilling(work: Work, companyId: string) {
  const today = wallClock(work.now, homeZone).date
  const december = lastWinter(today)
  const thisMonth = `${today.slice(0, 7)}-01`
  await addCard(work, companyId)
  for (const month of [december, monthAfter(december, 1), monthAfter(december, 2), thisMonth]) await sendOnCredit(work, companyId, month)
  await setBilledUntil(work, companyId, midnight(december))
  const made = await closePeriods({ ...work, now: midnight(monthAfter(december, 3)) }, companyId)
  for (const [i, invoiceId] of made.entries()) await payInvoice(work, { companyId, invoiceId }, i + 1)
  await setBilledUntil(work, companyId, midnight(thisMonth))
}

/** Turns a month's last send into credit: the month's lot was smaller, and the bank was empty by then. */
async function sendOnCredit(work: Work, companyId: string, month: string) {
  const { tx } = work
  const paid = await tx.sql<{ lotId: string | null; sendId: string }>`
    update alert_deliveries
    set paid_from = 'invoice',
        lot_id = null
    where company_id = ${companyId} and paid_from = 'bank' and send_id = (
      select id
      from alert_sends
      where company_id = ${companyId} and created_at >= ${midnight(month)} and created_at < ${midnight(monthAfter(month, 1))}
      order by created_at desc
      limit 1)
    returning old.lot_id as "lotId", send_id as "sendId"`
  const [{ lotId, sendId } = { lotId: null, sendId: null }] = paid
  await tx.sql`delete from alert_ledger where company_id = ${companyId} and send_id = ${sendId}`
  await tx.sql`
    update alert_ledger
    set amount = amount - ${paid.length}
    where company_id = ${companyId} and lot_id = ${lotId} and reason = 'lot'`
  await tx.sql`delete from alert_ledger where company_id = ${companyId} and lot_id = ${lotId} and amount = 0`
  await tx.sql`delete from alert_lots where company_id = ${companyId} and id = ${lotId} and amount = ${paid.length}`
  await tx.sql`update alert_lots set amount = amount - ${paid.length} where company_id = ${companyId} and id = ${lotId}`
}

async function addCard({ tx }: Work, companyId: string) {
  const [company] = await tx.sql<{ customerId: string }>`
    update companies
    set customer_id = coalesce(customer_id, 'cus_demo_boreal'),
        default_payment_method = coalesce(default_payment_method, ${cardId})
    where id = ${companyId}
    returning customer_id as "customerId"`
  await tx.sql`
    insert into sandbox_cards (id, customer_id, outcome)
    values (${cardId}, ${company?.customerId}, 'succeeds')
    on conflict do nothing`
  await tx.sql`
    insert into payment_methods (id, company_id, name, brand, last4, exp_month, exp_year)
    values (${cardId}, ${companyId}, 'Paule Tremblay', 'visa', '4242', 12, 2099)
    on conflict do nothing`
}

/** As if the provider had issued and charged it the night after its period. */
async function payInvoice(work: Work, at: { companyId: string; invoiceId: string }, n: number) {
  const { tx } = work
  const invoice = await readInvoice(work, at)
  const { key, total, customerId: payer, ...bill } = billOf(work, invoice)
  const issuedAt = new Date(invoice.periodEnd.getTime() + 10 * 60_000)
  const [id, token] = [`in_demo_${n}`, `demo-boreal-${n}`]
  const [next] = await tx.sql<{ number: string }>`select 'F-' || lpad(nextval('sandbox_invoice_numbers')::text, 6, '0') as number`
  const number = next?.number ?? ''
  await tx.sql`
    insert into sandbox_invoices (id, key, token, number, customer_id, bill, total, status, paid_at, created_at)
    values (${id}, ${key}, ${token}, ${number}, ${payer}, ${JSON.stringify(bill)}::jsonb, ${total}, 'paid', ${issuedAt}, ${issuedAt})`
  await tx.sql`update invoices set created_at = ${issuedAt} where company_id = ${at.companyId} and id = ${at.invoiceId}`
  await syncWithProvider({ ...work, now: issuedAt }, at, {
    id,
    key,
    number,
    total,
    status: 'paid',
    hostedUrl: `/sandbox/invoice/${token}`,
    pdfUrl: `/api/sandbox/invoices/${token}/pdf`,
    paidAt: issuedAt,
  })
}

const midnight = (date: string) => instantOf(date, '00:00', homeZone)

/** `2026-12-01`, 1 → `2027-01-01`. */
function monthAfter(first: string, months: number): string {
  const at = new Date(`${first}T00:00:00Z`)
  at.setUTCMonth(at.getUTCMonth() + months)
  return at.toISOString().slice(0, 10)
}
