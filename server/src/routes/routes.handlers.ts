import { conflict, invalid, notFound } from '@bordee/core/problem.ts'
import type { RouteChanges } from '@bordee/core/routes/route.ts'
import type { routeCalls } from '@bordee/core/routes/routes.calls.ts'
import { setAccountsOfRoute } from '../accounts/scopes.ts'
import { type Ctx, companyOf, type Handlers } from '../engine/ctx.ts'
import { sql } from '../engine/db/sql.ts'
import { change, insert, without } from '../engine/db/writing.ts'
import { routeMessageError } from '../messages/messages.handlers.ts'
import { lastToldAt } from '../sectors/sectors.queries.ts'
import { requireServices } from '../services/services.queries.ts'
import { lockSites } from '../sites/sites.queries.ts'
import { measureLater } from './route-lengths.ts'
import { placedSites, readRoute, routesInList, visibleRoutes } from './routes.queries.ts'

export const routeHandlers: Handlers<typeof routeCalls> = {
  listRoutes: (ctx) => ctx.tx.jsonList(routesInList(ctx)),

  // Every route: access limits concern alerts, not driving.
  listRouteOptions: (ctx) =>
    ctx.tx.jsonList(sql<{ json: { id: string; name: string; lastDrivenAt: string | null; isExpected: boolean } }>`
      select json_build_object(
        'id', r.id,
        'name', r.name,
        'lastDrivenAt', (
          select max(o.started_at)
          from runs n
          join run_operators o on o.company_id = n.company_id and o.run_id = n.id
          where n.company_id = r.company_id and n.route_id = r.id and o.account_id = ${ctx.actor.accountId}),
        'isExpected', exists (
          select from crew_call_people p
          join accesses a on a.company_id = p.company_id and a.id = p.access_id and a.account_id = ${ctx.actor.accountId}
          where p.company_id = r.company_id and p.route_id = r.id and p.answer is distinct from 'refused'
            and p.crew_call_id = (
              select c.id
              from crew_calls c
              join operations q on q.company_id = c.company_id and q.id = c.operation_id and q.closed_at is null
              join crew_call_people w on w.company_id = c.company_id and w.crew_call_id = c.id and w.access_id = a.id
              where c.company_id = r.company_id
              order by c.at desc, c.id desc
              limit 1))) as json
      from routes r
      where r.company_id = ${companyOf(ctx)}
      order by r.name, r.id`),

  listRoutesForAlerts: (ctx) =>
    ctx.tx.jsonList(sql<{
      json: { id: string; name: string; contactsCount: number; notifiedAt: string | null; activeRuns: { id: string; startedAt: string }[] }
    }>`
      select json_build_object(
        'id', r.id,
        'name', r.name,
        'notifiedAt', ${lastToldAt(ctx, sql`'route:' || r.id`)},
        'activeRuns', coalesce((
          select json_agg(json_build_object('id', n.id, 'startedAt', n.started_at) order by n.started_at, n.id)
          from runs n
          where n.company_id = r.company_id and n.route_id = r.id and n.finished_at is null), '[]'),
        'contactsCount', (
          select count(*)::int
          from route_sites p
          join occupants o on o.company_id = p.company_id and o.site_id = p.site_id
          where p.company_id = r.company_id and p.route_id = r.id)) as json
      from routes r
      where ${visibleRoutes(ctx, 'r')}
      order by r.name, r.id`),

  getRoute: (ctx, { id }) => readRoute(ctx, id),

  async listRouteSites(ctx, { id }) {
    if (!(await mayDrive(ctx, id))) await readRoute(ctx, id)
    return ctx.tx.jsonList(placedSites(sql`${id}::uuid`))
  },

  async createRoute(ctx, { route }) {
    return readRoute(ctx, await insertRoute(ctx, route))
  },

  async updateRoute(ctx, { id, route }) {
    await lockRoute(ctx, id, route.version)
    await change(ctx.tx, 'routes', { id }, { ...(await columnsOf(ctx, route)), version: sql`version + 1` })
    await writeParts(ctx, id, route)
    return readRoute(ctx, id)
  },

  async deleteRoute(ctx, { id }) {
    await lockRoute(ctx, id)
    const [run] = await ctx.tx.sql`
      select from runs where company_id = ${companyOf(ctx)} and route_id = ${id} and finished_at is null limit 1`
    if (run)
      throw conflict('Une tournée de ce trajet est en cours\u00a0: il pourra être supprimé quand elle sera terminée.', {
        code: 'run-active',
      })
    await ctx.tx.sql`delete from routes where id = ${id}`
    return null
  },

  findDirections: ({ gateways }, { points }) => gateways.directions.through(points),
}

/** Returns its id. */
export async function insertRoute(ctx: Ctx, route: RouteChanges & { name: string }): Promise<string> {
  const id = await insert(ctx.tx, 'routes', { ...(await columnsOf(ctx, route)), name: route.name, companyId: companyOf(ctx) })
  await writeParts(ctx, id, route)
  return id
}

/** Drivers may start every route of the company, so they read its sites: access limits concern alerts. */
async function mayDrive(ctx: Ctx, routeId: string): Promise<boolean> {
  const [route] = await ctx.tx.sql`
    select from routes r
    join companies c on c.id = r.company_id
    where r.company_id = ${companyOf(ctx)} and r.id = ${routeId} and c.geolocation_is_active`
  return route !== undefined
}

/** Locked until the request ends. An older version means that someone else saved meanwhile: don't overwrite it. */
async function lockRoute(ctx: Ctx, id: string, version?: number) {
  const [held] = await ctx.tx.sql<{ version: number }>`
    select r.version from routes r where r.id = ${id} and ${visibleRoutes(ctx, 'r')} for update`
  if (!held) throw notFound('Trajet')
  if (version !== undefined && version !== held.version)
    throw conflict('Quelqu’un d’autre a modifié ce trajet entre-temps. Rechargez-le pour voir ses changements.', { code: 'older-version' })
}

/** Null removes a message; undefined leaves it. */
async function columnsOf(ctx: Ctx, route: RouteChanges) {
  const own = without(route, 'version', 'serviceIds', 'sites', 'accountsForAlertsIds', 'userForAlertsIds')
  const { message: messageId, initialMessage: initialMessageId, ...plain } = own
  for (const [field, id] of Object.entries({ message: messageId, initialMessage: initialMessageId })) {
    const error = id && (await routeMessageError(ctx, id))
    if (error) throw invalid({ route: { [field]: error } })
  }
  return { ...plain, messageId, initialMessageId }
}

async function writeParts(ctx: Ctx, id: string, { serviceIds, sites, ...route }: RouteChanges) {
  const companyId = companyOf(ctx)
  if (serviceIds) {
    await requireServices(ctx, serviceIds)
    await ctx.tx.sql`delete from route_services where route_id = ${id}`
    await ctx.tx.sql`
      insert into route_services (company_id, route_id, service_id)
      select distinct ${companyId}::uuid, ${id}::uuid, unnest(${serviceIds}::uuid[])`
  }
  if (sites) {
    const order = sites.toSorted((a, b) => a.sortOrder - b.sortOrder).map(({ site }) => site)
    await lockSites(ctx, order)
    await ctx.tx.sql`delete from route_sites where route_id = ${id}`
    await ctx.tx.sql`
      insert into route_sites (company_id, route_id, site_id, sort_order)
      select ${companyId}, ${id}, site, n - 1 from unnest(${order}::uuid[]) with ordinality t (site, n)`
    await measureLater(ctx, { companyId, routeId: id })
  }
  const accounts = route.accountsForAlertsIds ?? route.userForAlertsIds
  if (accounts) await setAccountsOfRoute(ctx, id, accounts)
}
