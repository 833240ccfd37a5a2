// Texts shown before a send: how long it takes and what pays for it.
import type { AlertPreview } from '@bordee/core/alerts/alert.ts'
import { formatMoney } from '@bordee/core/money.ts'
import { count } from '@bordee/core/text.ts'

/** 50 → « moins d’une minute », 720 → « environ 12 minutes », 7500 → « environ 2 h 05 ». */
export function durationText(seconds: number): string {
  const minutes = Math.ceil(seconds / 60)
  if (seconds < 60) return 'moins d’une minute'
  if (minutes < 60) return `environ ${count(minutes, 'minute')}`
  return `environ ${Math.floor(minutes / 60)}\u00a0h\u00a0${String(minutes % 60).padStart(2, '0')}`
}

/** « Autre », without those whom hours refuse: they have lines of their own. */
export const otherwiseCancelled = ({ cancelled, hours }: Pick<AlertPreview, 'cancelled' | 'hours'>) =>
  (cancelled.other ?? 0) - hours.quiet - hours['call-hours']

interface Payment {
  told: number
  amount: number
  /** Null for an employee, who may not see the balance. */
  bankAmount: number | null
}

/** The bank pays first, then the next invoice. */
export function paymentText({ told, amount, bankAmount }: Payment): string {
  if (told === 0 || amount === 0) return 'Sans frais.'
  if (bankAmount === null)
    return `${formatMoney(amount)}, payés par la banque d’alertes de la compagnie, puis par sa prochaine facture Bordée.`
  const fromBank = Math.min(told, bankAmount)
  const billed = formatMoney(((told - fromBank) * amount) / told)
  if (fromBank === 0) return `${billed}, sur votre prochaine facture Bordée.`
  const taken = `${count(fromBank, 'alerte prise', 'alertes prises')} dans la banque`
  return fromBank === told ? `${taken}; rien n’est facturé.` : `${taken} et ${billed} sur votre prochaine facture Bordée.`
}
