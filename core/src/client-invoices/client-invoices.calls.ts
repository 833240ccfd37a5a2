import * as z from 'zod'
import { call, longLists, slice } from '../call.ts'
import { refunding } from '../contracts/contract.ts'
import { checkout } from '../contracts/online-payment.ts'
import { pieceInput } from '../pieces.ts'
import { clients, companyAdmins } from '../roles.ts'
import { id, optionalText } from '../wire.ts'
import {
  clientInvoice,
  clientInvoiceChanges,
  clientInvoiceHistoryItem,
  clientInvoiceRow,
  crediting,
  invoiceGroupings,
  mostLines,
  mostPaidAtOnce,
  newInvoicePayment,
} from './client-invoice.ts'
import { clientInvoiceStatuses } from './client-invoice-life.ts'

const office = { who: companyAdmins, module: 'contracts' } as const
/** The office, and each client for their own. */
const readers = { who: [...companyAdmins, ...clients], module: 'contracts' } as const

const batch = 'Sélectionnez de 1 à 500 factures.'
const invoiceIds = z.array(id, batch).min(1, batch).max(500, batch)
const refused = z.array(z.object({ id, clientName: z.string(), reason: z.string() }))
const requestKey = z.string().min(1).max(100)

export const clientInvoiceCalls = slice('client-invoices', {
  listClientInvoices: call('GET /client-invoices', {
    ...readers,
    input: { ...pieceInput, clientId: id.optional(), status: z.enum(clientInvoiceStatuses).optional() },
    returns: z.array(clientInvoiceRow),
    rows: clientInvoiceRow,
    reads: ['accounts', 'client-invoices', 'clients', 'companies', 'contracts'],
    staleAfter: 600,
    summary: 'The company’s invoices to its clients, newest first, whole or in pieces; clients see their own, without drafts',
  }),

  createClientInvoices: call('POST /client-invoices', {
    ...office,
    maxBytes: longLists,
    status: 201,
    input: {
      /** Made by the sender: the same key makes nothing again. */
      requestKey,
      /** These lines, all or none; or all complete ones of an operation, month, client or site. */
      billableIds: z.array(id).min(1).max(mostLines).optional(),
      operationId: id.optional(),
      month: z
        .string()
        .regex(/^20\d\d-(0[1-9]|1[0-2])$/, 'Entrez un mois comme 2027-01.')
        .optional(),
      clientId: id.optional(),
      siteId: id.optional(),
      by: z.enum(invoiceGroupings).default('client'),
      purchaseOrder: optionalText(60).optional(),
    },
    returns: z.object({ createdIds: z.array(id) }),
    touches: ['billables'],
    summary: 'Makes drafts of billable lines: one for each client or site, and for each place where they are taxed',
  }),

  issueClientInvoices: call('POST /client-invoices/issue', {
    ...office,
    input: { invoiceIds },
    returns: z.object({ issuedCount: z.int(), refused }),
    touches: [],
    summary:
      'Issues 1 to 500 drafts, each with the next number of its year; those that can’t be are listed. One issued before stays as it is',
  }),

  sendClientInvoices: call('POST /client-invoices/send', {
    ...office,
    sends: true,
    input: { invoiceIds, requestKey },
    returns: z.object({ sentCount: z.int(), refused }),
    touches: [],
    summary: 'E-mails 1 to 500 issued invoices with their PDF; the others are listed. The same key sends nothing again',
  }),

  printClientInvoices: call('POST /client-invoices/print', {
    ...office,
    outside: true,
    input: { invoiceIds },
    file: 'application/pdf',
    touches: [],
    summary: '1 to 500 invoices in one PDF',
  }),

  getClientInvoice: call('GET /client-invoices/:id', {
    ...readers,
    input: { id },
    returns: clientInvoice,
    summary: 'One invoice with its lines, payments and credit notes',
  }),

  listClientInvoiceHistory: call('GET /client-invoices/:id/history', {
    ...office,
    input: { id },
    returns: z.array(clientInvoiceHistoryItem),
    summary: 'What happened to an invoice, newest first',
  }),

  updateClientInvoice: call('PATCH /client-invoices/:id', {
    ...office,
    maxBytes: longLists,
    input: { id, clientInvoice: clientInvoiceChanges },
    returns: clientInvoice,
    touches: ['billables'],
    summary: 'Changes a draft: purchase order, note, due date; lines that are removed can be billed another time',
  }),

  deleteClientInvoice: call('DELETE /client-invoices/:id', {
    ...office,
    input: { id },
    touches: ['billables'],
    summary: 'Removes a draft; its lines can be billed another time',
  }),

  creditClientInvoice: call('POST /client-invoices/:id/credit', {
    ...office,
    maxBytes: longLists,
    input: { id, ...crediting },
    returns: clientInvoice,
    touches: ['billables'],
    summary: 'Credits an issued invoice, whole or by line, with a number of its own; the same credit sent again is made once',
  }),

  addInvoicePayment: call('POST /client-invoices/:id/payments', {
    ...office,
    input: { id, payment: newInvoicePayment },
    returns: clientInvoice,
    touches: [],
    summary: 'Records a payment that the office received, at most what is left; sent again, it is the same one',
  }),

  removeInvoicePayment: call('DELETE /client-invoices/:id/payments/:paymentId', {
    ...office,
    input: { id, paymentId: id },
    returns: clientInvoice,
    touches: [],
    summary: 'Removes a payment that was recorded by hand',
  }),

  payClientInvoices: call('POST /client-invoices/:id/pay', {
    who: clients,
    input: {
      id,
      /** Paid with it, of the same company. */
      invoiceIds: z
        .array(id)
        .max(mostPaidAtOnce - 1, `Payez au plus ${mostPaidAtOnce} factures à la fois.`)
        .optional(),
    },
    limits: [{ by: 'address', max: 120, seconds: 3600 }],
    returns: checkout,
    touches: [],
    outside: true,
    summary: 'Opens a checkout for what is left of an invoice, or of several of one company, or answers the open one',
  }),

  refundInvoicePayment: call('POST /client-invoices/:id/payments/:paymentId/refund', {
    ...office,
    input: { id, paymentId: id, ...refunding },
    returns: clientInvoice,
    touches: [],
    outside: true,
    summary: 'Refunds to its card what was overpaid: all of it, or an amount',
  }),

  addInvoiceRefund: call('POST /client-invoices/:id/refunds', {
    ...office,
    input: { id, refund: newInvoicePayment },
    returns: clientInvoice,
    touches: [],
    summary: 'Records what the office gave back by another way, at most what was overpaid; sent again, it is the same one',
  }),

  printClientInvoice: call('GET /client-invoices/:id/print', {
    ...readers,
    outside: true,
    input: { id },
    file: 'application/pdf',
    summary: 'One invoice as PDF, with its credit notes',
  }),
})
