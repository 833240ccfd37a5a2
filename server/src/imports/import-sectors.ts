// Sectors, their groupings, the sites they list and who may send their alerts.
import { customerScoped } from '@bordee/core/accounts/granting.ts'
import { newGroupingFields } from '@bordee/core/groupings/grouping.ts'
import { quoted } from '@bordee/core/imports/found.ts'
import type { MappedRow } from '@bordee/core/imports/mapped-rows.ts'
import { nameKey } from '@bordee/core/imports/names.ts'
import { type SectorChanges, shapeErrors } from '@bordee/core/sectors/sector.ts'
import { required } from '@bordee/core/wire.ts'
import type { Ctx } from '../engine/ctx.ts'
import { groupingHandlers } from '../groupings/groupings.handlers.ts'
import { holderId } from '../identity/identity.queries.ts'
import { changeSector, insertSector } from '../sectors/sector-changes.ts'
import type { Importation, Importer, Plan } from './importation.ts'
import { changesOf, outcomeOf } from './planning.ts'

interface SectorPlan extends Plan {
  id: string | undefined
  name: string | undefined
  grouping: string | undefined
  sector: SectorChanges
}

export const sectorImporter: Importer<'sectors', SectorPlan> = {
  entity: 'sectors',
  atOnce: 10,

  async plan(importation, rows) {
    const { drawsSectors, sectors, groupings } = await importation.inCompany((ctx) => held(ctx, importation.companyId))
    const users = await importation.inCompany((ctx) => readUsers(ctx, importation.companyId), { platform: true })
    const known = new Map(sectors.map((sector) => [nameKey(sector.name), sector]))
    const seen = new Set<string>()
    const plans: SectorPlan[] = []
    for (const row of rows) {
      await importation.pause()
      const { name, grouping } = row.values
      const sector = said(importation, row, users)
      const one = known.get(nameKey(name ?? ''))
      const shape = { polygon: one?.polygon, siteIds: one?.siteIds, ...('problem' in sector ? {} : sector) }
      const [wrong] = name ? Object.values(shapeErrors(drawsSectors, shape)) : []
      const problem =
        'problem' in sector
          ? sector.problem
          : !name && !grouping
            ? `Nom\u00a0: ${required}`
            : name && seen.has(nameKey(name))
              ? 'Ce secteur est déjà sur une autre ligne.'
              : (groupingProblem(grouping) ?? wrong)
      if (problem !== undefined || 'problem' in sector) {
        importation.refuse('sectors', row, problem ?? '')
        continue
      }
      if (name) seen.add(nameKey(name))
      const isGroupingHeld = !grouping || groupings.has(nameKey(grouping))
      if (!name) {
        if (!isGroupingHeld) groupings.add(nameKey(grouping ?? ''))
        plans.push({ id: undefined, name, grouping, sector: {}, rows: [row], outcomes: [isGroupingHeld ? 'unchanged' : 'created'] })
        continue
      }
      const wanted = { ...sector, name, ...(grouping && { grouping: nameKey(grouping) }) }
      const changes = one ? changesOf<Partial<HeldSector>>({ ...one, grouping: nameKey(one.grouping) }, wanted) : wanted
      const isSameShape = one?.polygon && sector.polygon && rounded(one.polygon) === rounded(sector.polygon)
      if (isSameShape) delete changes.polygon
      const { grouping: moved, ...fields } = changes
      if (grouping) groupings.add(nameKey(grouping))
      plans.push({
        id: one?.id,
        name,
        grouping: moved ? grouping : undefined,
        sector: fields,
        rows: [row],
        outcomes: [outcomeOf(!one, changes)],
      })
    }
    return plans
  },

  async write(ctx, { companyId }, plans) {
    for (const { id, name, grouping, sector } of plans) {
      const groupId = grouping ? await groupingOf(ctx, companyId, grouping) : undefined
      const fields = { ...sector, ...(groupId && { groupId }) }
      if (id) await changeSector(ctx, id, fields)
      else if (name) await insertSector(ctx, { ...fields, name })
    }
  },
}

interface HeldSector {
  id: string
  name: string
  grouping: string | null
  polygon: SectorChanges['polygon'] | null
  siteIds: string[]
  userIds: string[]
}

const rounded = (polygon: readonly { lat: number; lng: number }[]) =>
  polygon.map(({ lat, lng }) => `${lat.toFixed(7)},${lng.toFixed(7)}`).join(' ')

function groupingProblem(name: string | undefined): string | undefined {
  if (!name) return undefined
  const read = newGroupingFields.shape.name.safeParse(name)
  return read.success ? undefined : `Regroupement\u00a0: ${read.error.issues[0]?.message}`
}

/** The row's sector. Accounts that may not send alerts here are left out: an import can't give access. */
function said(
  importation: Importation,
  { values }: MappedRow<'sectors'>,
  users: ReadonlyMap<string, string>,
): SectorChanges | { problem: string } {
  const { polygon, sites, users: emails } = values
  const siteIds: string[] = []
  for (const link of sites ?? []) {
    const found = importation.folders.findSite(link)
    if ('problem' in found) return found
    if ('none' in found) return { problem: `Aucun point de service ${quoted(link)}.` }
    siteIds.push(found.one.id)
  }
  const userIds = emails?.flatMap((email) => users.get(email.toLowerCase()) ?? [])
  return {
    ...(polygon && { polygon }),
    ...(sites && { siteIds: [...new Set(siteIds)].toSorted() }),
    ...(userIds && userIds.length > 0 && { userIds: [...new Set(userIds)].toSorted() }),
  }
}

async function held({ tx }: Ctx, companyId: string) {
  const [company] = await tx.sql<{ drawsSectors: boolean }>`select sector_mode as "drawsSectors" from companies where id = ${companyId}`
  const sectors = await tx.sql<HeldSector>`
    select s.id, s.name, s.polygon, g.name as grouping,
           array(
             select l.site_id
             from sector_sites l
             where l.company_id = s.company_id and l.sector_id = s.id
             order by l.site_id)::text[] as "siteIds",
           array(
             select ${holderId('x')}
             from access_sectors l
             join accesses x on x.company_id = l.company_id and x.id = l.access_id
             where l.company_id = s.company_id and l.sector_id = s.id
             order by 1)::text[] as "userIds"
    from sectors s
    left join sector_groups g on g.company_id = s.company_id and g.id = s.group_id
    where s.company_id = ${companyId}`
  const groupings = await tx.sql<{ name: string }>`select name from sector_groups where company_id = ${companyId}`
  return { drawsSectors: company?.drawsSectors ?? true, sectors, groupings: new Set(groupings.map(({ name }) => nameKey(name))) }
}

/** Account ids by e-mail, of those who may send alerts in the company. */
async function readUsers({ tx }: Ctx, companyId: string): Promise<Map<string, string>> {
  const rows = await tx.sql<{ id: string; email: string }>`
    select ${holderId('x')} as id, a.email
    from accesses x
    join accounts a on a.id = x.account_id
    where x.company_id = ${companyId} and x.role <> all(${[...customerScoped]})`
  return new Map(rows.map(({ id, email }) => [email.toLowerCase(), id]))
}

async function groupingOf(ctx: Ctx, companyId: string, name: string): Promise<string> {
  const find = async () =>
    (
      await ctx.tx.sql<{
        id: string
      }>`select id from sector_groups where company_id = ${companyId} and folded(name) = folded(${name}) order by id limit 1`
    )[0]?.id
  const known = await find()
  if (known) return known
  await groupingHandlers.createGrouping(ctx, { alerts: { name } })
  return (await find()) ?? ''
}
