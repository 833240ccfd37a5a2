// Separate from a site's schema, so that code that only shows an address doesn't load it.
import type { SiteAddress } from './site.ts'

type AddressLine = Pick<SiteAddress, 'civicNumber' | 'street'> & Partial<Pick<SiteAddress, 'apartment' | 'city'>>
type WholeAddress = AddressLine & Partial<Pick<SiteAddress, 'state' | 'zip'>>

/** « 123, rue Saint-Jean, app. 4, Québec ». */
export const addressLine = ({ civicNumber, street, apartment, city }: AddressLine): string =>
  [civicNumber, street, apartment && `app. ${apartment}`, city].filter(Boolean).join(', ')

/** A site in a list of choices; a name that only repeats the street is left out. */
export const namedAddress = (name: string, address: AddressLine): string => {
  const line = addressLine(address)
  return line.startsWith(name) ? line : `${name}, ${line}`
}

/** « 123, rue Saint-Jean, app. 4, Québec QC G1R 1P8 »: what a letter needs. */
export const wholeAddress = ({ state, zip, ...line }: WholeAddress): string => [addressLine(line), state, zip].filter(Boolean).join(' ')
