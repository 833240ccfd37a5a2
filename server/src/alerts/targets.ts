// The target of a send: the sites of a sector, a grouping, a route or a run, or some sites; 404 if this actor may not send to it.
import { hash } from 'node:crypto'
import { type Target, targetKinds } from '@bordee/core/alerts/alert.ts'
import { invalid, notFound } from '@bordee/core/problem.ts'
import { runName } from '@bordee/core/runs/run-name.ts'
import { count } from '@bordee/core/text.ts'
import { isLimited } from '../accounts/scopes.ts'
import { type Ctx, companyOf } from '../engine/ctx.ts'
import { type Sql, sql } from '../engine/db/sql.ts'
import { visibleRoutes } from '../routes/routes.queries.ts'
import { visibleSectors } from '../sectors/sectors.queries.ts'

export interface Aim {
  /** The delay between two sends counts per key. */
  key: string
  name: string
  /** Selects the ids of its sites, each once, as `site_id`. */
  sites: Sql<unknown>
  /** The route whose services a site must share; null otherwise. */
  routeId: string | null
}

/** The same target always has the same key. */
export const keyOf = ({ siteIds, sectorId, sectorGroupId, routeId, runId }: Target): string => {
  if (siteIds) return `sites:${hash('sha256', [...new Set(siteIds)].toSorted().join())}`
  if (routeId) return `route:${routeId}`
  if (runId) return `run:${runId}`
  return sectorId ? `sector:${sectorId}` : `group:${sectorGroupId}`
}

export async function aimAt(ctx: Ctx, target: Target): Promise<Aim> {
  const kinds = targetKinds(target)
  if (kinds !== 1)
    throw invalid({ input: { target: kinds === 0 ? 'Choisissez à qui l’alerte est destinée.' : 'Choisissez une seule destination.' } })
  if (target.siteIds) return aimAtSites(ctx, target.siteIds)
  if (target.runId) return aimAtRun(ctx, target.runId)
  if (target.routeId) return aimAtRoute(ctx, target.routeId)
  return target.sectorId ? aimAtSector(ctx, target.sectorId, target.sectorGroupId ?? null) : aimAtGroup(ctx, target.sectorGroupId ?? '')
}

/** A limited employee may send to a site of their sectors and routes. */
async function aimAtSites(ctx: Ctx, siteIds: string[]): Promise<Aim> {
  const wanted = [...new Set(siteIds)]
  const found = await ctx.tx.sql<{ name: string }>`
    select i.name
    from sites i
    where i.company_id = ${companyOf(ctx)} and i.id = any(${wanted}::uuid[])
      and (not ${isLimited(ctx)}
        or i.id in (
          select m.site_id
          from sector_members m
          join sectors s on s.company_id = m.company_id and s.id = m.sector_id
          where m.company_id = ${companyOf(ctx)} and ${visibleSectors(ctx, 's')})
        or i.id in (
          select p.site_id
          from route_sites p
          join routes r on r.company_id = p.company_id and r.id = p.route_id
          where p.company_id = ${companyOf(ctx)} and ${visibleRoutes(ctx, 'r')}))`
  const [first] = found
  if (!first || found.length !== wanted.length) throw notFound('Point de service')
  return {
    key: keyOf({ siteIds }),
    name: wanted.length === 1 ? first.name : count(wanted.length, 'point de service', 'points de service'),
    sites: sql`select unnest(${wanted}::uuid[]) as site_id`,
    routeId: null,
  }
}

async function aimAtRoute(ctx: Ctx, id: string): Promise<Aim> {
  const [route] = await ctx.tx.sql<{ name: string }>`
    select r.name from routes r where r.id = ${id} and ${visibleRoutes(ctx, 'r')}`
  if (!route) throw notFound('Trajet')
  const sites = sql`select site_id from route_sites where company_id = ${companyOf(ctx)} and route_id = ${id}`
  return { key: keyOf({ routeId: id }), name: route.name, sites, routeId: id }
}

/** A run under way: the sites it began with that still exist. An actor who may send to its route may send to it. */
async function aimAtRun(ctx: Ctx, id: string): Promise<Aim> {
  const [run] = await ctx.tx.sql<{ routeName: string; startedAt: Date; routeId: string | null; zone: string }>`
    select n.route_name as "routeName", n.started_at as "startedAt", n.route_id as "routeId", c.time_zone as zone
    from runs n
    join companies c on c.id = n.company_id
    left join routes r on r.company_id = n.company_id and r.id = n.route_id
    where n.company_id = ${companyOf(ctx)} and n.id = ${id} and n.finished_at is null
      and (not ${isLimited(ctx)} or ${visibleRoutes(ctx, 'r')})`
  if (!run) throw notFound('Tournée')
  return aimAtSitesOf({ ...run, id, companyId: companyOf(ctx) })
}

/** All sites of a run, or only `siteIds`. */
export const aimAtSitesOf = (
  run: { id: string; companyId: string; routeId: string | null; routeName: string; startedAt: Date; zone: string },
  siteIds: readonly string[] | null = null,
): Aim => ({
  key: keyOf({ runId: run.id }),
  name: runName(run),
  sites: sql`
    select distinct site_id
    from run_sites
    where company_id = ${run.companyId} and run_id = ${run.id} and site_id is not null
      and (${siteIds === null} or site_id = any(${siteIds ?? []}::uuid[]))`,
  routeId: run.routeId,
})

/** Some sites of a route, as a run that starts now would alert them. */
export const aimAtRouteSites = (
  { companyId, routeId, name }: { companyId: string; routeId: string; name: string },
  siteIds: readonly string[],
): Aim => ({
  key: keyOf({ routeId }),
  name,
  sites: sql`
    select site_id
    from route_sites
    where company_id = ${companyId} and route_id = ${routeId} and site_id = any(${siteIds}::uuid[])`,
  routeId,
})

async function aimAtSector(ctx: Ctx, id: string, groupId: string | null): Promise<Aim> {
  const [sector] = await ctx.tx.sql<{ name: string }>`
    select s.name
    from sectors s
    where s.id = ${id} and ${visibleSectors(ctx, 's')}
      and (${groupId}::uuid is null or s.group_id = ${groupId})`
  if (!sector) throw notFound('Secteur')
  return { key: keyOf({ sectorId: id }), name: sector.name, sites: members(ctx, sql`select ${id}::uuid`), routeId: null }
}

/** A limited employee must have every sector of a grouping: half of it would look like the whole in the history. */
async function aimAtGroup(ctx: Ctx, id: string): Promise<Aim> {
  const [group] = await ctx.tx.sql<{ name: string }>`
    select g.name
    from sector_groups g
    where g.company_id = ${companyOf(ctx)} and g.id = ${id}
      and (not ${isLimited(ctx)} or (
        select bool_and(${visibleSectors(ctx, 's')}) -- null for an empty grouping: not theirs either
        from sectors s
        where s.company_id = g.company_id and s.group_id = g.id))`
  if (!group) throw notFound('Regroupement')
  const sectors = sql`select id from sectors where company_id = ${companyOf(ctx)} and group_id = ${id}`
  return { key: keyOf({ sectorGroupId: id }), name: group.name, sites: members(ctx, sectors), routeId: null }
}

const members = (ctx: Ctx, sectors: Sql<unknown>) =>
  sql`
    select distinct site_id
    from sector_members
    where company_id = ${companyOf(ctx)} and sector_id in (${sectors})`
