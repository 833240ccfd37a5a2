// Why a site is left out of a route (docs/product/routes.md). SQL on the server applies the same rule; the form shows
// it before saving.
import type { Site } from '../sites/site.ts'
import type { exclusionReasons } from './route.ts'

export type ExclusionReason = (typeof exclusionReasons)[number]

export function exclusionReason(
  site: Pick<Site, 'status'> & { areas: Pick<Site['areas'][number], 'services'>[] },
  serviceIds: readonly string[],
): ExclusionReason | null {
  if (site.status !== 'active') return site.status
  if (serviceIds.length === 0) return null
  return site.areas.some((area) => area.services.some((id) => serviceIds.includes(id))) ? null : 'no_common_services'
}
