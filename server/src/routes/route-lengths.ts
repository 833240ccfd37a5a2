// How much shorter « Optimiser » would make each route. Measured once its stops have changed, because searching takes a
// fraction of a second of the processor.
import type { Point } from '@bordee/core/geo.ts'
import { shorterOrder } from '@bordee/core/routes/shorter-order.ts'
import type { Work } from '../engine/ctx.ts'
import { sql } from '../engine/db/sql.ts'
import { jobKind } from '../engine/jobs/job-kind.ts'
import { worker } from '../engine/jobs/jobs.ts'

interface OneRoute {
  companyId: string
  routeId: string
}

/** For sites that were moved or removed, and for routes that were never measured. It reads all routes: in the afternoon, when few drive. */
const clock = jobKind<object>('routes.clock', { cron: '20 13 * * *', atStart: true })
const measure = jobKind<OneRoute>('routes.measure', { onePer: ({ routeId }) => routeId })

/** Routes per look: the rest follows at the next. */
const mostAtOnce = 2000
/** A tenth of what « Optimiser » spends: whether a route is much too long shows early. */
const effort = 1_500_000
/** Searching more stops would keep the others waiting. */
const mostStops = 500

/** Of the active sites of a route that have a place: `stops`, and `points` in order. */
const placedStops = sql`
  select md5(string_agg(concat_ws(' ', s.id, s.lat, s.lng), ',' order by p.sort_order, p.site_id)) as stops,
         json_agg(json_build_object('lat', s.lat, 'lng', s.lng) order by p.sort_order, p.site_id) as points
  from route_sites p
  join sites s on s.company_id = p.company_id and s.id = p.site_id
  join site_states t on t.company_id = s.company_id and t.site_id = s.id
  where p.company_id = r.company_id and p.route_id = r.id and s.lat is not null and t.status <> 'inactive'
  having count(*) <= ${mostStops}`

/** Routes whose stops are no longer those that were measured. */
export async function enqueueChangedRoutes(work: Work) {
  await work.tx.scope({ platform: true })
  const changed = await work.tx.sql<OneRoute>`
    select r.company_id as "companyId", r.id as "routeId"
    from routes r
    join companies c on c.id = r.company_id and c.is_active and c.archived_at is null and c.geolocation_is_active
    cross join lateral (${placedStops}) now
    left join route_lengths l on l.company_id = r.company_id and l.route_id = r.id
    where now.stops is distinct from l.stops
    order by r.id
    limit ${mostAtOnce}`
  for (const route of changed) await work.later(measure, route)
}

export const measureLater = (work: Work, route: OneRoute) => work.later(measure, route)

export async function measureRoute(work: Work, { companyId, routeId }: OneRoute) {
  await work.tx.scope({ companies: [companyId] })
  const [route] = await work.tx.sql<{ stops: string | null; points: Point[] | null }>`
    select now.*
    from routes r
    cross join lateral (${placedStops}) now
    where r.company_id = ${companyId} and r.id = ${routeId}
    for key share of r`
  if (!route?.stops || !route.points) {
    await work.tx.sql`delete from route_lengths where company_id = ${companyId} and route_id = ${routeId}`
    return
  }
  const { metres, givenMetres } = shorterOrder(route.points, {}, effort)
  await work.tx.sql`
    insert into route_lengths (company_id, route_id, stops, metres, shortest_metres)
    values (${companyId}, ${routeId}, ${route.stops}, ${Math.round(givenMetres)}, ${Math.round(metres)})
    on conflict (company_id, route_id) do update
    set stops = excluded.stops,
        metres = excluded.metres,
        shortest_metres = excluded.shortest_metres`
}

export const routeWorkers = [worker(clock, enqueueChangedRoutes), worker(measure, measureRoute)]
