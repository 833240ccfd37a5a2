import type { TaxPlace } from '@bordee/core/contracts/taxes.ts'
import { useMe } from '../session.tsx'

/** Where the company is: what is taxed nowhere else is taxed there. */
export function usePlaceOfCompany(): TaxPlace {
  const { company } = useMe()
  return { state: company?.state ?? null, country: company?.country ?? null }
}
