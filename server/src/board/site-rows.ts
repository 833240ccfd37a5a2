// The sites of an operation with their passes, whole or in pieces.
import { type OperationSite, operationSite } from '@bordee/core/operations/board.ts'
import type { SiteState } from '@bordee/core/operations/operation.ts'
import { jsonOf } from '../engine/db/columns.ts'
import type { PiecedList } from '../engine/db/pieces.ts'
import { sql } from '../engine/db/sql.ts'
import { lastReasons } from '../operations/reasons.ts'
import { addressText } from '../sites/site-address.ts'
import type { SiteForecast } from './forecasts.ts'
import { type OfOperation, siteStates } from './site-states.ts'

interface Which {
  state?: SiteState | undefined
  /** Only these. */
  ids?: readonly string[]
}

const inState = (state: SiteState | undefined) => (state === undefined ? sql`true` : sql`b.state = ${state}`)

export const siteList = (of: OfOperation, state: SiteState | undefined, forecasts: readonly SiteForecast[]): PiecedList<OperationSite> => ({
  order: { name: 'text', id: 'uuid' },
  from: () => sql`(
    with ${siteStates(of)}
    select s.name, s.id
    from ${state === undefined ? sql`operation_members` : sql`board_sites`} b
    join sites s on s.company_id = ${of.companyId} and s.id = b.site_id
    where ${inState(state)}) listed
    where true`,
  rows(_, ids) {
    const held = new Set(ids)
    return siteRows(
      of,
      forecasts.filter(({ siteId }) => held.has(siteId)),
      { ids },
    )
  },
})

const passShape = operationSite.shape.passes.element.shape

/**
 * Every site with its passes, by name. What is known of each comes from objects by site: PostgreSQL, which can't guess how many
 * sites a night has, would join them row by row.
 */
export const siteRows = (of: OfOperation, forecasts: readonly SiteForecast[], { state, ids }: Which) => sql<{ json: OperationSite }>`
  with ${siteStates({ ...of, siteIds: ids })},
  passes as (
    select s.site_id,
           json_agg(${jsonOf(passShape, 's', {
             kind: sql`n.kind`,
             at: sql`s.decided_at`,
             routeName: sql`n.route_name`,
             userName: sql`(
               select o.name from run_operators o where o.company_id = ${of.companyId} and o.run_id = n.id order by o.started_at limit 1)`,
           })} order by s.decided_at, s.id) as list
    from stops s
    join operation_runs n on n.id = s.run_id
    where s.state = 'done'
    group by s.site_id),
  site_routes as (
    select m.site_id, json_agg(distinct r.name order by r.name) as names
    from rounds p
    join routes r on r.company_id = ${of.companyId} and r.id = p.route_id
    join route_sites m on m.company_id = r.company_id and m.route_id = r.id
    group by m.site_id),
  reasons as (${lastReasons(of.companyId, sql`${of.operationId}`)}),
  moved as materialized (select site_id, moved_at from moved_cars_now where company_id = ${of.companyId})
  select ${jsonOf(operationSite.shape, 'b', {
    siteName: sql`s.name`,
    siteAddress: addressText('s'),
    customerName: sql`s.customer_name`,
    location: sql`case when s.lat is not null then json_build_object('lat', s.lat, 'lng', s.lng) end`,
    routeNames: sql`coalesce((select jsonb_object_agg(site_id, names) from site_routes) -> b.site_id::text, '[]')`,
    deadline: sql`k.forecast -> 'deadline'`,
    isLate: sql`coalesce(k.forecast -> 'isLate', 'false')`,
    reason: sql`k.reason -> 'reason'`,
    note: sql`k.reason -> 'note'`,
    carMovedAt: sql`(select jsonb_object_agg(site_id, moved_at) from moved) ->> b.site_id::text`,
    passes: sql`coalesce((select jsonb_object_agg(site_id, list) from passes) -> b.site_id::text, '[]')`,
  })} as json
  from board_sites b
  cross join lateral (
    select s.*, c.name as customer_name
    from sites s
    join clients c on c.company_id = s.company_id and c.id = s.client_id
    where s.company_id = ${of.companyId} and s.id = b.site_id
    offset 0) s
  cross join lateral (
    select case
             when b.state in ('left', 'redo')
             then ${JSON.stringify(forecastsBySite(forecasts))}::jsonb -> b.site_id::text
           end as forecast,
           case
             when b.state in ('redo', 'partial')
             then (select jsonb_object_agg(site_id, to_jsonb(r)) from reasons r) -> b.site_id::text
           end as reason
    offset 0) k
  where ${inState(state)}
  order by s.name, s.id`

const forecastsBySite = (forecasts: readonly SiteForecast[]) =>
  Object.fromEntries(
    forecasts.map(({ siteId, deadline, isLate }) => [siteId, { deadline: deadline && new Date(deadline).toISOString(), isLate }]),
  )
