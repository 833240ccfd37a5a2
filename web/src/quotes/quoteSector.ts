// The area a company takes requests from, as its screens show it.
import { contains, type Polygon } from '@bordee/core/geo.ts'
import { siteCalls } from '@bordee/core/sites/sites.calls.ts'
import { useMemo } from 'react'
import { useCall } from '../calls.ts'

/** The company's located sites, and how many lie inside the outline; undefined while they load. */
export function useSitesIn(polygon: Polygon) {
  const sites = useCall(siteCalls.listSites)
  const places = useMemo(
    () => (sites.data ?? []).flatMap(({ id, address: { location } }) => (location ? [{ id, point: location }] : [])),
    [sites.data],
  )
  const inside = useMemo(() => (polygon.length > 2 ? places.filter(({ point }) => contains(polygon, point)).length : 0), [places, polygon])
  return { places, inside: sites.data && inside }
}
