import type { IsoDate } from '../time.ts'
import type { PaymentMethod } from './terms.ts'

interface Agreed {
  paymentMethods: readonly PaymentMethod[]
  schedules: readonly { paymentDate: IsoDate; percent: number }[]
  startAt: IsoDate | null
}

/**
 * Québec's consumer law: of a consumer who agrees at a distance, only a credit card may take money ahead of the service, because it can be charged
 * back. Undefined where there is nothing to say; a contract with a business has nothing either.
 */
export function prepaymentWarning({ paymentMethods, schedules, startAt }: Agreed): string | undefined {
  const isAhead = startAt !== null && schedules.some(({ paymentDate, percent }) => percent > 0 && paymentDate < startAt)
  if (!isAhead || paymentMethods.every((method) => method === 'credit_card')) return undefined
  return 'Un versement est dû avant le début du service. La Loi sur la protection du consommateur ne permet de le demander à un consommateur que par carte de crédit lorsque le contrat est conclu à distance.'
}
