// The sandbox's invoices: issued under a key, charged to a saved card, or paid by test card on their own page.
import { randomBytes } from 'node:crypto'
import { conflict, notFound } from '@bordee/core/problem.ts'
import { sql } from '../../../engine/db/sql.ts'
import type { GatewayWork } from '../../gateway-work.ts'
import type { Bill, InvoiceOutcome, IssuedInvoice, PaymentProvider } from '../payments.ts'
import { declined, keptOutcome } from './cards.ts'
import { reportLater } from './events.ts'
import { providerId, refuseOnPublicServer } from './links.ts'

export interface KeptInvoice {
  id: string
  key: string
  token: string
  number: string
  customerId: string
  bill: Pick<Bill, 'billTo' | 'taxes' | 'notes'> & {
    lines: { description: string; quantity: number; amount: number; period: { start: string; end: string; timeZone?: string } | null }[]
  }
  total: number
  status: IssuedInvoice['status']
  /** Answers given, by key. */
  attempts: Record<string, InvoiceOutcome>
  paidAt: Date | null
  createdAt: Date
}

const kept = sql<KeptInvoice>`
  select id, key, token, number, customer_id as "customerId", bill, total, status, attempts, paid_at as "paidAt", created_at as "createdAt"
  from sandbox_invoices`

type Invoicing = 'issueInvoice' | 'readInvoice' | 'payInvoice' | 'voidInvoice' | 'giveUpInvoice' | 'listInvoices'

export const sandboxInvoices: Pick<PaymentProvider, Invoicing> = {
  async issueInvoice(work, { key, customerId, total, billTo, lines, taxes, notes }) {
    refuseOnPublicServer(work.env)
    await work.tx.sql`
      insert into sandbox_invoices (id, key, token, number, customer_id, bill, total)
      select ${providerId('in')}, ${key}, ${randomBytes(24).toString('base64url')},
             'F-' || lpad(nextval('sandbox_invoice_numbers')::text, 6, '0'),
             ${customerId}, ${JSON.stringify({ billTo, lines, taxes, notes })}::jsonb, ${total}
      where not exists (select from sandbox_invoices where key = ${key})
      on conflict (key) do nothing`
    const [invoice] = await work.tx.rows(sql<KeptInvoice>`${kept} where key = ${key}`)
    if (!invoice) throw new Error('no invoice')
    return issuedOf(invoice)
  },

  async readInvoice(work, invoiceId) {
    const [invoice] = await work.tx.rows(sql<KeptInvoice>`${kept} where id = ${invoiceId}`)
    return invoice ? issuedOf(invoice) : null
  },

  async payInvoice(work, { invoiceId, customerId, cardId, key }) {
    refuseOnPublicServer(work.env)
    const invoice = await lockKept(work, sql`id = ${invoiceId}`)
    if (invoice.status === 'paid') return { status: 'paid' }
    if (invoice.status === 'void') return { status: 'refused', message: 'Cette facture est annulée.' }
    const known = invoice.attempts[key]
    if (known) return known
    const outcome = await chargeKept(work, invoice, customerId, cardId)
    if (outcome.status === 'paid') await confirmInvoice(work, invoice)
    await noteAnswer(work, invoiceId, key, outcome)
    return outcome
  },

  voidInvoice: async (work, invoiceId) => ((await endInvoice(work, invoiceId, 'void')) === 'paid' ? 'paid' : 'void'),
  giveUpInvoice: async (work, invoiceId) => ((await endInvoice(work, invoiceId, 'uncollectible')) === 'paid' ? 'paid' : 'uncollectible'),

  async listInvoices(work, from, until) {
    const invoices = await work.tx.rows(
      sql<KeptInvoice>`${kept} where created_at >= ${from} and created_at < ${until} order by created_at, id`,
    )
    return invoices.map(issuedOf)
  },
}

/** Paths: its pages are on this server, whatever its address is when they are opened. */
const issuedOf = ({ id, key, number, status, total, token, paidAt }: KeptInvoice): IssuedInvoice => ({
  id,
  key,
  number,
  status,
  total,
  hostedUrl: `/sandbox/invoice/${token}`,
  pdfUrl: `/api/sandbox/invoices/${token}/pdf`,
  paidAt,
})

export async function findByToken({ tx }: GatewayWork, token: string): Promise<KeptInvoice> {
  const [invoice] = await tx.rows(sql<KeptInvoice>`${kept} where token = ${token}`)
  if (!invoice) throw notFound('Facture')
  return invoice
}

/** Locked: of two payments at once, the second finds it paid. */
async function lockKept({ tx }: GatewayWork, where: ReturnType<typeof sql>): Promise<KeptInvoice> {
  const [invoice] = await tx.rows(sql<KeptInvoice>`${kept} where ${where} for update`)
  if (!invoice) throw notFound('Facture')
  return invoice
}

/** The same, for paying on its page: nothing is charged twice. */
export async function lockPayable(work: GatewayWork, token: string): Promise<KeptInvoice> {
  const invoice = await lockKept(work, sql`token = ${token}`)
  if (invoice.status === 'void') throw conflict('Cette facture est annulée\u00a0: il n’y a rien à payer.')
  return invoice
}

async function chargeKept(work: GatewayWork, { id }: KeptInvoice, customerId: string, cardId: string): Promise<InvoiceOutcome> {
  const outcome = await keptOutcome(work, customerId, cardId)
  if (outcome === 'declines') return { status: 'refused', message: declined }
  if (outcome === 'succeeds') return { status: 'paid' }
  const clientSecret = `${providerId('pi')}_secret_${randomBytes(18).toString('base64url')}`
  await work.tx.sql`insert into sandbox_confirmations (client_secret, invoice_id) values (${clientSecret}, ${id})`
  return { status: 'action', clientSecret }
}

async function noteAnswer({ tx }: GatewayWork, id: string, key: string, outcome: InvoiceOutcome) {
  await tx.sql`
    update sandbox_invoices
    set attempts = attempts || jsonb_build_object(${key}::text, ${JSON.stringify(outcome)}::jsonb)
    where id = ${id}`
}

/** The charge and its news are written together. */
export async function confirmInvoice(work: GatewayWork, { id, key }: KeptInvoice) {
  await work.tx.sql`update sandbox_invoices set status = 'paid', paid_at = ${work.now} where id = ${id}`
  await tellOf(work, 'invoice.paid', { id, key })
}

/** `paid`: too late. */
async function endInvoice(work: GatewayWork, invoiceId: string, end: 'void' | 'uncollectible'): Promise<IssuedInvoice['status']> {
  const invoice = await lockKept(work, sql`id = ${invoiceId}`)
  if (invoice.status === 'paid' || invoice.status === end) return invoice.status
  await work.tx.sql`update sandbox_invoices set status = ${end} where id = ${invoiceId}`
  await tellOf(work, end === 'void' ? 'invoice.voided' : 'invoice.marked_uncollectible', invoice)
  return end
}

const tellOf = (work: GatewayWork, type: string, { id, key }: Pick<KeptInvoice, 'id' | 'key'>) =>
  reportLater(work, { type, data: { object: { id, metadata: { key } } } })

/** The invoice that the cardholder's bank must confirm, and its pending answer. */
export async function findConfirmation(
  { tx }: GatewayWork,
  clientSecret: string,
): Promise<{ invoice: KeptInvoice; answer: InvoiceOutcome | undefined }> {
  const [asked] = await tx.sql<{ invoiceId: string }>`
    select invoice_id as "invoiceId" from sandbox_confirmations where client_secret = ${clientSecret}`
  if (!asked) throw notFound('Paiement')
  const [invoice] = await tx.rows(sql<KeptInvoice>`${kept} where id = ${asked.invoiceId} for update`)
  if (!invoice) throw notFound('Paiement')
  const answers = Object.values(invoice.attempts)
  return { invoice, answer: answers.find((answer) => answer.status === 'action' && answer.clientSecret === clientSecret) }
}

/** The bank says no: the same key gets that answer from now on. */
export async function refuseConfirmation(work: GatewayWork, { id, attempts }: KeptInvoice, clientSecret: string) {
  for (const [key, answer] of Object.entries(attempts))
    if (answer.status === 'action' && answer.clientSecret === clientSecret)
      await noteAnswer(work, id, key, { status: 'refused', message: unconfirmed })
}
const unconfirmed = 'La banque n’a pas confirmé ce paiement.'
