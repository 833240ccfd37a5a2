// The visits of a period, newest first: to the office all of them, to a client those of his own sites.
import { among, clients } from '@bordee/core/roles.ts'
import { type SiteVisit, visit } from '@bordee/core/runs/run.ts'
import type { Ctx } from '../engine/ctx.ts'
import { jsonOf } from '../engine/db/columns.ts'
import { sql } from '../engine/db/sql.ts'
import { visibleClients } from '../folders/visible-folders.ts'
import { visitSeconds } from './details.ts'
import { visibleRuns } from './runs.queries.ts'

export function listVisits(ctx: Ctx, { since, before }: { since: Date; before: Date }, siteIds: readonly string[] | undefined) {
  const isClient = among(clients, ctx.actor.role)
  const ofCompany = (column: string) => (isClient ? sql`null` : sql.ref(column))
  return ctx.tx.jsonList(sql<{ json: SiteVisit }>`
    select ${jsonOf(visit.shape, 'v', {
      siteId: sql`s.site_id`,
      siteAddress: sql`s.site_address`,
      areaId: sql`a.area_id`,
      areaName: sql`a.name`,
      duration: visitSeconds,
      runId: ofCompany('v.run_id'),
      routeName: ofCompany('r.route_name'),
      userName: ofCompany('o.name'),
    })} as json
    from run_visits v
    join runs r on r.company_id = v.company_id and r.id = v.run_id
    join run_areas a on a.company_id = v.company_id and a.id = v.run_area_id
    join run_sites s on s.company_id = a.company_id and s.id = a.run_site_id
    join run_tracks t on t.company_id = v.company_id and t.id = v.track_id
    join run_operators o on o.company_id = t.company_id and o.id = t.operator_id
    where ${isClient ? atOwnSites(ctx) : visibleRuns(ctx)}
      and v.started_at >= ${since} and v.started_at < ${before}
      and (${siteIds === undefined} or v.site_id = any(${siteIds ?? []}::uuid[]))
    order by v.started_at desc, v.id desc`)
}

/** For the visit with alias `v`: at a site of a folder that this client sees, in any of his companies. */
const atOwnSites = (ctx: Ctx) => sql<boolean>`(v.company_id, v.site_id) in (
  select own.company_id, own.id
  from sites own
  join clients c on c.company_id = own.company_id and c.id = own.client_id
  where ${visibleClients(ctx, 'c')})`
