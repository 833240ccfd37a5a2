// A track's positions, packed in chunks: one per batch at first, full ones after compaction.
import { type Position, pack, unpack } from '@bordee/core/positions/packing.ts'
import { inOrder } from '@bordee/core/positions/visits.ts'
import type { Work } from '../engine/ctx.ts'
import { sql } from '../engine/db/sql.ts'
import { jobKind } from '../engine/jobs/job-kind.ts'
import { worker } from '../engine/jobs/jobs.ts'
import { because } from '../records/records.ts'

export interface TrackOfCompany {
  companyId: string
  trackId: string
}

/** Points in a full chunk: about six kilobytes. */
const fullChunk = 500

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

/** Replaces all chunks of the track with `positions`, which are in order. The caller holds the track. */
export async function replaceChunks(work: Work, { companyId, trackId }: TrackOfCompany, positions: readonly Position[]) {
  const { tx } = work
  await because(work, 'recomputed')
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
  await because(work, 'compacted')
  const loose = await tx.sql<{ positions: Uint8Array }>`
    delete from position_chunks
    where company_id = ${companyId} and track_id = ${trackId} and not is_compacted
    returning positions`
  await tx.rows(putFullChunks({ companyId, trackId }, inOrder(loose.flatMap(({ positions }) => unpack(positions)))))
  await tx.sql`update run_tracks set loose = 0 where company_id = ${companyId} and id = ${trackId}`
}

export const chunkWorkers = [worker(compaction, compactNow)]
