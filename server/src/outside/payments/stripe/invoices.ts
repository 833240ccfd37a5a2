// The platform's bills as Stripe invoices with our amounts: Stripe doesn't add up, tax or collect on its own.
import type { Stripe } from 'stripe'
import type { Bill, InvoiceOutcome, Invoicing, IssuedInvoice } from '../payments.ts'
import { declineMessage, keyOf, type Line, makeOnce, marked, orNull, Refused } from './line.ts'

const secondsOf = (moment: Date) => Math.floor(moment.getTime() / 1000)

export const stripeInvoices = (line: Line): Invoicing => {
  const read = (invoiceId: string) => line((api) => api.invoices.retrieve(invoiceId, { expand: ['confirmation_secret'] }))

  /** Ends an open invoice with `end`; returns its new state. */
  async function closed(invoiceId: string, end: (api: Stripe) => Promise<Stripe.Invoice>): Promise<Stripe.Invoice> {
    try {
      return await line(end)
    } catch (error) {
      if (!(error instanceof Refused) || error.is !== 'request') throw error
      const invoice = await read(invoiceId) // already closed or paid
      if (invoice.status === 'open' || invoice.status === 'draft') throw error
      return invoice
    }
  }

  return {
    async issueInvoice({ now }, bill) {
      const { key, customerId } = bill
      const begun = await makeOnce({
        key: `invoice-${key}`,
        now,
        find: () => findInvoice(line, customerId, key),
        make: (idempotencyKey) => line((api) => api.invoices.create(draftOf(bill), { idempotencyKey })),
      })
      // A repeated or found invoice may have moved on since.
      let invoice: Stripe.Invoice = await read(begun.id)
      if (invoice.status === 'draft' && invoice.lines.data.length === 0)
        invoice = await line((api) => api.invoices.addLines(begun.id, { lines: linesOf(bill) }, { idempotencyKey: `invoice-${key}-lines` }))
      if (invoice.total !== bill.total) throw new Error(`invoice ${invoice.id} comes to ${invoice.total} instead of ${bill.total}`)
      if (invoice.status === 'draft')
        invoice = await closed(begun.id, (api) => api.invoices.finalizeInvoice(begun.id, { auto_advance: false }))
      return issued(invoice, key)
    },

    async readInvoice(_work, invoiceId) {
      const invoice = await orNull(read(invoiceId))
      const key = invoice && keyOf(invoice)
      return key && invoice.status !== 'draft' ? issued(invoice, key) : null
    },

    async payInvoice(_work, { invoiceId, cardId, key }): Promise<InvoiceOutcome> {
      try {
        const asked = { payment_method: cardId, off_session: true }
        const { status } = await line((api) => api.invoices.pay(invoiceId, asked, { idempotencyKey: `pay-${key}` }))
        if (status === 'paid') return { status: 'paid' }
        throw new Error(`invoice ${invoiceId} was paid and is ${status}`)
      } catch (error) {
        if (!(error instanceof Refused) || (error.is !== 'card' && error.is !== 'request')) throw error
        // Stripe may repeat an old refusal: the invoice's current state counts.
        const { status, confirmation_secret: secret } = await read(invoiceId)
        if (status === 'paid') return { status: 'paid' }
        if (status === 'void') return { status: 'refused', message: 'Cette facture a été annulée.' }
        if (asksBank(error) && secret) return { status: 'action', clientSecret: secret.client_secret }
        if (error.is === 'request' && !error.isMissing) throw error
        return { status: 'refused', message: declineMessage(error) }
      }
    },

    async voidInvoice(_work, invoiceId) {
      const known = await read(invoiceId)
      if (known.status === 'draft') {
        await orNull(line((api) => api.invoices.del(invoiceId)))
        return 'void'
      }
      const { status } = known.status === 'void' ? known : await closed(invoiceId, (api) => api.invoices.voidInvoice(invoiceId))
      return status === 'paid' ? 'paid' : 'void'
    },

    async giveUpInvoice(_work, invoiceId) {
      const { status } = await closed(invoiceId, (api) => api.invoices.markUncollectible(invoiceId))
      return status === 'paid' ? 'paid' : 'uncollectible'
    },

    async listInvoices(_work, from, until) {
      const created = { gte: Math.ceil(from.getTime() / 1000), lt: Math.ceil(until.getTime() / 1000) }
      return line(async (api) => {
        const found: IssuedInvoice[] = []
        for await (const invoice of api.invoices.list({ created, limit: 100 })) {
          const key = keyOf(invoice)
          if (key && invoice.status !== 'draft') found.push(issued(invoice, key))
        }
        return found
      })
    },
  }
}

const asksBank = ({ code, declineCode }: Refused) =>
  [code, declineCode].includes('authentication_required') || code === 'invoice_payment_intent_requires_action'

async function findInvoice(line: Line, customerId: string, key: string): Promise<Stripe.Invoice | undefined> {
  return line(async (api) => {
    for await (const invoice of api.invoices.list({ customer: customerId, limit: 100 })) if (keyOf(invoice) === key) return invoice
    return undefined
  })
}

const draftOf = ({ customerId, key, notes }: Bill): Stripe.InvoiceCreateParams => ({
  customer: customerId,
  currency: 'cad',
  auto_advance: false,
  collection_method: 'charge_automatically',
  pending_invoice_items_behavior: 'exclude',
  footer: notes.join('\n'),
  metadata: marked(key),
})

/** The quantity is part of the text: Stripe would multiply by it. A tax is a line like any other. */
const linesOf = ({ lines, taxes }: Bill): Stripe.InvoiceAddLinesParams.Line[] => [
  ...lines.map(({ description, quantity, amount, period }) => ({
    amount,
    description: quantity === 1 ? description : `${quantity} × ${description}`,
    ...(period && { period: { start: secondsOf(period.start), end: secondsOf(period.end) } }),
  })),
  ...taxes.map(({ description, amount }) => ({ amount, description })),
]

const statuses = ['open', 'paid', 'uncollectible', 'void'] as const

function issued(
  { id, number, status, total, hosted_invoice_url, invoice_pdf, status_transitions }: Stripe.Invoice,
  key: string,
): IssuedInvoice {
  const known = statuses.find((one) => one === status)
  if (!known) throw new Error(`invoice ${id} is ${status}`)
  const paidAt = status_transitions.paid_at
  return {
    id,
    key,
    number: number ?? '',
    status: known,
    total,
    hostedUrl: hosted_invoice_url ?? null,
    pdfUrl: invoice_pdf ?? null,
    paidAt: paidAt === null ? null : new Date(paidAt * 1000),
  }
}
