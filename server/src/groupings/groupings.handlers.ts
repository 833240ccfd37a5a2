import { type Grouping, type GroupingParts, grouping } from '@bordee/core/groupings/grouping.ts'
import type { groupingCalls } from '@bordee/core/groupings/groupings.calls.ts'
import { notFound } from '@bordee/core/problem.ts'
import { type Ctx, companyOf, type Handlers } from '../engine/ctx.ts'
import { jsonOf } from '../engine/db/columns.ts'
import { type Sql, sql } from '../engine/db/sql.ts'
import { change, insert } from '../engine/db/writing.ts'
import { changeSector, groupSectors, insertSector } from '../sectors/sector-changes.ts'
import { lockSectors, sectorRows } from '../sectors/sectors.queries.ts'

export const groupingHandlers: Handlers<typeof groupingCalls> = {
  listGroupings: (ctx) => ctx.tx.jsonList(groupingRows(ctx)),

  async listElements(ctx, { id }) {
    await readGrouping(ctx, id)
    return ctx.tx.jsonList(sql<{ json: { id: string; name: string; siteIds: string[]; userIds: string[] } }>`
      select json_build_object(
        'id', x.json->'id', 'name', x.json->'name', 'siteIds', x.json->'siteIds', 'userIds', x.json->'userIds') as json
      from (${sectorRows(ctx, sql`s.group_id = ${id}`)}) x`)
  },

  async createGrouping(ctx, { alerts: { name, ...inside }, ...beside }) {
    const id = await insert(ctx.tx, 'sector_groups', { name, companyId: companyOf(ctx) })
    await writeSectors(ctx, id, given(inside, beside))
    return readGrouping(ctx, id)
  },

  async updateGrouping(ctx, { id, alerts, removedSiteGroupIds, ...beside }) {
    await lockGroupings(ctx, [id])
    const { name, ...inside } = alerts ?? {}
    await change(ctx.tx, 'sector_groups', { id }, { name, updatedAt: ctx.now })
    await writeSectors(ctx, id, given(inside, beside), removedSiteGroupIds)
    return readGrouping(ctx, id)
  },

  async deleteGrouping(ctx, { id }) {
    await removeGroupings(ctx, [id])
    return null
  },

  async deleteGroupings(ctx, { alertsIds }) {
    await removeGroupings(ctx, alertsIds)
    return null
  },
}

const groupingRows = (ctx: Ctx, where: Sql<unknown> = sql`true`) => sql<{ json: Grouping }>`
  select ${jsonOf(grouping.shape, 'g', {
    siteGroupIds: sql`coalesce((
      select json_agg(s.id order by s.name, s.id) from sectors s where s.company_id = g.company_id and s.group_id = g.id), '[]')`,
    sitesCount: sql`n.sites`,
    contactsCount: sql`n.contacts`,
  })} as json
  from sector_groups g
  cross join lateral (
    select count(*)::int as sites, coalesce(sum(o.n), 0)::int as contacts
    from (
      select distinct m.site_id
      from sectors s
      join sector_members m on m.company_id = s.company_id and m.sector_id = s.id -- sectors/sector-members.sql
      where s.company_id = g.company_id and s.group_id = g.id) m
    left join (
      select site_id, count(*) as n from occupants where company_id = ${companyOf(ctx)} group by site_id) o using (site_id)) n
  where g.company_id = ${companyOf(ctx)} and ${where}
  order by g.name, g.id`

async function readGrouping(ctx: Ctx, id: string) {
  const found = await ctx.tx.jsonOne(groupingRows(ctx, sql`g.id = ${id}`))
  if (!found) throw notFound('Regroupement')
  return found
}

async function lockGroupings(ctx: Ctx, ids: readonly string[]) {
  const wanted = [...new Set(ids)]
  const rows = await ctx.tx.sql<{ id: string }>`
    select id from sector_groups where company_id = ${companyOf(ctx)} and id = any(${wanted}::uuid[]) order by id for update`
  if (rows.length !== wanted.length) throw notFound('Regroupement')
  return rows.map(({ id }) => id)
}

/** Either list may be inside the envelope or beside it. */
const given = (inside: GroupingParts, beside: GroupingParts): GroupingParts => ({
  siteGroupIds: beside.siteGroupIds ?? inside.siteGroupIds,
  siteGroups: beside.siteGroups ?? inside.siteGroups,
})

/**
 * If either list is sent, together they are the grouping's sectors, or with `removed` join them; a sector left out
 * stays, ungrouped.
 */
async function writeSectors(ctx: Ctx, id: string, { siteGroupIds, siteGroups }: GroupingParts, removed?: readonly string[]) {
  if (!siteGroupIds && !siteGroups && !removed) return
  const kept = [...(siteGroupIds ?? []), ...(siteGroups ?? []).flatMap((part) => part.id ?? [])]
  await lockSectors(ctx, kept)
  await groupSectors(ctx, id, kept, removed)
  for (const { id: sectorId, userIds, ...part } of siteGroups ?? []) {
    const sector = { ...part, ...(userIds && { userIds }) }
    if (sectorId) await changeSector(ctx, sectorId, sector)
    else await insertSector(ctx, { ...sector, alertId: id })
  }
}

async function removeGroupings(ctx: Ctx, ids: readonly string[]) {
  const held = await lockGroupings(ctx, ids)
  await ctx.tx.sql`delete from sector_groups where id = any(${held}::uuid[])`
}
