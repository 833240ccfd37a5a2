// Writes a sector: its own columns, the sites it lists, and who may alert it.

import { invalid, notFound } from '@bordee/core/problem.ts'
import { type SectorChanges, sectorNameTaken, shapeErrors } from '@bordee/core/sectors/sector.ts'
import { setAccountsOfSector } from '../accounts/scopes.ts'
import { type Ctx, companyOf } from '../engine/ctx.ts'
import { sql } from '../engine/db/sql.ts'
import { change, insert, without } from '../engine/db/writing.ts'
import { lockSites } from '../sites/sites.queries.ts'
import { lockSectors } from './sectors.queries.ts'

export const sectorTakenMessages = { sectors_name_key: { siteGroup: { name: sectorNameTaken } } }

/** Returns its id. */
export async function insertSector(ctx: Ctx, sector: SectorChanges & { name: string }): Promise<string> {
  await refuseShapeless(ctx, sector)
  const groupId = sector.alertId ?? sector.groupId
  if (groupId) await requireGrouping(ctx, groupId)
  const id = await insert(ctx.tx, 'sectors', { ...columnsOf(sector), name: sector.name, groupId, companyId: companyOf(ctx) })
  await writeParts(ctx, id, sector)
  return id
}

export async function changeSector(ctx: Ctx, id: string, sector: SectorChanges) {
  const [held] = await lockSectors(ctx, [id])
  const rows = await ctx.tx.sql<{ id: string }>`select site_id as id from sector_sites where sector_id = ${id}`
  const listed = rows.map((site) => site.id)
  const { siteIds: sent, removedSiteIds: removed } = sector
  const wanted = removed ? [...listed.filter((site) => !removed.includes(site)), ...(sent ?? [])] : (sent ?? listed)
  if (sector.polygon !== undefined || sent || removed) await refuseShapeless(ctx, { polygon: held?.polygon, ...sector, siteIds: wanted })
  const groupId = sector.alertId === undefined ? sector.groupId : sector.alertId
  if (groupId) await requireGrouping(ctx, groupId)
  // Sites sent back as read that were only inside the old polygon don't become listed: the new polygon decides.
  const byOldPolygon = sent ? await insideOf(ctx, id, sent) : []
  const siteIds = sent?.filter((site) => listed.includes(site) || !byOldPolygon.includes(site))
  await change(ctx.tx, 'sectors', { id }, { ...columnsOf(sector), groupId })
  if (sent) await lockSites(ctx, sent) // 404 for a site that isn't ours, listed or not
  await writeParts(ctx, id, { ...sector, siteIds })
}

/** Makes these the grouping's only sectors, or with `removed` only takes those out. Those left out stay, ungrouped. */
export async function groupSectors(ctx: Ctx, groupId: string, ids: readonly string[], removed?: readonly string[]) {
  const leaving = removed ? sql`id = any(${removed}::uuid[])` : sql`id <> all(${ids}::uuid[])`
  await ctx.tx.sql`update sectors set group_id = null where company_id = ${companyOf(ctx)} and group_id = ${groupId} and ${leaving}`
  await ctx.tx.sql`update sectors set group_id = ${groupId} where company_id = ${companyOf(ctx)} and id = any(${ids}::uuid[])`
}

const columnsOf = (sector: SectorChanges) => without(sector, 'siteIds', 'userIds', 'removedSiteIds', 'removedUserIds', 'alertId', 'groupId')

async function insideOf(ctx: Ctx, sectorId: string, siteIds: readonly string[]): Promise<string[]> {
  const rows = await ctx.tx.sql<{ id: string }>`
    select x.id from sites x join sectors s on s.company_id = x.company_id and s.id = ${sectorId}
    where x.company_id = ${companyOf(ctx)} and x.id = any(${siteIds}::uuid[]) and s.shape @> point(x.lng, x.lat)`
  return rows.map((row) => row.id)
}

async function writeParts(ctx: Ctx, id: string, { siteIds, removedSiteIds, userIds, removedUserIds }: SectorChanges) {
  if (siteIds || removedSiteIds) {
    const sites = await lockSites(ctx, siteIds ?? [])
    const leaving = removedSiteIds ? sql`site_id = any(${removedSiteIds}::uuid[])` : sql`true`
    await ctx.tx.sql`delete from sector_sites where sector_id = ${id} and ${leaving}`
    // Sites inside the polygon are members anyway: when sent back as read, they aren't listed as well.
    await ctx.tx.sql`
      insert into sector_sites (company_id, sector_id, site_id)
      select ${companyOf(ctx)}, ${id}, x.id
      from sites x
      join sectors s on s.id = ${id}
      where x.id = any(${sites.map((site) => site.id)}::uuid[])
        and (s.shape is null or x.lat is null or not s.shape @> point(x.lng, x.lat))
      on conflict do nothing`
  }
  if (userIds || removedUserIds) await setAccountsOfSector(ctx, id, userIds ?? [], removedUserIds)
}

async function refuseShapeless(ctx: Ctx, sector: SectorChanges) {
  const [company] = await ctx.tx.sql<{
    drawsSectors: boolean
  }>`select sector_mode as "drawsSectors" from companies where id = ${companyOf(ctx)}`
  const errors = shapeErrors(company?.drawsSectors ?? true, sector)
  if (Object.keys(errors).length > 0) throw invalid({ siteGroup: errors })
}

async function requireGrouping(ctx: Ctx, id: string) {
  const [found] = await ctx.tx.sql`select id from sector_groups where id = ${id} and company_id = ${companyOf(ctx)} for key share`
  if (!found) throw notFound('Regroupement')
}
