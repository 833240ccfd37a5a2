import type { ClientInvoiceHistoryItem } from '@bordee/core/client-invoices/client-invoice.ts'
import { clientInvoiceHistoryItem } from '@bordee/core/client-invoices/client-invoice.ts'
import type { clientInvoiceCalls } from '@bordee/core/client-invoices/client-invoices.calls.ts'
import { runsCompany } from '@bordee/core/roles.ts'
import { type Ctx, companyOf, type Handlers } from '../engine/ctx.ts'
import { jsonOf } from '../engine/db/columns.ts'
import { isPiece, readPiece } from '../engine/db/pieces.ts'
import { sql } from '../engine/db/sql.ts'
import { Shares } from '../engine/http/shares.ts'
import { clientInvoiceList, clientInvoiceRows, readInvoice, seenInvoices } from './client-invoices.queries.ts'
import { creditInvoice } from './crediting.ts'
import { deleteDraft, editDraft, makeDrafts } from './drafting.ts'
import { issueInvoices } from './issuing.ts'
import { sendInvoices } from './mailing.ts'
import { addPayment, addRefund, removePayment } from './payments-by-hand.ts'
import { fileNameOf, type Printable, printInvoice, printInvoices, withLogos } from './printing.ts'
import { once } from './requests.ts'

/** invoice-payments handles the calls that ask the payment provider. */
type HandledThere = 'payClientInvoices' | 'refundInvoicePayment'

export const clientInvoiceHandlers: Omit<Handlers<typeof clientInvoiceCalls>, HandledThere> = {
  listClientInvoices: (ctx, asked) =>
    isPiece(asked) ? readPiece(ctx, clientInvoiceList(asked), asked) : ctx.tx.jsonList(clientInvoiceRows(ctx, asked)),

  createClientInvoices: (ctx, { requestKey, ...asked }) =>
    once(ctx, requestKey, ['create', asked], async () => ({ createdIds: await makeDrafts(ctx, asked) })),

  issueClientInvoices: (ctx, { invoiceIds }) => issueInvoices(ctx, invoiceIds),

  sendClientInvoices: (ctx, { invoiceIds, requestKey }) =>
    once(ctx, requestKey, ['send', invoiceIds.toSorted()], () => sendInvoices(ctx, invoiceIds, requestKey)),

  async printClientInvoices(ctx, { invoiceIds }) {
    const invoices = await printable(ctx, invoiceIds)
    const bytes = await printing.run(lineOf(ctx), () => printInvoices(companyOf(ctx), invoices), { rest: 1 })
    return { bytes, name: `Factures (${invoices.length}).pdf` }
  },

  getClientInvoice: (ctx, { id }) => readInvoice(ctx, id),

  async listClientInvoiceHistory(ctx, { id }) {
    await readInvoice(ctx, id)
    return ctx.tx.jsonList(sql<{ json: ClientInvoiceHistoryItem }>`
      select ${jsonOf(clientInvoiceHistoryItem.shape, 'h')} as json
      from client_invoice_history h
      where h.company_id = ${companyOf(ctx)} and h.invoice_id = ${id}
      order by h.created_at desc, h.id desc`)
  },

  async updateClientInvoice(ctx, { id, clientInvoice }) {
    await editDraft(ctx, id, clientInvoice)
    return readInvoice(ctx, id)
  },

  async deleteClientInvoice(ctx, { id }) {
    await deleteDraft(ctx, id)
    return null
  },

  async creditClientInvoice(ctx, { id, ...wanted }) {
    await creditInvoice(ctx, id, wanted)
    return readInvoice(ctx, id)
  },

  async addInvoicePayment(ctx, { id, payment }) {
    await addPayment(ctx, id, payment)
    return readInvoice(ctx, id)
  },

  async addInvoiceRefund(ctx, { id, refund }) {
    await addRefund(ctx, id, refund)
    return readInvoice(ctx, id)
  },

  async removeInvoicePayment(ctx, { id, paymentId }) {
    await removePayment(ctx, id, paymentId)
    return readInvoice(ctx, id)
  },

  async printClientInvoice(ctx, { id }) {
    const [invoice] = await printable(ctx, [id])
    const print = () => printInvoice(invoice as Printable)
    return { bytes: await printing.run(lineOf(ctx), print, { rest: 1 }), name: fileNameOf(invoice as Printable) }
  },
}

/** A company prints one job at a time, then pauses for as long as it took. */
const printing = new Shares(1, { maxWaiting: 20 })

/** A client doesn't queue with their company's office. */
const lineOf = ({ actor }: Ctx) => (runsCompany(actor.role) && actor.companyId) || actor.accountId

/** Read in its own transaction: printing holds no lock and no connection. */
const printable = (ctx: Ctx, ids: readonly string[]): Promise<Printable[]> =>
  ctx.aside(async (work) => {
    const own = { ...ctx, tx: work.tx }
    return withLogos(own, await seenInvoices(own, ids))
  })
