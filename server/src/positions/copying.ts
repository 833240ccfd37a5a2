// Copies the tracks of a run, with their positions and visits.
import type { Work } from '../engine/ctx.ts'
import { sql } from '../engine/db/sql.ts'
import { visitRow } from './visits.ts'

/** Old ids and the new ones, at the same indexes. */
export interface Pairs {
  old: string[]
  new: string[]
}

export const joinPairs = (pairs: Pairs, alias: string, column: string) => sql`
  join unnest(${pairs.old}::uuid[], ${pairs.new}::uuid[]) ${sql.ref(alias)} (old, new) on ${sql.ref(`${alias}.old`)} = ${sql.ref(column)}`

interface Copy {
  destination: string
  copyId: string
  areas: Pairs
  operators: Pairs
  tracks: Pairs
}

/** Returns the copied tracks that are stale. */
export async function copyTracks(
  work: Pick<Work, 'tx'>,
  { from, id }: { from: string; id: string },
  { destination, copyId, areas, operators, tracks }: Copy,
): Promise<string[]> {
  const { tx } = work
  const copies = await tx.sql<{ id: string; isStale: boolean }>`
    insert into run_tracks (
      id, company_id, run_id, operator_id, source, last_raw_at, lat, lng, speed, last_at, reckoning, is_stale, points, loose, is_purged)
    select p.new, ${destination}, ${copyId}, o.new, source, last_raw_at,
           lat, lng, speed, last_at, reckoning, is_stale, points, loose, is_purged
    from run_tracks x ${joinPairs(tracks, 'p', 'x.id')} ${joinPairs(operators, 'o', 'x.operator_id')}
    returning id, is_stale as "isStale"`
  await tx.sql`
    insert into position_chunks (company_id, track_id, from_at, to_at, points, is_compacted, positions)
    select ${destination}, t.new, from_at, to_at, points, is_compacted, positions
    from position_chunks x ${joinPairs(tracks, 't', 'x.track_id')}
    where x.company_id = ${from}`
  await copyVisits(work, { from, id }, { destination, copyId, areas, tracks })
  return copies.filter(({ isStale }) => isStale).map((track) => track.id)
}

/** Gives each visit the id it would get if it were computed again in the copy. */
async function copyVisits(
  { tx }: Pick<Work, 'tx'>,
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
