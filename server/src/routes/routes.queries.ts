// Routes and the sites on them.
import { notFound } from '@bordee/core/problem.ts'
import { type PlacedSite, type Route, type RouteInList, route, routeInList } from '@bordee/core/routes/route.ts'
import { givenTo } from '../accounts/scopes.ts'
import type { Ctx } from '../engine/ctx.ts'
import { jsonOf } from '../engine/db/columns.ts'
import { type Sql, sql } from '../engine/db/sql.ts'
import { holderId } from '../identity/identity.queries.ts'
import { addressJson } from '../sites/site-address.ts'

/** The actor's routes; all of the company's, unless it limits accesses. */
export const visibleRoutes = (ctx: Ctx, r: string): Sql<boolean> => givenTo(ctx, 'routeForAlertIds', r)

/** Rows with a column `json` of the given `shape`; `where` may filter on alias `r`. */
const routeRows = (ctx: Ctx, shape: Record<string, unknown>, where: Sql<unknown> = sql`true`) => sql<{ json: never }>`
  select ${jsonOf(shape, 'r', {
    message: sql`r.message_id`,
    initialMessage: sql`r.initial_message_id`,
    services: sql`coalesce((
      select json_agg(${jsonOf(route.shape.services.element.shape, 's')} order by s.name, s.id)
      from route_services v
      join services s on s.company_id = v.company_id and s.id = v.service_id
      where v.company_id = r.company_id and v.route_id = r.id), '[]')`,
    sitesCount: sql`(select count(*)::int from route_sites p where p.company_id = r.company_id and p.route_id = r.id)`,
    accountsForAlertsIds: sql`coalesce((
      select json_agg(${holderId('x')} order by ${holderId('x')})
      from access_routes g
      join accesses x on x.company_id = g.company_id and x.id = g.access_id
      where g.company_id = r.company_id and g.route_id = r.id), '[]')`,
    sites: sql`coalesce((select json_agg(x.json) from (${placedSites(sql`r.id`)}) x), '[]')`,
  })} as json
  from routes r where ${visibleRoutes(ctx, 'r')} and ${where} order by r.name, r.id`

export const routesInList = (ctx: Ctx): Sql<{ json: RouteInList }> => routeRows(ctx, routeInList.shape)

/**
 * The sites of a route in order, each with the reason why it is excluded, if it is: inactive, without coordinates, or
 * without an area that gets one of the route's services.
 */
export const placedSites = (routeId: Sql<unknown>) => sql<{ json: PlacedSite }>`
  select json_build_object(
    'site', json_build_object('id', s.id, 'name', s.name, 'address', ${addressJson('s')}, 'status', t.status, 'customerName', c.name),
    'sortOrder', (row_number() over (order by p.sort_order, p.site_id))::int - 1,
    'isIncluded', e.reason is null,
    'exclusionReason', e.reason) as json
  from route_sites p
  join sites s on s.company_id = p.company_id and s.id = p.site_id
  join clients c on c.company_id = s.company_id and c.id = s.client_id
  join site_states t on t.company_id = s.company_id and t.site_id = s.id -- sites/site-states.sql
  cross join lateral (
    select case
      when t.status <> 'active' then t.status
      when exists (select from route_services v where v.company_id = p.company_id and v.route_id = p.route_id)
        and not exists (
          select from route_services v
          join area_services o on o.company_id = v.company_id and o.service_id = v.service_id
          join areas a on a.company_id = o.company_id and a.id = o.area_id
          where v.company_id = p.company_id and v.route_id = p.route_id and a.site_id = s.id)
        then 'no_common_services'
    end as reason) e
  where p.route_id = ${routeId}
  order by p.sort_order, p.site_id`

export async function readRoute(ctx: Ctx, id: string) {
  const found = await ctx.tx.jsonOne<Route>(routeRows(ctx, route.shape, sql`r.id = ${id}`))
  if (!found) throw notFound('Trajet')
  return found
}
