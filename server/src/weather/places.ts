// The places whose weather a company needs: its middle, and its sectors that are far from there.
import { metresBetween, type Point } from '@bordee/core/geo.ts'
import type { Work } from '../engine/ctx.ts'

export interface Place extends Point {
  /** Null for the middle of the company. */
  sectorId: string | null
}

/** A storm may pass one side of it. */
const farMetres = 20_000
/** What one company may cost each hour: its farthest sectors. */
const mostFarSectors = 20

/** Empty for a company that is nowhere on the map. */
export async function placesOf({ tx }: Pick<Work, 'tx'>, companyId: string): Promise<Place[]> {
  const [centre] = await tx.sql<{ lat: number | null; lng: number | null }>`
    select coalesce(m.lat, c.lat) as lat, coalesce(m.lng, c.lng) as lng
    from companies c
    -- Half of the sites are on each side: one that is misplaced moves nothing.
    cross join lateral (
      select percentile_cont(0.5) within group (order by s.lat) as lat, percentile_cont(0.5) within group (order by s.lng) as lng
      from sites s
      where s.company_id = c.id and s.lat is not null) m
    where c.id = ${companyId}`
  if (centre?.lat == null || centre.lng == null) return []
  const middle = { lat: centre.lat, lng: centre.lng }
  const sectors = await tx.sql<Place>`
    select s.id as "sectorId", m.lat, m.lng
    from sectors s
    cross join lateral (
      select percentile_cont(0.5) within group (order by x.lat) as lat, percentile_cont(0.5) within group (order by x.lng) as lng
      from sector_members l
      join sites x on x.company_id = l.company_id and x.id = l.site_id
      where l.company_id = s.company_id and l.sector_id = s.id and x.lat is not null) m
    where s.company_id = ${companyId} and m.lat is not null
    order by s.id`
  const far = sectors
    .map((sector) => ({ sector, metres: metresBetween(middle, sector) }))
    .filter(({ metres }) => metres > farMetres)
    .toSorted((a, b) => b.metres - a.metres)
    .slice(0, mostFarSectors)
  return [{ sectorId: null, ...middle }, ...far.map(({ sector }) => sector)]
}
