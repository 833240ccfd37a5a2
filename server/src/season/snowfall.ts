// A season in centimetres.

import { seasonSnow, sectorSnow } from '@bordee/core/operations/snowfall.ts'
import { runsCompany } from '@bordee/core/roles.ts'
import { completeKinds } from '@bordee/core/runs/run-kind.ts'
import type { SeasonSnowfall } from '@bordee/core/season/season-snow.ts'
import { readUsages } from '../contracts/ceiling-usage.ts'
import { type Ctx, companyOf } from '../engine/ctx.ts'
import { sql } from '../engine/db/sql.ts'
import { inStates } from '../engine/db/states.ts'
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
    contracts: usages && usages.toSorted((a, b) => b.percent - a.percent),
  }
}
