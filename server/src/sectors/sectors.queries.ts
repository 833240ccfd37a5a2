// Sectors and their sites. A sector may be limited to some accounts, like a route.
import { notFound } from '@bordee/core/problem.ts'
import type { Sector } from '@bordee/core/sectors/sector.ts'
import type { RawBuilder } from 'kysely'
import { givenTo } from '../accounts/scopes.ts'
import { type Ctx, companyOf } from '../ctx.ts'
import { sql } from '../sql.ts'

/** The sectors of this actor; all of the company's, unless it limits accesses. */
export const visibleSectors = (ctx: Ctx, s: string): RawBuilder<boolean> => givenTo(ctx, 'sectorIds', s)

/** Answers rows with a column `json`; `where` may narrow them down by the alias `s`. */
export const sectorRows = (ctx: Ctx, where: RawBuilder<unknown> = sql`true`) => sql<{ json: Sector }>`
  with members as (
    select m.sector_id, json_agg(m.site_id order by m.site_id) as sites, sum(coalesce(o.n, 0))::int as contacts
    from sector_members m left join (select site_id, count(*) as n from occupants where company_id = ${companyOf(ctx)} group by site_id) o using (site_id)
    where m.company_id = ${companyOf(ctx)} group by m.sector_id)
  select json_build_object(
    'id', s.id, 'name', s.name, 'siteIds', coalesce(m.sites, '[]'), 'polygon', s.polygon, 'alertId', s.group_id, 'groupId', s.group_id, 'groupName', g.name,
    'userIds', coalesce((select json_agg(x.account_id order by x.account_id) from access_sectors a join accesses x on x.company_id = a.company_id and x.id = a.access_id
                         where a.company_id = s.company_id and a.sector_id = s.id), '[]'),
    'contactsCount', coalesce(m.contacts, 0), 'notifiedAt', ${lastToldAt(ctx, 'sector', sql`s.id`)}) as json
  from sectors s left join sector_groups g on g.company_id = s.company_id and g.id = s.group_id left join members m on m.sector_id = s.id
  where ${visibleSectors(ctx, 's')} and ${where} order by s.name, s.id`

/** When a target was last sent to; null for never. */
export const lastToldAt = (ctx: Ctx, kind: 'sector' | 'route', id: RawBuilder<unknown>) => sql`(
  select max(a.created_at) from alert_sends a where a.company_id = ${companyOf(ctx)} and a.target = ${`${kind}:`} || ${id})`

export async function readSector(ctx: Ctx, id: string) {
  const found = await ctx.tx.jsonOne(sectorRows(ctx, sql`s.id = ${id}`))
  if (!found) throw notFound('Secteur')
  return found
}

/** Held until the request ends. One that this actor does not see is 404 for all. */
export async function lockSectors(ctx: Ctx, ids: readonly string[]) {
  const wanted = [...new Set(ids)]
  const rows = await ctx.tx.sql<{ id: string; polygon: Sector['polygon'] }>`
    select s.id, s.polygon from sectors s where s.id = any(${wanted}::uuid[]) and ${visibleSectors(ctx, 's')} order by s.id for update`
  if (rows.length !== wanted.length) throw notFound('Secteur')
  return rows
}
