// The life of an invoice of the platform (docs/product/billing.md).
import { life } from '../life.ts'

export const invoiceStatuses = ['draft', 'open', 'paid', 'uncollectible', 'void'] as const
export type InvoiceStatus = (typeof invoiceStatuses)[number]

const events = ['issue', 'pay', 'giveUp', 'annul'] as const
export type InvoiceEvent = (typeof events)[number]

/** An invoice that was given up can still be paid, from its page or by a card that its owner presses for. */
export const invoiceLife = life<InvoiceStatus, InvoiceEvent>(events, {
  draft: { issue: 'open', annul: 'void' },
  open: { pay: 'paid', giveUp: 'uncollectible', annul: 'void' },
  uncollectible: { pay: 'paid', annul: 'void' },
  paid: {},
  void: {},
})

/** We still have something to do about these. */
export const unsettledStates: readonly InvoiceStatus[] = ['draft', 'open']
/** A card may be charged for these. */
export const chargeableStates: readonly InvoiceStatus[] = ['open', 'uncollectible']
/** The company still owes these. */
export const owedStates: readonly InvoiceStatus[] = ['draft', 'open', 'uncollectible']
