import type { TaxPlace } from '@bordee/core/contracts/taxes.ts'
import { useMe } from '../session.tsx'

/** The company's location: where taxes apply unless the site or the client is elsewhere. */
export function usePlaceOfCompany(): TaxPlace {
  const { company } = useMe()
  return { state: company?.state ?? null, country: company?.country ?? null }
}
