// The site form's schema, and the conversions between the call's site and the form's values.
import { type Site, siteFields } from '@bordee/core/sites/site.ts'
import * as z from 'zod'
import { emptyAddress } from '../clients/clientForm.ts'
import { emptyValues, valuesFrom } from '../ui/form/values.ts'

export const siteSchema = siteFields.omit({ status: true }).extend({ isActive: z.boolean() })
export type SiteValues = z.input<typeof siteSchema>
export type SentSite = z.output<typeof siteSchema>
export type AreaValues = SiteValues['areas'][number]

export const emptySite = (clientId = ''): SiteValues =>
  emptyValues(siteSchema, { customerId: clientId, type: 'residential', address: emptyAddress, isActive: true })

export const valuesOf = (site: Site): SiteValues =>
  valuesFrom(siteSchema, site, {
    isActive: site.status !== 'inactive',
    areas: site.areas.map(({ polygon = [], ...area }) => ({ ...area, polygon })),
  })

/** An area drawn here has no version yet, and a temporary id; the server assigns the real one when it is stored. */
export function asInput({ isActive, areas: drawn, ...site }: SentSite, stored?: Site) {
  const wasActive = stored ? stored.status !== 'inactive' : true
  return {
    ...site,
    // Send the status only if the switch was moved: it may also follow from a contract.
    ...(isActive !== wasActive && { status: isActive ? 'active' : 'inactive' }),
    areas: drawn.map(({ id, ...area }) => ({ id: area.version ? id : undefined, ...area })),
  }
}
