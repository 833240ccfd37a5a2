// A season in centimetres.

import { seasonYear } from '@bordee/core/operations/season.ts'
import { seasonSnow, sectorSnow, siteSnow } from '@bordee/core/operations/snowfall.ts'
import { runsCompany } from '@bordee/core/roles.ts'
import { completeKinds } from '@bordee/core/runs/run-kind.ts'
import type { OwnSeason, SeasonSnowfall } from '@bordee/core/season/season-snow.ts'
import { todayIn } from '@bordee/core/time.ts'
import { readUsages } from '../contracts/ceiling-usage.ts'
import { type Ctx, companyOf } from '../engine/ctx.ts'
import { inStates } from '../engine/db/states.ts'
import { visibleClients } from '../folders/visible-folders.ts'
import { ofSeason, readSnowNights, seasonIn } from '../operations/snowfall.ts'
import { readWeatherDays } from '../weather/weather-days.ts'

export async function readSeasonSnowfall(ctx: Ctx, year: number): Promise<SeasonSnowfall> {
  const companyId = companyOf(ctx)
  const season = await seasonIn(ctx, companyId, year)
  const nights = await readSnowNights(ctx, companyId, season)
  const sectors = await ctx.tx.sql<{ sectorId: string | null; name: string; passes: number }>`
    with passes as materialized (
      select s.id, s.site_id
      from operations o
      join runs r on r.company_id = o.company_id and r.operation_id = o.id and r.kind in ${inStates(completeKinds)}
      join run_sites s on s.company_id = r.company_id and s.run_id = r.id and s.state = 'done'
      where ${ofSeason(companyId, season)}),
    by_sector as (
      select m.sector_id, count(*)::int as n
      from sector_members m
      join passes p on p.site_id = m.site_id
      where m.company_id = ${companyId}
      group by m.sector_id)
    select null as "sectorId", '' as name, (select count(*)::int from passes) as passes
    union all
    (select s.id, s.name, coalesce(b.n, 0)
     from sectors s
     left join by_sector b on b.sector_id = s.id
     where s.company_id = ${companyId}
     order by s.name, s.id)`
  const usages = runsCompany(ctx.actor.role) ? await readUsages(ctx, companyId, season) : null
  return {
    year,
    snow: seasonSnow(nights),
    passes: sectors.find(({ sectorId }) => sectorId === null)?.passes ?? 0,
    sectors: sectors.flatMap(({ sectorId, name, passes }) =>
      sectorId === null ? [] : [{ sectorId, name, passes, snow: sectorSnow(nights, sectorId) }],
    ),
    ...(await readWeatherDays(ctx, companyId, season)),
    contracts: usages?.toSorted((a, b) => b.percent - a.percent) ?? null,
  }
}

/** A client's sites in all their companies, by name. */
export async function readOwnSeasons(ctx: Ctx): Promise<OwnSeason[]> {
  const sites = await ctx.tx.sql<Omit<OwnSeason, 'year' | 'snow'> & { companyId: string; zone: string; sectorIds: string[] }>`
    select s.id as "siteId", s.name as "siteName", k.name as "companyName", k.id as "companyId", k.time_zone as zone,
           array(select m.sector_id from sector_members m where m.company_id = s.company_id and m.site_id = s.id) as "sectorIds"
    from clients c
    join companies k on k.id = c.company_id and k.operation_is_season_in_portal and k.is_active and k.archived_at is null
    join sites s on s.company_id = c.company_id and s.client_id = c.id
    where ${visibleClients(ctx, 'c')}
    order by k.name, k.id, s.name, s.id`
  const byCompany = Map.groupBy(sites, ({ companyId }) => companyId)
  const found: OwnSeason[] = []
  for (const [companyId, own] of byCompany) {
    const year = seasonYear(todayIn(own[0]?.zone ?? '', ctx.now))
    const nights = await readSnowNights(ctx, companyId, await seasonIn(ctx, companyId, year))
    for (const { sectorIds, zone: _, companyId: __, ...site } of own) found.push({ ...site, year, snow: siteSnow(nights, sectorIds) })
  }
  return found
}
