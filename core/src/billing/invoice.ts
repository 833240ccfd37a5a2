// A company's invoices as it sees them: snake_case and Unix seconds, like payment providers; amounts in cents.
import * as z from 'zod'
import { named } from '../wire.ts'
import { invoiceStatuses } from './invoice-life.ts'

const seconds = z.int()

const invoicePurposes = ['alerts', 'activation', 'bank'] as const
export type InvoicePurpose = (typeof invoicePurposes)[number]

export const invoice = named(
  'Invoice',
  z.object({
    id: z.string(),
    /** Null while it is a draft. */
    invoice_number: z.string().nullable(),
    purpose: z.enum(invoicePurposes),
    total: z.int(),
    status: z.enum(invoiceStatuses),
    /** Owed and past its due date: sends on credit are suspended. */
    is_past_due: z.boolean(),
    created: seconds,
    due_date: seconds.nullable(),
    period_start: seconds,
    period_end: seconds,
    invoice_pdf: z.string().nullable(),
    hosted_invoice_url: z.string().nullable(),
  }),
)
export type Invoice = z.infer<typeof invoice>

const period = z.object({ start: seconds, end: seconds })

/** `total` is the balance, taxes included; negative when credits exceed charges. */
export const upcomingInvoice = named(
  'UpcomingInvoice',
  z.object({
    currency: z.literal('cad'),
    subtotal: z.int(),
    taxes: z.array(z.object({ description: z.string(), amount: z.int() })),
    total: z.int(),
    period_start: seconds,
    period_end: seconds,
    alertsInBank: z.int(),
    billedAlerts: z.int(),
    lines: z.array(
      z.object({
        id: z.string(),
        description: z.string(),
        quantity: z.int(),
        currency: z.literal('cad'),
        amount: z.int(),
        period,
      }),
    ),
  }),
)
export type UpcomingInvoice = z.infer<typeof upcomingInvoice>

export const alertPrice = named('AlertPrice', z.object({ id: z.string(), unitAmount: z.int() }))

/** A lot that a company may buy: a number of alerts for a price in cents before taxes. */
export const bankOffer = named('BankOffer', z.object({ id: z.string(), amount: z.int(), price: z.int() }))

/** The cardholder must first confirm with their bank (3-D Secure): their browser asks it with this secret. */
export const bankAction = named(
  'BankAction',
  z.object({
    status: z.literal('action'),
    clientSecret: z.string(),
    provider: z.enum(['embedded', 'stripe']),
    paymentMethodId: z.string().nullable(),
  }),
)
export type BankAction = z.infer<typeof bankAction>
