// Copies a run to another company so that staff can show or study it: with its positions and visits, but without
// accounts or links to anything in that company.
import { notFound } from '@bordee/core/problem.ts'
import { type Ctx, companyOf } from '../engine/ctx.ts'
import { sql } from '../engine/db/sql.ts'
import { reckonLater, visitRow } from './recomputing.ts'

/** Old ids and the new ones, at the same indexes. */
interface Pairs {
  old: string[]
  new: string[]
}

/** Returns the copy's id. The transaction's scope is then the other company. */
export async function copyRun(ctx: Ctx, id: string, destination: string): Promise<string> {
  const { tx, actor } = ctx
  const from = companyOf(ctx)
  await tx.scope({ companies: [from, destination], account: actor.accountId })
  const [company] = await tx.sql`select from companies where id = ${destination} and is_active and archived_at is null`
  if (!company) throw notFound('Compagnie')
  const [copy] = await tx.sql<{ id: string }>`
    insert into runs (company_id, route_name, started_at, finished_at, last_sign_at, areas_count, areas_done, not_done_count)
    select ${destination}, r.route_name, r.started_at, coalesce(r.finished_at, greatest(r.last_sign_at, max(t.last_at))), r.last_sign_at,
           r.areas_count, r.areas_done, r.not_done_count
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
  const join = (pairs: Pairs, alias: string, column: string) => sql`
    join unnest(${pairs.old}::uuid[], ${pairs.new}::uuid[]) ${sql.ref(alias)} (old, new) on ${sql.ref(`${alias}.old`)} = ${sql.ref(column)}`
  const [sites, areas, operators, tracks] = [
    await pairsOf('run_sites'),
    await pairsOf('run_areas'),
    await pairsOf('run_operators'),
    await pairsOf('run_tracks'),
  ]
  await tx.sql`
    insert into run_sites (id, company_id, run_id, site_name, site_address, customer_name, lat, lng, notes, sort_order)
    select p.new, ${destination}, ${copyId}, site_name, site_address, customer_name, lat, lng, notes, sort_order
    from run_sites x ${join(sites, 'p', 'x.id')}`
  await tx.sql`
    insert into run_areas (id, company_id, run_id, run_site_id, position, name, notes, polygon, indicators, state, reached_at)
    select p.new, ${destination}, ${copyId}, s.new, position, name, notes, polygon, indicators, state, reached_at
    from run_areas x ${join(areas, 'p', 'x.id')} ${join(sites, 's', 'x.run_site_id')}`
  await tx.sql`
    insert into run_operators (
      id, company_id, run_id, name, is_present, started_at, last_moved_at, last_acted_at, clock_offset, has_offset)
    select p.new, ${destination}, ${copyId}, name, false, started_at, last_moved_at, last_acted_at, clock_offset, has_offset
    from run_operators x ${join(operators, 'p', 'x.id')}`
  await tx.sql`
    insert into run_actions (company_id, run_id, operator_id, type, at, is_silent)
    select ${destination}, ${copyId}, o.new, type, at, is_silent
    from run_actions x ${join(operators, 'o', 'x.operator_id')}`
  await tx.sql`
    insert into run_area_actions (company_id, run_id, run_area_id, operator_id, user_name, request_id, type, reason, note, at)
    select ${destination}, ${copyId}, a.new, o.new, user_name, request_id, type, reason, note, at
    from run_area_actions x
    ${join(areas, 'a', 'x.run_area_id')}
    left ${join(operators, 'o', 'x.operator_id')}`
  const copies = await tx.sql<{ id: string; isStale: boolean }>`
    insert into run_tracks (
      id, company_id, run_id, operator_id, source, last_raw_at, lat, lng, speed, last_at, reckoning, is_stale, points, loose, is_purged)
    select p.new, ${destination}, ${copyId}, o.new, source, last_raw_at,
           lat, lng, speed, last_at, reckoning, is_stale, points, loose, is_purged
    from run_tracks x ${join(tracks, 'p', 'x.id')} ${join(operators, 'o', 'x.operator_id')}
    returning id, is_stale as "isStale"`
  for (const track of copies) if (track.isStale) await reckonLater(ctx, destination, track.id)
  await tx.sql`
    insert into position_chunks (company_id, track_id, from_at, to_at, points, is_compacted, positions)
    select ${destination}, t.new, from_at, to_at, points, is_compacted, positions
    from position_chunks x ${join(tracks, 't', 'x.track_id')}
    where x.company_id = ${from}`
  await copyVisits(ctx, { from, id }, { destination, copyId, areas, tracks })
}

/** Gives each visit the id it would get if it were computed again in the copy. */
async function copyVisits(
  { tx }: Ctx,
  { from, id }: { from: string; id: string },
  { destination, copyId, areas, tracks }: { destination: string; copyId: string; areas: Pairs; tracks: Pairs },
) {
  const visits = await tx.sql<{ areaId: string; trackId: string; startedAt: Date; finishedAt: Date }>`
    select run_area_id as "areaId", track_id as "trackId", started_at as "startedAt", finished_at as "finishedAt"
    from run_visits
    where company_id = ${from} and run_id = ${id}`
  const newOf = (pairs: Pairs, old: string) => pairs.new[pairs.old.indexOf(old)] ?? ''
  const copies = visits.map(({ areaId, trackId, startedAt, finishedAt }) => {
    const [area, track] = [newOf(areas, areaId), newOf(tracks, trackId)]
    const visit = { areaId: area, startedAt: startedAt.getTime(), finishedAt: finishedAt.getTime() }
    return { ...visitRow(copyId, track, visit, 0), track }
  })
  await tx.sql`
    insert into run_visits (id, company_id, run_id, run_area_id, track_id, started_at, finished_at)
    select v.id, ${destination}, ${copyId}, v.area, v.track, v.started_at, v.finished_at
    from unnest(
      ${copies.map((visit) => visit.id)}::uuid[],
      ${copies.map(({ areaId }) => areaId)}::uuid[],
      ${copies.map(({ track }) => track)}::uuid[],
      ${copies.map(({ startedAt }) => startedAt)}::timestamptz[],
      ${copies.map(({ finishedAt }) => finishedAt)}::timestamptz[]) v (id, area, track, started_at, finished_at)`
}
