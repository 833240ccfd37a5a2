// Invoices in words.
import type { Invoice } from '@bordee/core/billing/invoice.ts'
import { formatDate, todayIn } from '@bordee/core/time.ts'
import type { StatusTone } from '../ui/Status.tsx'

export const dayOf = (seconds: number, zone: string): string => formatDate(todayIn(zone, new Date(seconds * 1000)))

/** The last day of a period is the one before its end. */
export const periodText = ({ period_start, period_end }: Pick<Invoice, 'period_start' | 'period_end'>, zone: string): string =>
  `${dayOf(period_start, zone)} au ${dayOf(period_end - 1, zone)}`

const words: Record<Invoice['status'], [StatusTone, string]> = {
  draft: ['neutral', 'Brouillon'],
  open: ['attention', 'À payer'],
  paid: ['good', 'Payé'],
  uncollectible: ['bad', 'En retard'],
  void: ['neutral', 'Annulé'],
}

/** One that waits for its payment after its day is late, whether we still try or not. */
export const standingOf = ({ status, is_past_due }: Pick<Invoice, 'status' | 'is_past_due'>): [StatusTone, string] =>
  words[is_past_due ? 'uncollectible' : status]

/** What it is for. */
export const subjectOf = (invoice: Invoice, zone: string): string =>
  ({
    alerts: `Alertes du ${periodText(invoice, zone)}`,
    activation: 'Activation du module d’alertes',
    bank: 'Achat d’alertes',
  })[invoice.purpose]
