// What a contract needs before anyone outside the office sees it.
import { isSeason, type Pricing } from '../templates/pricing.ts'
import type { IsoDate } from '../time.ts'
import { addsUpTo100 } from './contract-money.ts'

interface Leaving {
  siteId: string | null
  startAt: IsoDate | null
  endAt: IsoDate | null
  services: readonly { pricing: Pricing }[]
  paymentShedules: readonly { percent: number }[] // sic
  clientEmail: string | null
}

/** The missing items, named as on the form. Without a line of the season there is nothing to schedule. */
export function missingToLeaveDraft({ siteId, startAt, endAt, services, paymentShedules }: Leaving): string[] {
  return [
    ...(siteId ? [] : ['Point de service']),
    ...(startAt ? [] : ['Date de début']),
    ...(endAt ? [] : ['Date de fin']),
    ...(services.length > 0 ? [] : ['Services']),
    ...(addsUpTo100(paymentShedules) || (services.length > 0 && !services.some(isSeason)) ? [] : ['Calendrier de paiements (100\u00a0%)']),
  ]
}

export const missingToSend = (contract: Leaving): string[] => [
  ...missingToLeaveDraft(contract),
  ...(contract.clientEmail ? [] : ['Courriel du client']),
]

/** Nobody can sign a contract after its end date. */
export const isOver = (endAt: IsoDate | null, today: IsoDate): boolean => endAt !== null && endAt < today
