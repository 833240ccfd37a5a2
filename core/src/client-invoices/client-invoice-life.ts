// The life of a company's invoice to a client (docs/product/client-invoices.md): only a credit note undoes one that was issued.
import { life } from '../life.ts'

export const clientInvoiceStatuses = ['draft', 'issued', 'partial', 'paid', 'credited'] as const
export type ClientInvoiceStatus = (typeof clientInvoiceStatuses)[number]
export const clientInvoiceStatusNames: Record<ClientInvoiceStatus, string> = {
  draft: 'Brouillon',
  issued: 'Émise',
  partial: 'Payée en partie',
  paid: 'Payée',
  credited: 'Créditée',
}

const events = [
  'issue',
  /** By its money alone: all is paid, a part, or nothing. */
  'settle',
  'payPart',
  'owe',
  /** Nothing of it is left to bill. */
  'credit',
] as const
export type ClientInvoiceEvent = (typeof events)[number]

const byMoney = { settle: 'paid', payPart: 'partial', owe: 'issued', credit: 'credited' } as const

export const clientInvoiceLife = life<ClientInvoiceStatus, ClientInvoiceEvent>(events, {
  draft: { issue: 'issued' },
  issued: byMoney,
  partial: byMoney,
  paid: byMoney,
  // Money that came in by mistake may still go back.
  credited: { credit: 'credited' },
})

/** Something may be left to pay. */
export const owingStates = clientInvoiceLife.from('settle').filter((status) => status !== 'paid')

export const isIssued = (status: ClientInvoiceStatus): boolean => status !== 'draft'

/** What the history says of an invoice, in the order in which it usually happens. */
export const clientInvoiceHistoryNames = {
  create: 'Brouillon créé',
  edit: 'Brouillon modifié',
  issue: 'Facture émise',
  send: 'Envoyée par courriel',
  mailRefused: 'Courriel refusé',
  payment: 'Paiement inscrit',
  paymentRemoved: 'Paiement retiré',
  refund: 'Remboursement',
  refundFailed: 'Remboursement échoué',
  dispute: 'Paiement contesté',
  disputeWon: 'Contestation gagnée',
  credit: 'Note de crédit émise',
} as const
export type ClientInvoiceRemark = keyof typeof clientInvoiceHistoryNames
