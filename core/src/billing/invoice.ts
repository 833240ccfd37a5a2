// What a company sees of its bills: snake_case and Unix seconds, as payment providers write them; amounts are cents.
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
    /** Null as long as it is a draft. */
    invoice_number: z.string().nullable(),
    purpose: z.enum(invoicePurposes),
    total: z.int(),
    status: z.enum(invoiceStatuses),
    /** Owed, and its day has passed: it suspends what is sent on credit. */
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

/** `total` is the balance, taxes included; negative where more was given back than sent. */
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

/** A lot that a company may buy: so many alerts, for so many cents before taxes. */
export const bankOffer = named('BankOffer', z.object({ id: z.string(), amount: z.int(), price: z.int() }))

/** The holder of the card must confirm with his bank first (3-D Secure): his browser asks it with this secret. */
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
