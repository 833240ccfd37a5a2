// An invoice as it is stored.
import { type BillLine, type BillTotal, platformRates } from '@bordee/core/billing/bill.ts'
import type { InvoicePurpose } from '@bordee/core/billing/invoice.ts'
import type { InvoiceStatus } from '@bordee/core/billing/invoice-life.ts'
import { notFound } from '@bordee/core/problem.ts'
import { homeZone } from '@bordee/core/time.ts'
import type { Work } from '../engine/ctx.ts'
import { sql } from '../engine/db/sql.ts'
import { insert } from '../engine/db/writing.ts'
import type { Bill } from '../outside/payments/payments.ts'

export interface OfInvoice {
  companyId: string
  invoiceId: string
}

export interface StoredInvoice {
  id: string
  companyId: string
  purpose: InvoicePurpose
  status: InvoiceStatus
  customerId: string
  providerId: string | null
  number: string | null
  hostedUrl: string | null
  billTo: Bill['billTo']
  lines: BillLine[]
  taxes: BillTotal['taxes']
  subtotal: number
  total: number
  periodStart: Date
  periodEnd: Date
  /** The company's: its periods are days there. */
  timeZone: string
  lotAmount: number | null
  cardId: string | null
  attempts: number
  attemptOutcome: 'refused' | 'action' | null
  refusal: string | null
  nextAttemptAt: Date | null
  issuedAt: Date | null
  dueAt: Date | null
  accountId: string | null
  createdAt: Date
}

export const storedInvoice = sql<StoredInvoice>`
  select id, company_id as "companyId", purpose, status, customer_id as "customerId", provider_id as "providerId", number,
         hosted_url as "hostedUrl", bill_to as "billTo", lines, taxes, subtotal, total,
         period_start as "periodStart", period_end as "periodEnd",
         coalesce((select c.time_zone from companies c where c.id = company_id), ${sql.lit(homeZone)}) as "timeZone",
         lot_amount as "lotAmount", card_id as "cardId", attempts,
         attempt_outcome as "attemptOutcome", refusal, next_attempt_at as "nextAttemptAt", issued_at as "issuedAt", due_at as "dueAt",
         account_id as "accountId", created_at as "createdAt"
  from invoices`

export async function readInvoice({ tx }: Work, { companyId, invoiceId }: OfInvoice): Promise<StoredInvoice> {
  const [found] = await tx.rows(sql<StoredInvoice>`${storedInvoice} where company_id = ${companyId} and id = ${invoiceId}`)
  if (!found) throw notFound('Facture')
  return found
}

/** Locked until the transaction ends. */
export async function lockInvoice({ tx }: Work, { companyId, invoiceId }: OfInvoice): Promise<StoredInvoice> {
  const [found] = await tx.rows(sql<StoredInvoice>`${storedInvoice} where company_id = ${companyId} and id = ${invoiceId} for update`)
  if (!found) throw notFound('Facture')
  return found
}

interface NewInvoice {
  id?: string
  companyId: string
  purpose: InvoicePurpose
  customerId: string
  bill: BillTotal
  periodStart: Date
  periodEnd: Date
  /** When a job looks at it, unless its maker does first. */
  nextAttemptAt: Date
  dueAt?: Date
  requestKey?: string
  lotAmount?: number
  cardId?: string
  accountId?: string
}

/** A draft, recorded before the provider hears of it. */
export async function noteInvoice(work: Work, { bill, ...invoice }: NewInvoice): Promise<string> {
  const { lines, subtotal, taxes, total } = bill
  const billTo = await billToOf(work, invoice.companyId)
  return insert(work.tx, 'invoices', { ...invoice, status: 'draft', billTo, lines, subtotal, taxes, total })
}

/** The bill's address, from the company's current details. */
async function billToOf({ tx }: Work, companyId: string): Promise<Bill['billTo']> {
  const [company] = await tx.sql<Record<'name' | 'street' | 'city' | 'state' | 'zip' | 'email', string> & { civicNumber: string | null }>`
    select name, civic_number as "civicNumber", street, city, state, zip, email from companies where id = ${companyId}`
  if (!company) throw notFound('Compagnie')
  const { name, civicNumber, street, city, state, zip, email } = company
  return { name, lines: [[civicNumber, street].filter(Boolean).join(', '), `${city} (${state}) ${zip}`, email] }
}

/** The taxes of the company's province, today. */
export async function ratesOf({ tx, now }: Work, companyId: string) {
  const [company] = await tx.sql<{ state: string | null; country: string | null; timeZone: string }>`
    select state, country, time_zone as "timeZone" from companies where id = ${companyId}`
  if (!company) throw notFound('Compagnie')
  return platformRates(company, now)
}

/** A stored path is a page of this server, at the address that it has now. */
export const absolute = ({ publicUrl }: Work['env'], url: string | null): string | null =>
  url?.startsWith('/') ? `${publicUrl}${url}` : url
