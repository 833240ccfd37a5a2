import type { clientInvoiceCalls } from '@bordee/core/client-invoices/client-invoices.calls.ts'
import { readInvoice } from '../client-invoices/client-invoices.queries.ts'
import type { Handlers } from '../engine/ctx.ts'
import { payInvoices } from './checkouts.ts'
import { refundOverpaid } from './refunds.ts'

export const invoicePaymentHandlers: Pick<Handlers<typeof clientInvoiceCalls>, 'payClientInvoices' | 'refundInvoicePayment'> = {
  payClientInvoices: (ctx, { id, invoiceIds = [] }) => payInvoices(ctx, [id, ...invoiceIds]),

  async refundInvoicePayment(ctx, { id, paymentId, ...wanted }) {
    await refundOverpaid(ctx, id, paymentId, wanted)
    return ctx.aside((work) => readInvoice({ ...ctx, tx: work.tx }, id))
  },
}
