// The stops of a route, as a run copies them when it starts and as a phone stores them to start without a network.
import { signedStates } from '@bordee/core/contracts/contract-life.ts'
import { notFound } from '@bordee/core/problem.ts'
import { type RouteStop, routeStop } from '@bordee/core/runs/run.ts'
import { type Ctx, companyOf } from '../engine/ctx.ts'
import { columnsOf, jsonOf } from '../engine/db/columns.ts'
import { type Sql, sql } from '../engine/db/sql.ts'
import { inStates } from '../engine/db/states.ts'
import { placedSites } from '../routes/routes.queries.ts'
import { addressText } from '../sites/site-address.ts'

const { areas } = routeStop.shape
const card = routeStop.omit({ areas: true, location: true, sortOrder: true, isServiceStopped: true }).shape

/** Of the stop with that alias. */
export const isServiceStopped = (stop: string): Sql<boolean> => sql<boolean>`exists (
  select from stopped_sites_now w where w.company_id = ${sql.ref(`${stop}.company_id`)} and w.site_id = ${sql.ref(`${stop}.site_id`)})`

/** What a run copies of a site, besides its place in the run. */
export const stopColumns = sql`company_id, lat, lng, ${columnsOf(card)}`

/** The sites that the route includes, in its order; with `siteIds`, only those. */
export const stopsOfRoute = (companyId: string, routeId: string, siteIds: readonly string[] | null = null): Sql<unknown> => sql`
  select s.*, (row_number() over (order by (p.json ->> 'sortOrder')::int) - 1)::int as sort_order
  from (${placedSites(sql`${routeId}::uuid`)}) p
  join (${siteAsStop(companyId)}) s on s.site_id = (p.json -> 'site' ->> 'id')::uuid
  where (p.json ->> 'isIncluded')::boolean and (${siteIds === null} or s.site_id = any(${siteIds ?? []}::uuid[]))`

/** Every site as a stop, for stops that no route places. */
export const siteAsStop = (companyId: string): Sql<unknown> => sql`
  select s.company_id,
         s.id as site_id,
         s.name as site_name,
         ${addressText('s')} as site_address,
         c.name as customer_name,
         s.lat,
         s.lng,
         s.notes,
         coalesce(${iceInForce}, '') = 'included' as includes_ice
  from sites s
  join clients c on c.company_id = s.company_id and c.id = s.client_id
  join companies m on m.id = s.company_id
  where s.company_id = ${companyId}`

/** What the contract in force says of ice at the site `s`; null without one, or if it says nothing. */
const iceInForce = sql`(
  select coalesce(k.requirement ->> 'ice', m.operation_ice)
  from contracts k
  where k.company_id = s.company_id and k.site_id = s.id and k.status in ${inStates(signedStates)}
    and (now() at time zone m.time_zone)::date between k.start_at and k.end_at
  order by k.end_at desc, k.id
  limit 1)`

/**
 * The areas of the stop with that alias that get one of the route's services (all, if it has none or there is no route). A site without
 * areas gets one to mark by hand.
 */
const areasOfStop = (stop: string, routeId: string | null): Sql<unknown> => {
  const [companyId, siteId] = [sql.raw(`${stop}.company_id`), sql.raw(`${stop}.site_id`)]
  return sql`
    select a.id as area_id,
           coalesce(a.position, 0) as position,
           coalesce(a.name, 'Zone A') as name,
           a.notes,
           a.polygon,
           coalesce(a.indicators, '[]') as indicators
    from (select) stop
    left join areas a on a.company_id = ${companyId} and a.site_id = ${siteId}
    where a.id is null
      or not exists (select from route_services v where v.company_id = ${companyId} and v.route_id = ${routeId})
      or exists (
        select from route_services v
        join area_services o on o.company_id = v.company_id and o.service_id = v.service_id
        where v.company_id = ${companyId} and v.route_id = ${routeId} and o.area_id = a.id)`
}

/** Copies the areas of those stops, which are new in the run, and counts both. */
export const copyAreas = (ctx: Ctx, runId: string, stopIds: readonly string[], routeId: string | null) => ctx.tx.sql`
  with copied_areas as (
    insert into run_areas (company_id, run_id, run_site_id, area_id, position, name, notes, polygon, indicators)
    select s.company_id, s.run_id, s.id, a.area_id, a.position, a.name, a.notes, a.polygon, a.indicators
    from run_sites s
    cross join lateral (${areasOfStop('s', routeId)}) a
    where s.company_id = ${companyOf(ctx)} and s.run_id = ${runId} and s.id = any(${stopIds})
    returning 1)
  update runs
  set areas_count = areas_count + (select count(*) from copied_areas),
      sites_count = sites_count + ${stopIds.length}
  where company_id = ${companyOf(ctx)} and id = ${runId}`

/** Every driver may read them: access limits concern alerts, not driving. */
export async function listStops(ctx: Ctx, routeId: string) {
  const companyId = companyOf(ctx)
  const [route] = await ctx.tx.sql`select from routes where company_id = ${companyId} and id = ${routeId}`
  if (!route) throw notFound('Trajet')
  return ctx.tx.jsonList(sql<{ json: RouteStop }>`
    select ${jsonOf(routeStop.shape, 's', {
      location: sql`case when s.lat is not null then json_build_object('lat', s.lat, 'lng', s.lng) end`,
      isServiceStopped: isServiceStopped('s'),
      areas: sql`(
        select json_agg(${jsonOf(areas.element.shape, 'a')} order by a.position, a.area_id)
        from (${areasOfStop('s', routeId)}) a)`,
    })} as json
    from (${stopsOfRoute(companyId, routeId)}) s
    order by s.sort_order`)
}
