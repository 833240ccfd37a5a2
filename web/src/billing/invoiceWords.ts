// The texts that describe an invoice.
import type { Invoice } from '@bordee/core/billing/invoice.ts'
import { formatDate, todayIn } from '@bordee/core/time.ts'
import type { StatusTone } from '../ui/Status.tsx'

export const dayOf = (seconds: number, zone: string): string => formatDate(todayIn(zone, new Date(seconds * 1000)))

/** A period ends just before `period_end`, so its last day is the day before. */
export const periodText = ({ period_start, period_end }: Pick<Invoice, 'period_start' | 'period_end'>, zone: string): string =>
  `${dayOf(period_start, zone)} au ${dayOf(period_end - 1, zone)}`

const words: Record<Invoice['status'], [StatusTone, string]> = {
  draft: ['neutral', 'Brouillon'],
  open: ['attention', 'À payer'],
  paid: ['good', 'Payée'],
  uncollectible: ['bad', 'En retard'],
  void: ['neutral', 'Annulée'],
}

/** An unpaid invoice past its due date is late, whether or not we are still trying to collect it. */
export const standingOf = ({ status, is_past_due }: Pick<Invoice, 'status' | 'is_past_due'>): [StatusTone, string] =>
  words[is_past_due ? 'uncollectible' : status]

export const subjectOf = (invoice: Invoice, zone: string): string =>
  ({
    alerts: `Alertes du ${periodText(invoice, zone)}`,
    activation: 'Activation du module d’alertes',
    bank: 'Achat d’alertes',
  })[invoice.purpose]
