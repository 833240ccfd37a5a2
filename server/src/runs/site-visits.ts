// The visits of a period, newest first: to the office all of them, to a client those of his own sites.
import { among, clients } from '@bordee/core/roles.ts'
import { type SiteVisit, visit } from '@bordee/core/runs/run.ts'
import type { Ctx } from '../engine/ctx.ts'
import { jsonOf } from '../engine/db/columns.ts'
import { type Sql, sql } from '../engine/db/sql.ts'
import { visibleClients } from '../folders/visible-folders.ts'
import { visitSeconds, visitsInRuns } from './details.ts'
import { passNumbers } from './passes.ts'
import { visibleRuns } from './runs.queries.ts'

export function listVisits(ctx: Ctx, { since, before }: { since: Date; before: Date }, siteIds: readonly string[] | undefined) {
  const isAsked = sql`${siteIds === undefined} or v.site_id = any(${siteIds ?? []}::uuid[])`
  return ctx.tx.jsonList(visitsWhere(ctx, sql`v.started_at >= ${since} and v.started_at < ${before} and (${isAsked})`))
}

/** Of the runs, or the own sites, that the caller may see. */
export function visitsWhere(ctx: Ctx, where: Sql<boolean>) {
  const isClient = among(clients, ctx.actor.role)
  const ofCompany = (column: string) => (isClient ? sql`null` : sql.ref(column))
  return sql<{ json: SiteVisit }>`
    with listed as materialized (
      select v.*, a.area_id, a.name as area_name, s.id as stop_id, s.site_id as stop_site_id, s.site_address,
             r.route_name, r.operation_id, case when r.operation_id is not null then r.kind end as kind, r.unit, o.name as user_name
      from ${visitsInRuns}
      where ${isClient ? atOwnSites(ctx) : visibleRuns(ctx)}
        and ${where}),
    passes as (
      ${passNumbers(sql`(r.company_id, r.operation_id, s.site_id) in (select company_id, operation_id, stop_site_id from listed)`)})
    select ${jsonOf(visit.shape, 'v', {
      siteId: sql`v.stop_site_id`,
      duration: visitSeconds,
      runId: ofCompany('v.run_id'),
      routeName: ofCompany('v.route_name'),
      userName: ofCompany('v.user_name'),
      unit: ofCompany('v.unit'),
      passNumber: sql`p.number`,
      corrections: isClient ? sql`'[]'::json` : correctionsOf,
    })} as json
    from listed v
    left join passes p on p.stop_id = v.stop_id
    order by v.started_at desc, v.id desc`
}

/** Of the visit with alias `v`. */
const correctionsOf = sql`coalesce((
  select json_agg(${jsonOf(visit.shape.corrections.element.shape, 'k')} order by k.at, k.id)
  from visit_corrections k
  where k.company_id = v.company_id and k.visit_id = v.id), '[]')`

/** For the visit with alias `v`: at a site of a folder that this client sees, in any of his companies. */
const atOwnSites = (ctx: Ctx) => sql<boolean>`(v.company_id, v.site_id) in (
  select own.company_id, own.id
  from sites own
  join clients c on c.company_id = own.company_id and c.id = own.client_id
  where ${visibleClients(ctx, 'c')})`
