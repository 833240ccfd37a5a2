// The life of an invoice of the platform (docs/product/billing.md).
import { life } from '../life.ts'

export const invoiceStatuses = ['draft', 'open', 'paid', 'uncollectible', 'void'] as const
export type InvoiceStatus = (typeof invoiceStatuses)[number]

const events = ['issue', 'pay', 'giveUp', 'annul'] as const
export type InvoiceEvent = (typeof events)[number]

/** Whoever has the page of one that was given up still can pay it. */
export const invoiceLife = life<InvoiceStatus, InvoiceEvent>(events, {
  draft: { issue: 'open', annul: 'void' },
  open: { pay: 'paid', giveUp: 'uncollectible', annul: 'void' },
  uncollectible: { pay: 'paid', annul: 'void' },
  paid: {},
  void: {},
})

/** Something is still to be done about these by ourselves. */
export const unsettledStates: readonly InvoiceStatus[] = ['draft', 'open']
/** Somebody still owes these. */
export const owedStates: readonly InvoiceStatus[] = ['draft', 'open', 'uncollectible']
