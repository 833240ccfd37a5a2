// How our invoice follows the provider's, and what a payment triggers, in the same transaction.
import { dueAt } from '@bordee/core/billing/collecting.ts'
import { type InvoiceEvent, invoiceLife } from '@bordee/core/billing/invoice-life.ts'
import { addBoughtLot } from '../bank/lots.ts'
import { sandboxCustomer, switchAlertsOn } from '../companies/company-payments.ts'
import { audit } from '../engine/audit.ts'
import type { Work } from '../engine/ctx.ts'
import { inStates, state } from '../engine/db/states.ts'
import { change } from '../engine/db/writing.ts'
import type { IssuedInvoice } from '../outside/payments/payments.ts'
import { tellPaid } from './billing.letters.ts'
import { lockInvoice, type OfInvoice, type StoredInvoice } from './invoices.queries.ts'

const eventOf: Record<IssuedInvoice['status'], InvoiceEvent> = { open: 'issue', paid: 'pay', uncollectible: 'giveUp', void: 'annul' }

/** News may be late, repeated or out of order: only allowed moves happen, each once. Returns the current invoice. */
export async function syncWithProvider(work: Work, at: OfInvoice, issued: IssuedInvoice): Promise<StoredInvoice> {
  // Lock the company first, as every bank movement does.
  if (issued.status === 'paid') await work.tx.sql`select from companies where id = ${at.companyId} for no key update`
  const invoice = await lockInvoice(work, at)
  const { id: providerId, number, hostedUrl, pdfUrl } = issued
  if (invoice.providerId === null) await change(work.tx, 'invoices', whereOf(at), { providerId, number, hostedUrl, pdfUrl })
  if (invoice.status === 'draft') await noteIssued(work, at)
  return move(work, at, eventOf[issued.status], issued.paidAt)
}

const whereOf = ({ companyId, invoiceId: id }: OfInvoice) => ({ companyId, id })

async function noteIssued(work: Work, at: OfInvoice) {
  await change(work.tx, 'invoices', whereOf(at), { status: invoiceLife.to('issue'), issuedAt: work.now, dueAt: dueAt(work.now) })
}

/** Does nothing if the life cycle forbids it. A payment is fulfilled in the same transaction, the company locked. */
export async function move(work: Work, at: OfInvoice, event: InvoiceEvent, paidAt: Date | null = null): Promise<StoredInvoice> {
  const invoice = await lockInvoice(work, at)
  const status = invoiceLife.after(invoice.status, event)
  if (status === undefined || status === invoice.status) return invoice
  const isPaid = event === 'pay'
  await change(work.tx, 'invoices', whereOf(at), {
    status,
    ...(isPaid && { paidAt: paidAt ?? work.now }),
    nextAttemptAt: null,
  })
  if (isPaid) await fulfil(work, invoice)
  const moved = await lockInvoice(work, at)
  if (isPaid) await tellPaid(work, moved, paidAt ?? work.now)
  work.publish(at.companyId, { topic: 'billing' })
  return moved
}

/** The sandbox's open invoices can't be paid at a real provider. */
export async function annulSandboxInvoices({ tx }: Work, companyId: string) {
  await tx.sql`
    update invoices
    set status = ${state(invoiceLife.to('annul'))}, next_attempt_at = null
    where company_id = ${companyId} and status in ${inStates(invoiceLife.from('annul'))} and customer_id ~ ${sandboxCustomer}`
}

/** Delivers what was paid for. If the company is gone, there is nothing to do. */
async function fulfil(work: Work, { id: invoiceId, companyId, purpose, lotAmount, total, accountId }: StoredInvoice) {
  const [company] = await work.tx.sql`select from companies where id = ${companyId}`
  if (!company) return
  const line = { invoiceId, total, accountId }
  if (purpose === 'activation') {
    await switchAlertsOn(work, companyId)
    await audit({ tx: work.tx, visitor: null }, 'alerts-activated', line, companyId)
  }
  if (purpose === 'bank' && lotAmount !== null) {
    await addBoughtLot(work, { companyId, invoiceId, amount: lotAmount, accountId })
    await audit({ tx: work.tx, visitor: null }, 'bank-purchase', { ...line, amount: lotAmount }, companyId)
  }
}
