// A run with everything known about it: for the replay, for the operator's page, and to prove what was done.

import { inOrder } from '@bordee/core/positions/visits.ts'
import { runsCompany } from '@bordee/core/roles.ts'
import {
  type AreaAction,
  type AreaVisit,
  type RunAction,
  type RunDetails,
  type RunLocation,
  type RunSite,
  runDetails,
} from '@bordee/core/runs/run.ts'
import { type Ctx, companyOf } from '../engine/ctx.ts'
import { jsonOf } from '../engine/db/columns.ts'
import { sql } from '../engine/db/sql.ts'
import { readPositions } from '../positions/chunks.ts'
import { hasLongGaps } from '../positions/tracks.ts'
import { maySeeOperator } from './consents.ts'
import { damagesWhere } from './damages.ts'
import { areaActions } from './marks.ts'
import { passNumbers } from './passes.ts'
import { isServiceStopped } from './route-stops.ts'
import { findRun, type Operator } from './runs.queries.ts'

const { shape } = runDetails
const siteShape = shape.runSites.element.shape

export async function readDetails(ctx: Ctx, id: string, { withLocations }: { withLocations: boolean }): Promise<RunDetails> {
  const { card, operators } = await findRun(ctx, id)
  const companyId = companyOf(ctx)
  const jsons = async <T>(query: Parameters<typeof ctx.tx.rows<{ json: T }>>[0]) => (await ctx.tx.rows(query)).map(({ json }) => json)
  return {
    ...card,
    actions: await jsons(sql<{ json: RunAction }>`
      select ${jsonOf(shape.actions.element.shape, 'a', { userId: sql`o.account_id`, userName: sql`o.name` })} as json
      from run_actions a
      join run_operators o on o.company_id = a.company_id and o.id = a.operator_id
      where a.company_id = ${companyId} and a.run_id = ${id}
      order by a.at, a.id`),
    areaActions: await jsons<AreaAction>(areaActions(companyId, sql`m.run_id = ${id}`)),
    areaVisits: await jsons(sql<{ json: AreaVisit }>`
      select ${jsonOf(shape.areaVisits.element.shape, 'v', {
        runSiteAreaId: sql`v.run_area_id`,
        duration: visitSeconds,
        userName: sql`o.name`,
      })} as json
      from run_visits v
      join run_tracks t on t.company_id = v.company_id and t.id = v.track_id
      join run_operators o on o.company_id = t.company_id and o.id = t.operator_id
      where v.company_id = ${companyId} and v.run_id = ${id}
      order by v.started_at, v.id`),
    damages: await jsons(damagesWhere(companyId, sql`d.run_id = ${id}`)),
    runSites: await jsons(sitesOf(companyId, id)),
    devicesWithLongGaps: runsCompany(ctx.actor.role) ? await readLongGaps(ctx, id) : [],
    locations: withLocations ? await readLocations(ctx, id, operators) : [],
  }
}

/** Duration of the visit with alias `v`. */
export const visitSeconds = sql<number>`round(extract(epoch from v.finished_at - v.started_at))::int`

/** Visits (alias `v`) with their run, area, stop, track and operator: `r`, `a`, `s`, `t`, `o`. */
export const visitsInRuns = sql`
  run_visits v
  join runs r on r.company_id = v.company_id and r.id = v.run_id
  join run_areas a on a.company_id = v.company_id and a.id = v.run_area_id
  join run_sites s on s.company_id = a.company_id and s.id = a.run_site_id
  join run_tracks t on t.company_id = v.company_id and t.id = v.track_id
  join run_operators o on o.company_id = t.company_id and o.id = t.operator_id`

const sitesOf = (companyId: string, runId: string) => sql<{ json: RunSite }>`
  with passes as (
    ${passNumbers(sql`r.company_id = ${companyId}
      and r.operation_id = (select operation_id from runs where company_id = ${companyId} and id = ${runId})
      and s.site_id in (select site_id from run_sites where company_id = ${companyId} and run_id = ${runId})`)}),
  latest_passes as (
    select site_id, max(number) as number from passes group by site_id)
  select ${jsonOf(siteShape, 's', {
    isServiceStopped: isServiceStopped('s'),
    carMovedAt: sql`(select m.moved_at from moved_cars_now m where m.company_id = s.company_id and m.site_id = s.site_id)`,
    passNumber: sql`case when r.operation_id is not null then coalesce(p.number, l.number + 1, 1) end`,
    location: sql`case when s.lat is not null then json_build_object('lat', s.lat, 'lng', s.lng) end`,
    areas: sql`coalesce((
      select json_agg(${jsonOf(siteShape.areas.element.shape, 'a')} order by a.position, a.id)
      from run_areas a
      where a.company_id = s.company_id and a.run_site_id = s.id), '[]')`,
  })} as json
  from run_sites s
  join runs r on r.company_id = s.company_id and r.id = s.run_id
  left join passes p on p.stop_id = s.id
  left join latest_passes l on l.site_id = s.site_id
  where s.company_id = ${companyId} and s.run_id = ${runId}
  order by s.sort_order`

async function readLongGaps(ctx: Ctx, runId: string): Promise<string[]> {
  const devices = await ctx.tx.sql<{ name: string }>`
    select d.name
    from run_tracks t
    join devices d on d.company_id = t.company_id and d.id::text = t.source
    where t.company_id = ${companyOf(ctx)} and t.run_id = ${runId} and ${hasLongGaps}
    order by d.name`
  return devices.map(({ name }) => name)
}

/** Track by track, in time order. An employee only gets his own (consents.ts). */
async function readLocations(ctx: Ctx, runId: string, operators: readonly Operator[]): Promise<RunLocation[]> {
  const companyId = companyOf(ctx)
  const tracks = await ctx.tx.sql<{ id: string; operatorId: string; offset: number }>`
    select t.id, t.operator_id as "operatorId", case when t.source = 'phone' then o.clock_offset else 0 end::float8 as offset
    from run_tracks t
    join run_operators o on o.company_id = t.company_id and o.id = t.operator_id
    where t.company_id = ${companyId} and t.run_id = ${runId}
      and ${maySeeOperator(ctx, 'o')}
    order by t.id`
  const locations: RunLocation[] = []
  for (const { id, operatorId, offset } of tracks) {
    const place = operators.findIndex((operator) => operator.id === operatorId)
    const userId = operators[place]?.accountId ?? String(place + 1)
    for (const { lat, lng, at, speed, accuracy } of inOrder(await readPositions(ctx, { companyId, trackId: id })))
      locations.push({ userId, track: id, lat, lng, timestamp: new Date(at + offset).toISOString(), speed, accuracy })
  }
  return locations
}
