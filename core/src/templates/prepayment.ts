import type { IsoDate } from '../time.ts'
import type { PaymentMethod } from './terms.ts'

interface Agreed {
  paymentMethods: readonly PaymentMethod[]
  schedules: readonly { paymentDate: IsoDate; percent: number }[]
  startAt: IsoDate | null
}

/**
 * Québec's consumer law: when a consumer signs remotely, only a credit card may be charged before the service begins,
 * because card payments can be reversed. Undefined if there is nothing to warn about; callers don't warn for
 * businesses.
 */
export function prepaymentWarning({ paymentMethods, schedules, startAt }: Agreed): string | undefined {
  const isAhead = startAt !== null && schedules.some(({ paymentDate, percent }) => percent > 0 && paymentDate < startAt)
  if (!isAhead || paymentMethods.every((method) => method === 'credit_card')) return undefined
  return (
    'Un versement est dû avant le début du service. ' +
    'La Loi sur la protection du consommateur ne permet de le demander à un consommateur que par carte de crédit lorsque le ' +
    'contrat est conclu à distance.'
  )
}
