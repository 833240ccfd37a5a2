// Sectors and their sites. A sector may be limited to some accounts, like a route.
import { notFound } from '@bordee/core/problem.ts'
import { type Sector, type SectorForAlerts, sector, sectorForAlerts } from '@bordee/core/sectors/sector.ts'
import { givenTo } from '../accounts/scopes.ts'
import { type Ctx, companyOf } from '../engine/ctx.ts'
import { jsonOf } from '../engine/db/columns.ts'
import { type Sql, sql } from '../engine/db/sql.ts'
import { holderId } from '../identity/identity.queries.ts'

/** All of the company's sectors, or the actor's own if it limits accesses. */
export const visibleSectors = (ctx: Ctx, s: string): Sql<boolean> => givenTo(ctx, 'sectorIds', s)

/** Selects a column `json`; `where` narrows the rows by the alias `s`. */
export const sectorRows = (ctx: Ctx, where: Sql<unknown> = sql`true`) => sql<{ json: Sector }>`
  with ${peopled(ctx, where)}
  select ${sectorJson(ctx, sector.shape)} as json
  from visible_sectors s
  left join sector_groups g on g.company_id = s.company_id and g.id = s.group_id
  left join occupant_counts p on p.id = s.id
  order by s.name, s.id`

/** The same without sites and corners, for choosing one. */
export const sectorChoices = (ctx: Ctx) => sql<{ json: SectorForAlerts }>`
  with ${peopled(ctx, sql`true`)}
  select ${sectorJson(ctx, sectorForAlerts.shape)} as json
  from visible_sectors s
  left join sector_groups g on g.company_id = s.company_id and g.id = s.group_id
  left join occupant_counts p on p.id = s.id
  order by s.name, s.id`

const sectorJson = (ctx: Ctx, shape: Record<string, unknown>) =>
  jsonOf(shape, 's', {
    siteIds: sql`coalesce(to_json(s.sites), '[]')`,
    alertId: sql`s.group_id`,
    groupName: sql`g.name`,
    userIds: sql`coalesce((
      select json_agg(${holderId('x')} order by ${holderId('x')})
      from access_sectors a
      join accesses x on x.company_id = a.company_id and x.id = a.access_id
      where a.company_id = s.company_id and a.sector_id = s.id), '[]')`,
    contactsCount: sql`coalesce(p.contacts, 0)`,
    notifiedAt: sectorToldAt(ctx),
  })

/**
 * Common table expressions: `visible_sectors`, the actor's sectors with their sites, and `occupant_counts`. Looks up
 * sites one sector at a time, through the index: an employee with two sectors doesn't wait for a hundred.
 */
const peopled = (ctx: Ctx, where: Sql<unknown>) => sql`
  visible_sectors as materialized (
    select s.*, m.sites
    from sectors s cross join lateral (
      select array_agg(site_id order by site_id) as sites
      from sector_members -- sectors/sector-members.sql
      where company_id = s.company_id and sector_id = s.id) m
    where ${visibleSectors(ctx, 's')} and ${where}),
  occupant_counts as (
    select s.id, sum(o.n)::int as contacts
    from visible_sectors s
    cross join unnest(s.sites) as site (id)
    join (select site_id, count(*) as n from occupants where company_id = ${companyOf(ctx)} group by site_id) o on o.site_id = site.id
    group by s.id)`

/** Alerted directly, or with its grouping. */
const sectorToldAt = (ctx: Ctx) =>
  sql`greatest(${lastToldAt(ctx, sql`'sector:' || s.id`)}, ${lastToldAt(ctx, sql`'group:' || s.group_id`)})`

/** When a target was last alerted by hand; null for never. A send without paid deliveries alerted nobody. */
export const lastToldAt = (ctx: Ctx, target: Sql<unknown>) => sql`(
  select a.created_at
  from alert_sends a
  where a.company_id = ${companyOf(ctx)} and a.target = ${target} and not a.is_automatic
    and exists (select from alert_deliveries d where d.company_id = a.company_id and d.send_id = a.id and d.paid_from is not null)
  order by a.created_at desc
  limit 1)`

export async function readSector(ctx: Ctx, id: string) {
  const found = await ctx.tx.jsonOne(sectorRows(ctx, sql`s.id = ${id}`))
  if (!found) throw notFound('Secteur')
  return found
}

/** Locked until the request ends. 404 for all if this actor may not see one of them. */
export async function lockSectors(ctx: Ctx, ids: readonly string[]) {
  const wanted = [...new Set(ids)]
  const rows = await ctx.tx.sql<{ id: string; polygon: Sector['polygon'] }>`
    select s.id, s.polygon from sectors s where s.id = any(${wanted}::uuid[]) and ${visibleSectors(ctx, 's')} order by s.id for update`
  if (rows.length !== wanted.length) throw notFound('Secteur')
  return rows
}
