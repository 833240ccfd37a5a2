// A track: one receiver of one operator in one run, its positions in chunks, and its visits recomputed from them.
import { hash } from 'node:crypto'
import type { AreaIndex, RunArea } from '@bordee/core/positions/area-index.ts'
import { type Position, pack, unpack } from '@bordee/core/positions/packing.ts'
import { follow, indexOf, inOrder, nowhere, underWay, type Visit, type VisitState } from '@bordee/core/positions/visits.ts'
import { type Coming, isDuring, presences } from '@bordee/core/runs/presence.ts'
import type { Work } from '../engine/ctx.ts'
import { type Sql, sql } from '../engine/db/sql.ts'
import { jobKind } from '../engine/jobs/job-kind.ts'
import { worker } from '../engine/jobs/jobs.ts'
import { updateCompletion } from './completion.ts'
import { comingsOf, milliseconds } from './runs.queries.ts'
import { warnLater } from './warnings.ts'

interface TrackOfCompany {
  companyId: string
  trackId: string
}

interface Reckoning extends TrackOfCompany {
  /** New positions arrived, so those ahead may have to be warned. False when only the past is recomputed. */
  isNews: boolean
}

const reckoning = jobKind<Reckoning>('runs.reckon', { urgent: true, atOnce: 2, onePer: ({ trackId }) => trackId })

/** For a track marked stale in this transaction. A long one waits longer, and takes in what arrives meanwhile. */
export const reckonLater = (work: Work, companyId: string, trackId: string, { isNews = false, points = 0 } = {}) =>
  work.later(reckoning, { companyId, trackId, isNews }, Math.floor(points / pointsPerSecond))

const pointsPerSecond = 2000

/** Points in a full chunk: about six kilobytes. */
const fullChunk = 500

/** What a run's positions are compared with. */
interface Ground {
  index: AreaIndex
  /** Site ids by area id. */
  siteIds: ReadonlyMap<string, string | null>
}

/** The most recently used runs. A run's areas never change. */
const grounds = new Map<string, Ground>()
const maxGrounds = 500

interface MadeRun {
  companyId: string
  runId: string
  /** Part of the key because a deleted run may be created again under the id a phone gave it. */
  madeAt: number
}

export async function groundOf({ tx }: Work, { companyId, runId, madeAt }: MadeRun): Promise<Ground> {
  const key = `${runId} ${madeAt}`
  const known = grounds.get(key)
  if (known) {
    grounds.delete(key) // re-inserted as the most recent
    grounds.set(key, known)
    return known
  }
  const areas = await tx.sql<RunArea & { siteId: string | null }>`
    select a.id, a.polygon, s.site_id as "siteId"
    from run_areas a
    join run_sites s on s.company_id = a.company_id and s.id = a.run_site_id
    where a.company_id = ${companyId} and a.run_id = ${runId}
    order by s.sort_order, a.position, a.id`
  const ground = { index: indexOf(areas), siteIds: new Map(areas.map(({ id, siteId }) => [id, siteId])) }
  for (const oldest of grounds.keys()) {
    if (grounds.size < maxGrounds) break
    grounds.delete(oldest)
  }
  grounds.set(key, ground)
  return ground
}

/** A track's positions as sent, chunk by chunk; with a span, only the chunks that overlap it. */
export async function readPositions(
  { tx }: Work,
  { companyId, trackId }: TrackOfCompany,
  [from, to]: readonly [number, number] = [-1e15, 1e15],
): Promise<Position[]> {
  const chunks = await tx.sql<{ positions: Uint8Array }>`
    select positions
    from position_chunks
    where company_id = ${companyId} and track_id = ${trackId} and to_at >= ${from} and from_at <= ${to}
    order by id`
  return chunks.flatMap(({ positions }) => unpack(positions))
}

/** The track's state after these positions, and its visits, including those under way. */
export function reckon(index: AreaIndex, before: VisitState, positions: readonly Position[]): { state: VisitState; visits: Visit[] } {
  const { state, visits } = follow(index, before, positions)
  return { state, visits: [...visits, ...underWay(index, state)] }
}

export interface VisitRow {
  id: string
  areaId: string
  siteId: string | null
  startedAt: Date
  finishedAt: Date
}

/** Times by our clock. A visit found again gets the same id. */
export const visitRow = (
  runId: string,
  trackId: string,
  { areaId, startedAt, finishedAt }: Visit,
  offset: number,
  siteIds?: Ground['siteIds'],
): VisitRow => ({
  id: hashId(runId, areaId, trackId, String(startedAt + offset)),
  areaId,
  siteId: siteIds?.get(areaId) ?? null,
  startedAt: new Date(startedAt + offset),
  finishedAt: new Date(finishedAt + offset),
})

function hashId(...parts: string[]): string {
  const bytes = hash('sha256', parts.join('\n'), 'buffer').subarray(0, 16)
  bytes[6] = ((bytes[6] as number) & 0x0f) | 0x80 // UUID version 8: custom
  bytes[8] = ((bytes[8] as number) & 0x3f) | 0x80
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/** Inserts new visits and extends known ones. `from` provides them as `v`. */
export const putVisits = (companyId: string, runId: string, trackId: string, from: Sql<unknown>) => sql`
  insert into run_visits (id, company_id, run_id, run_area_id, track_id, site_id, started_at, finished_at)
  select v.id, ${companyId}, ${runId}, v.area_id, ${trackId}, v.site_id, v.started_at, v.finished_at
  from ${from}
  on conflict (company_id, run_id, run_area_id, id) do update set finished_at = excluded.finished_at`

/** Visits as rows `v` of a query. PostgreSQL replans arrays of each length every time; with JSON it keeps one plan. */
export function recordsOf(visits: readonly VisitRow[], begun: readonly VisitRow[] = []) {
  const isNew = new Set(begun.map(({ id }) => id))
  const records = visits.map(({ id, areaId, siteId, startedAt, finishedAt }) => ({
    id,
    area_id: areaId,
    site_id: siteId,
    started_at: startedAt,
    finished_at: finishedAt,
    is_new: isNew.has(id),
  }))
  return sql`jsonb_to_recordset(${JSON.stringify(records)}::jsonb) v (
    id uuid, area_id uuid, site_id uuid, started_at timestamptz, finished_at timestamptz, is_new boolean)`
}

interface HeldTrack {
  runId: string
  madeAt: number
  isPurged: boolean
  offset: number
  comings: Coming[]
}

/**
 * Recomputes a track's visits from its raw positions, as if they had come in order, and deletes what the phone
 * recorded while its operator was not in the run.
 */
async function reckonNow(work: Work, { companyId, trackId, isNews }: Reckoning) {
  const { tx } = work
  await tx.scope({ companies: [companyId] })
  const [track] = await tx.sql<HeldTrack>`
    select t.run_id as "runId",
           ${milliseconds('r.created_at')} as "madeAt",
           t.is_purged as "isPurged",
           case when t.source = 'phone' then o.clock_offset else 0 end::float8 as offset,
           ${comingsOf('o')} as comings
    from run_tracks t
    join run_operators o on o.company_id = t.company_id and o.id = t.operator_id
    join runs r on r.company_id = t.company_id and r.id = t.run_id
    where t.company_id = ${companyId} and t.id = ${trackId}
    for no key update of t`
  if (!track) return // its run was deleted
  if (track.isPurged) {
    await tx.sql`update run_tracks set is_stale = false where company_id = ${companyId} and id = ${trackId}`
    return
  }
  const { runId, madeAt, offset } = track
  const all = await readPositions(work, { companyId, trackId })
  const spells = presences(track.comings)
  const positions = inOrder(all.filter(({ at }) => isDuring(spells, at + offset)))
  if (all.some(({ at }) => !isDuring(spells, at + offset))) await replaceChunks(work, { companyId, trackId }, positions)
  const { index, siteIds } = await groundOf(work, { companyId, runId, madeAt })
  const { state, visits } = reckon(index, nowhere, positions)
  const rows = visits.map((visit) => visitRow(runId, trackId, visit, offset, siteIds))
  const gone = await tx.sql<{ areaId: string }>`
    delete from run_visits
    where company_id = ${companyId} and run_id = ${runId} and track_id = ${trackId} and id <> all(${rows.map(({ id }) => id)}::uuid[])
    returning run_area_id as "areaId"`
  await tx.rows(putVisits(companyId, runId, trackId, recordsOf(rows)))
  const last = positions.at(-1)
  await tx.sql`
    update run_tracks
    set is_stale = false,
        reckoning = ${JSON.stringify(state)}::jsonb,
        last_raw_at = ${last?.at ?? null},
        last_at = ${last ? new Date(last.at + offset) : null},
        lat = ${last?.lat ?? null},
        lng = ${last?.lng ?? null},
        speed = ${last?.speed ?? null}
    where company_id = ${companyId} and id = ${trackId}`
  await updateCompletion(
    work,
    companyId,
    runId,
    [...gone, ...rows].map(({ areaId }) => areaId),
  )
  if (isNews && rows.length > 0)
    await warnLater(work, companyId, runId, new Date(Math.max(...rows.map(({ startedAt }) => startedAt.getTime()))))
  work.publish(companyId, { topic: 'runs', runId })
}

/** Replaces all chunks of the track with `positions`, which are in order. The caller holds the track. */
async function replaceChunks({ tx }: Work, { companyId, trackId }: TrackOfCompany, positions: readonly Position[]) {
  await tx.sql`delete from position_chunks where company_id = ${companyId} and track_id = ${trackId}`
  await tx.rows(putFullChunks({ companyId, trackId }, positions))
  await tx.sql`
    update run_tracks set loose = 0, points = ${positions.length} where company_id = ${companyId} and id = ${trackId}`
}

const putFullChunks = ({ companyId, trackId }: TrackOfCompany, positions: readonly Position[]) => {
  const chunks: Position[][] = []
  for (let i = 0; i < positions.length; i += fullChunk) chunks.push(positions.slice(i, i + fullChunk))
  const at = (chunk: Position[], i: number) => (chunk.at(i) as Position).at
  return sql`
    insert into position_chunks (company_id, track_id, from_at, to_at, points, is_compacted, positions)
    select ${companyId}, ${trackId}, c.from_at, c.to_at, c.points, true, c.positions
    from unnest(
      ${chunks.map((chunk) => at(chunk, 0))}::bigint[],
      ${chunks.map((chunk) => at(chunk, -1))}::bigint[],
      ${chunks.map((chunk) => chunk.length)}::int[],
      ${chunks.map((chunk) => Buffer.from(pack(chunk)))}::bytea[]) c (from_at, to_at, points, positions)`
}

const compaction = jobKind<TrackOfCompany>('runs.compact', { onePer: ({ trackId }) => trackId })

/** Number of one-batch chunks at which a track is compacted: half an hour of a phone that sends every minute. */
export const manyChunks = 30

export const compactLater = (work: Work, companyId: string, trackId: string, after = 0) =>
  work.later(compaction, { companyId, trackId }, after)

/** Merges one-batch chunks into full ones in one transaction: readers see either the old chunks or the new. */
export async function compactNow(work: Work, { companyId, trackId }: TrackOfCompany) {
  const { tx } = work
  await tx.scope({ companies: [companyId] })
  const [track] = await tx.sql`select from run_tracks where company_id = ${companyId} and id = ${trackId} for no key update`
  if (!track) return
  const loose = await tx.sql<{ positions: Uint8Array }>`
    delete from position_chunks
    where company_id = ${companyId} and track_id = ${trackId} and not is_compacted
    returning positions`
  await tx.rows(putFullChunks({ companyId, trackId }, inOrder(loose.flatMap(({ positions }) => unpack(positions)))))
  await tx.sql`update run_tracks set loose = 0 where company_id = ${companyId} and id = ${trackId}`
}

export const trackWorkers = [worker(reckoning, reckonNow), worker(compaction, compactNow)]
