// A contract's own copies of its addresses, one line each.
import type { Contract } from '@bordee/core/contracts/contract.ts'
import { addressLine } from '@bordee/core/sites/address-line.ts'

export const billingLine = (contract: Contract) =>
  addressLine({
    civicNumber: contract.clientBillingCivicNumber,
    street: contract.clientBillingStreet ?? '',
    apartment: contract.clientBillingApartment,
    city: contract.clientBillingCity,
  })

/** Null if the contract has no site. */
export function siteLine({ site }: Pick<Contract, 'site'>): string | null {
  if (!site) return null
  const { siteCivicNumber, siteStreet, siteApartment, siteCity } = site
  return addressLine({ civicNumber: siteCivicNumber, street: siteStreet, apartment: siteApartment, city: siteCity })
}
