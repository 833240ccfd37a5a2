// Separate from a site's schema, so that code that only shows an address doesn't load it.
import type { SiteAddress } from './site.ts'

type AddressLine = Pick<SiteAddress, 'civicNumber' | 'street'> & Partial<Pick<SiteAddress, 'apartment' | 'city'>>

/** « 123, rue Saint-Jean, app. 4, Québec ». */
export const addressLine = ({ civicNumber, street, apartment, city }: AddressLine): string =>
  [civicNumber, street, apartment && `app. ${apartment}`, city].filter(Boolean).join(', ')
