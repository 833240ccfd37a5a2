// The local Stripe's invoices.
import type { Stripe } from 'stripe'
import { type Asked, asks, idOf, type Listed, pageOf, paid, take } from './answers.ts'
import { bankRefusal, found, type Memory, made, Refusal, secondsNow, stripeId } from './memory.ts'

const theInvoice = (memory: Memory, id: string) => found(memory.invoices, 'invoice', id)

/** Stripe returns this field only when it is expanded. */
const shown = ({ confirmation_secret: secret, ...invoice }: Stripe.Invoice, expand: string[] = []): Partial<Stripe.Invoice> =>
  expand.includes('confirmation_secret') ? { ...invoice, confirmation_secret: secret ?? null } : invoice

let numbers = 0

export function end(invoice: Stripe.Invoice, status: 'paid' | 'void' | 'uncollectible') {
  const at = { paid: 'paid_at', void: 'voided_at', uncollectible: 'marked_uncollectible_at' }[status]
  Object.assign(invoice, { status, status_transitions: { ...invoice.status_transitions, [at]: secondsNow() } })
  if (status === 'paid') Object.assign(invoice, { amount_paid: invoice.total, amount_remaining: 0 })
}

export const invoiceAnswers: Record<string, (asked: Asked<never>) => unknown> = {
  'POST /v1/invoices': ({ memory, params }: Asked<Stripe.InvoiceCreateParams>) => {
    found(memory.customers, 'customer', params.customer ?? '')
    if (params.pending_invoice_items_behavior !== 'exclude') throw new Error('Pending items of the customer must stay out of the invoice')
    const invoice = made<Stripe.Invoice>('Invoices', 'Invoice', {
      id: stripeId('in'),
      created: secondsNow(),
      currency: params.currency ?? 'cad',
      customer: params.customer ?? null,
      footer: params.footer ?? null,
      auto_advance: params.auto_advance ?? true,
      metadata: params.metadata as Record<string, string>,
      status: 'draft',
      lines: { object: 'list', data: [], has_more: false, url: '/v1' },
    })
    memory.invoices.set(invoice.id, invoice)
    return shown(invoice)
  },
  'GET /v1/invoices/(id)': ({ memory, id, params }: Asked<{ expand?: string[] }>) => shown(theInvoice(memory, id), params.expand),
  'GET /v1/invoices': ({ memory, params }: Asked<Stripe.InvoiceListParams & Listed>) => {
    const page = pageOf(
      [...memory.invoices.values()].filter(({ customer }) => !params.customer || customer === params.customer),
      params,
    )
    return { ...page, data: page.data.map((one) => shown(one)) }
  },
  'POST /v1/invoices/(id)/add_lines': ({ memory, id, params }: Asked<Stripe.InvoiceAddLinesParams>) => {
    const invoice = theInvoice(memory, id)
    if (invoice.status !== 'draft') throw new Refusal(400, 'This invoice is no longer editable.', { code: 'invoice_not_editable' })
    for (const line of params.lines) {
      if (line.amount !== undefined && line.quantity !== undefined) throw new Refusal(400, 'You may only specify one of: amount, quantity.')
      invoice.lines.data.push(
        made<Stripe.InvoiceLineItem>('InvoiceLineItems', 'InvoiceLineItem', {
          id: stripeId('il'),
          amount: line.amount ?? 0,
          currency: 'cad',
          description: line.description ?? null,
          invoice: id,
          period: line.period ?? { start: invoice.created, end: invoice.created },
        }),
      )
    }
    const total = invoice.lines.data.reduce((sum, { amount }) => sum + amount, 0)
    return shown(Object.assign(invoice, { total, subtotal: total, amount_due: Math.max(0, total), amount_remaining: Math.max(0, total) }))
  },
  'POST /v1/invoices/(id)/finalize': ({ memory, id, tell }) => {
    const invoice = theInvoice(memory, id)
    if (invoice.status !== 'draft') throw new Refusal(400, 'This invoice is already finalized.', { code: 'invoice_not_editable' })
    const intentId = stripeId('pi')
    Object.assign(invoice, {
      status: 'open',
      number: `BORDEE-${String(++numbers).padStart(4, '0')}`,
      hosted_invoice_url: `https://invoice.stripe.test/${id}`,
      invoice_pdf: `https://invoice.stripe.test/${id}.pdf`,
      confirmation_secret: { type: 'payment_intent', client_secret: `${intentId}_secret_${stripeId('s')}` },
      status_transitions: { ...invoice.status_transitions, finalized_at: secondsNow() },
    })
    if (invoice.total <= 0) {
      end(invoice, 'paid')
      tell('invoice.paid', invoice)
    }
    return shown(invoice)
  },
  'POST /v1/invoices/(id)/pay': ({ memory, id, params, tell }: Asked<Stripe.InvoicePayParams>) => {
    const invoice = theInvoice(memory, id)
    if (invoice.status === 'paid') throw new Refusal(400, 'Invoice is already paid')
    if (invoice.status !== 'open' && invoice.status !== 'uncollectible') throw new Refusal(400, `Invoice is ${invoice.status}`)
    const behaviour = take(memory, params.payment_method ?? '', idOf(invoice.customer) ?? '')
    const refusal = behaviour === 'asks' ? asks() : bankRefusal(behaviour)
    if (refusal) {
      invoice.attempt_count++
      tell('invoice.payment_failed', invoice)
      throw refusal
    }
    paid(memory, '', invoice.total)
    end(invoice, 'paid')
    tell('invoice.paid', invoice)
    return shown(invoice)
  },
  'POST /v1/invoices/(id)/void': ({ memory, id, tell }) => {
    const invoice = theInvoice(memory, id)
    if (invoice.status !== 'open' && invoice.status !== 'uncollectible')
      throw new Refusal(400, `You can only void open or uncollectible invoices; this one is ${invoice.status}.`)
    end(invoice, 'void')
    tell('invoice.voided', invoice)
    return shown(invoice)
  },
  'POST /v1/invoices/(id)/mark_uncollectible': ({ memory, id, tell }) => {
    const invoice = theInvoice(memory, id)
    if (invoice.status !== 'open') throw new Refusal(400, `Only open invoices can be marked uncollectible; this one is ${invoice.status}.`)
    end(invoice, 'uncollectible')
    tell('invoice.marked_uncollectible', invoice)
    return shown(invoice)
  },
  'DELETE /v1/invoices/(id)': ({ memory, id }) => {
    if (theInvoice(memory, id).status !== 'draft') throw new Refusal(400, 'You can only delete draft invoices.')
    memory.invoices.delete(id)
    return { id, object: 'invoice', deleted: true }
  },
}
