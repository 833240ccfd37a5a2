// Copies a run to another company so that staff can show or study it: with its positions and visits, but without
// accounts, operation or links to anything in that company.
import { notFound } from '@bordee/core/problem.ts'
import { runDetails, storedRun } from '@bordee/core/runs/run.ts'
import { type Ctx, companyOf } from '../engine/ctx.ts'
import { columnsOf } from '../engine/db/columns.ts'
import { sql } from '../engine/db/sql.ts'
import { copyTracks, joinPairs, type Pairs } from '../positions/copying.ts'
import { recomputeLater } from './recomputing.ts'

/** Everything that is read of a run is copied, except ids, links to accounts, routes and sites, and computed values. */
const { actions, areaActions, runSites } = runDetails.shape
const copied = {
  run: storedRun.omit({ id: true, routeId: true, operationId: true, finishedAt: true, isFullyProcessed: true }).shape,
  site: runSites.element.omit({
    id: true,
    siteId: true,
    location: true,
    areas: true,
    passNumber: true,
    carMovedAt: true,
    isServiceStopped: true,
  }).shape,
  area: runSites.element.shape.areas.element.omit({ id: true, areaId: true }).shape,
  action: actions.element.omit({ id: true, userId: true, userName: true }).shape,
  mark: areaActions.element.omit({ id: true, runSiteId: true, runSiteAreaId: true, markId: true, material: true }).shape,
}

const materialColumns = sql`material_kind, material_quantity, material_unit`

/** Returns the copy's id. The transaction's scope is then the other company. */
export async function copyRun(ctx: Ctx, id: string, destination: string): Promise<string> {
  const { tx, actor } = ctx
  const from = companyOf(ctx)
  await tx.scope({ companies: [from, destination], account: actor.accountId })
  const [company] = await tx.sql`select from companies where id = ${destination} and is_active and archived_at is null and trial_of is null`
  if (!company) throw notFound('Compagnie')
  const [copy] = await tx.sql<{ id: string }>`
    insert into runs (company_id, finished_at, last_sign_at, ${columnsOf(copied.run)})
    select ${destination}, coalesce(r.finished_at, greatest(r.last_sign_at, max(t.last_at))), r.last_sign_at, ${columnsOf(copied.run, 'r')}
    from runs r
    left join run_tracks t on t.company_id = r.company_id and t.run_id = r.id
    where r.company_id = ${from} and r.id = ${id}
    group by r.id
    returning id`
  if (!copy) throw notFound('Tournée')
  await copyRows(ctx, { from, id }, { destination, copyId: copy.id })
  await tx.scope({ companies: [destination], account: actor.accountId })
  return copy.id
}

async function copyRows(
  ctx: Ctx,
  { from, id }: { from: string; id: string },
  { destination, copyId }: { destination: string; copyId: string },
) {
  const { tx } = ctx
  const pairsOf = async (table: 'run_sites' | 'run_areas' | 'run_operators' | 'run_tracks'): Promise<Pairs> => {
    const rows = await tx.rows(sql<{ old: string; new: string }>`
      select id as old, uuidv7() as new from ${sql.table(table)} where company_id = ${from} and run_id = ${id} order by id`)
    return { old: rows.map((row) => row.old), new: rows.map((row) => row.new) }
  }
  const [sites, areas, operators, tracks] = [
    await pairsOf('run_sites'),
    await pairsOf('run_areas'),
    await pairsOf('run_operators'),
    await pairsOf('run_tracks'),
  ]
  await tx.sql`
    insert into run_sites (id, company_id, run_id, lat, lng, added_no, ${columnsOf(copied.site)})
    select p.new, ${destination}, ${copyId}, lat, lng, added_no, ${columnsOf(copied.site)}
    from run_sites x ${joinPairs(sites, 'p', 'x.id')}`
  await tx.sql`
    insert into run_areas (id, company_id, run_id, run_site_id, position, state, reached_at, ${columnsOf(copied.area)})
    select p.new, ${destination}, ${copyId}, s.new, position, state, reached_at, ${columnsOf(copied.area)}
    from run_areas x ${joinPairs(areas, 'p', 'x.id')} ${joinPairs(sites, 's', 'x.run_site_id')}`
  await tx.sql`
    insert into run_operators (
      id, company_id, run_id, name, is_present, started_at, last_moved_at, last_acted_at, clock_offset, has_offset)
    select p.new, ${destination}, ${copyId}, name, false, started_at, last_moved_at, last_acted_at, clock_offset, has_offset
    from run_operators x ${joinPairs(operators, 'p', 'x.id')}`
  await tx.sql`
    insert into run_actions (company_id, run_id, operator_id, is_silent, ${columnsOf(copied.action)})
    select ${destination}, ${copyId}, o.new, is_silent, ${columnsOf(copied.action)}
    from run_actions x ${joinPairs(operators, 'o', 'x.operator_id')}`
  await tx.sql`
    insert into run_area_actions (company_id, run_id, run_area_id, operator_id, request_id, ${materialColumns}, ${columnsOf(copied.mark)})
    select ${destination}, ${copyId}, a.new, o.new, request_id, ${materialColumns}, ${columnsOf(copied.mark)}
    from run_area_actions x
    ${joinPairs(areas, 'a', 'x.run_area_id')}
    left ${joinPairs(operators, 'o', 'x.operator_id')}`
  const stale = await copyTracks(ctx, { from, id }, { destination, copyId, areas, operators, tracks })
  for (const trackId of stale) await recomputeLater(ctx, destination, trackId)
}
