// A company's invoice to a client (docs/product/client-invoices.md). It keeps its own copy of client and company from its issue on.
import * as z from 'zod'
import { billableUnits } from '../billables/billable.ts'
import { largestTotal, movements, notPositive } from '../contracts/contract.ts'
import { taxCodes } from '../contracts/taxes.ts'
import { methodOf, paymentMethods } from '../templates/terms.ts'
import { id, instant, named, optionalLines, optionalText, plausibleDay, text } from '../wire.ts'
import { clientInvoiceHistoryNames, clientInvoiceStatuses } from './client-invoice-life.ts'

const cents = z.int()

export const invoiceGroupings = ['client', 'site'] as const
export type InvoiceGrouping = (typeof invoiceGroupings)[number]

/** Of one invoice for each client or site. */
export const mostLines = 20_000

/** What the office may change in a draft. */
export const clientInvoiceChanges = z
  .object({
    /** Of the client. */
    purchaseOrder: optionalText(60).meta({ title: 'Bon de commande' }),
    note: optionalLines(1000).meta({ title: 'Note' }),
    /** Null: so many days after the issue as the company's settings say. */
    dueDate: z.iso.date('Entrez une date d’échéance.').nullable().meta({ title: 'Échéance' }),
    /** Lines that are to be billed another time. */
    removedLineIds: z.array(id).max(mostLines),
  })
  .partial()
export type ClientInvoiceChanges = z.output<typeof clientInvoiceChanges>

const clientInvoiceLine = z.object({
  id,
  billableId: id.nullable(),
  /** Of the operation, by the company's calendar. */
  day: z.iso.date(),
  description: z.string(),
  unit: z.enum(billableUnits),
  quantity: z.number(),
  price: cents,
  /** Before taxes. */
  amount: cents,
  siteAddress: z.string().nullable(),
  contractNumber: z.string(),
  /** The number of the credit note that it is on. */
  creditNumber: z.string().nullable(),
})
export type ClientInvoiceLine = z.infer<typeof clientInvoiceLine>

const tax = z.object({ tax: z.string(), code: z.enum(taxCodes), percent: z.number(), amount: cents })

const invoicePayment = z.object({
  id,
  amount: cents,
  paidAt: z.iso.date(),
  type: z.enum(paymentMethods),
  wasOnline: z.boolean(),
  movement: z.enum(movements),
  /** How much of a card payment of this invoice can still be refunded. */
  refundable: cents,
})

const credit = z.object({
  id,
  number: z.string(),
  issuedOn: z.iso.date(),
  reason: z.string(),
  subtotal: cents,
  taxes: z.array(tax),
  totalPrice: cents,
})
export type InvoiceCredit = z.infer<typeof credit>

const clientPart = z.object({
  clientId: id.nullable(),
  clientName: z.string(),
  clientNumber: z.string().nullable(),
  clientEmail: z.string().nullable(),
  clientPhone: z.string().nullable(),
  clientBillingCivicNumber: z.string().nullable(),
  clientBillingStreet: z.string().nullable(),
  clientBillingApartment: z.string().nullable(),
  clientBillingCity: z.string().nullable(),
  clientBillingState: z.string().nullable(),
  clientBillingZip: z.string().nullable(),
})

export const clientInvoice = named(
  'ClientInvoice',
  z.object({
    id,
    companyId: id,
    status: z.enum(clientInvoiceStatuses),
    /** « F-2026-0042 », from its issue on. */
    number: z.string().nullable(),
    ...clientPart.shape,
    companyName: z.string(),
    companyAddress: z.string().nullable(),
    companyPhone: z.string().nullable(),
    companyEmail: z.string().nullable(),
    companyTps: z.string().nullable(),
    companyTvq: z.string().nullable(),
    companyHst: z.string().nullable(),
    companyQEN: z.string().nullable(),
    /** Of an invoice of one site. */
    siteId: id.nullable(),
    siteAddress: z.string().nullable(),
    purchaseOrder: z.string().nullable(),
    note: z.string().nullable(),
    issuedOn: z.iso.date().nullable(),
    dueDate: z.iso.date().nullable(),
    /** From the day after the due date on, while something is left. */
    isOverdue: z.boolean(),
    isTaxesCharged: z.boolean(),
    lines: z.array(clientInvoiceLine),
    subtotal: cents,
    taxes: z.array(tax),
    totalPrice: cents,
    creditedAmount: cents,
    paidAmount: cents,
    amountLeft: cents,
    /** Paid beyond what it is worth: to be refunded. */
    overpaidAmount: cents,
    /** Of the client, where one of their contracts accepts Interac transfers. */
    transferCode: z.string().nullable(),
    /** Its client can pay it by card. */
    isOnlinePaymentPossible: z.boolean(),
    payments: z.array(invoicePayment),
    credits: z.array(credit),
    /** By e-mail, the last time. */
    sentAt: instant.nullable(),
    createdAt: instant,
  }),
)
export type ClientInvoice = z.infer<typeof clientInvoice>

export const clientInvoiceRow = named(
  'ClientInvoiceRow',
  clientInvoice
    .pick({
      id: true,
      companyId: true,
      status: true,
      number: true,
      clientId: true,
      clientName: true,
      clientNumber: true,
      clientEmail: true,
      companyName: true,
      siteAddress: true,
      purchaseOrder: true,
      issuedOn: true,
      dueDate: true,
      isOverdue: true,
      subtotal: true,
      totalPrice: true,
      creditedAmount: true,
      paidAmount: true,
      amountLeft: true,
      overpaidAmount: true,
      transferCode: true,
      isOnlinePaymentPossible: true,
      sentAt: true,
      createdAt: true,
    })
    .extend({ lineCount: z.int() }),
)
export type ClientInvoiceRow = z.infer<typeof clientInvoiceRow>

export const clientInvoiceHistoryItem = named(
  'ClientInvoiceHistoryItem',
  z.object({
    id,
    event: z.enum(Object.keys(clientInvoiceHistoryNames) as [keyof typeof clientInvoiceHistoryNames]),
    status: z.enum(clientInvoiceStatuses),
    detail: z.string().nullable(),
    userEmail: z.string().nullable(),
    createdAt: instant,
  }),
)
export type ClientInvoiceHistoryItem = z.infer<typeof clientInvoiceHistoryItem>

/** The id is the sender's, so that a payment sent again is the one recorded then. */
export const newInvoicePayment = z.object({
  id,
  amount: z.int('Veuillez entrer un montant.').positive(notPositive).max(largestTotal, 'Le montant est trop élevé.'),
  paidAt: plausibleDay,
  type: methodOf('Veuillez sélectionner un type de paiement.'),
})
export type NewInvoicePayment = z.output<typeof newInvoicePayment>

/** How many a client pays at once. */
export const mostPaidAtOnce = 100

export const crediting = {
  creditId: id,
  /** All that are left without any. */
  lineIds: z.array(id).min(1).max(mostLines).optional(),
  reason: text(300),
  /** Puts the lines back among those to be billed. */
  isBilledAgain: z.boolean().default(false),
}
