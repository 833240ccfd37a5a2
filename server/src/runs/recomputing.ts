// Recomputes a track's visits from its stored positions, when something changed that they were judged by.
import { inOrder, nowhere } from '@bordee/core/positions/visits.ts'
import { type Coming, isDuring, presences } from '@bordee/core/runs/presence.ts'
import type { RunKind } from '@bordee/core/runs/run-kind.ts'
import type { Work } from '../engine/ctx.ts'
import { jobKind } from '../engine/jobs/job-kind.ts'
import { worker } from '../engine/jobs/jobs.ts'
import { readPositions, replaceChunks, type TrackOfCompany } from '../positions/chunks.ts'
import { comingsOf, milliseconds } from '../positions/presence.ts'
import { areasOfRun } from '../positions/run-areas.ts'
import { settleTrack, staleWholeRun } from '../positions/tracks.ts'
import { computeVisits, replaceVisits, visitRow } from '../positions/visits.ts'
import { updateCompletion } from './completion.ts'
import { warnLater } from './warnings.ts'

interface Recomputation extends TrackOfCompany {
  /** New positions arrived, so those ahead may have to be warned. False when only the past is recomputed. */
  isNews: boolean
}

const recomputation = jobKind<Recomputation>('runs.reckon', { urgent: true, atOnce: 2, onePer: ({ trackId }) => trackId })

/** For a track marked stale in this transaction. A long one waits longer, and takes in what arrives meanwhile. */
export const recomputeLater = (work: Work, companyId: string, trackId: string, { isNews = false, points = 0 } = {}) =>
  work.later(recomputation, { companyId, trackId, isNews }, Math.floor(points / pointsPerSecond))

const pointsPerSecond = 2000

/** Returns whether its positions are all still there: visits of a track without them stay as they are. */
export async function recomputeRun(work: Work, companyId: string, runId: string): Promise<boolean> {
  const tracks = await staleWholeRun(work, companyId, runId)
  for (const { id } of tracks) await recomputeLater(work, companyId, id)
  return !tracks.some(({ isPurged }) => isPurged)
}

interface HeldTrack {
  runId: string
  createdAt: number
  stopsVersion: number
  kind: RunKind
  isPurged: boolean
  offset: number
  comings: Coming[]
}

/**
 * Recomputes a track's visits from its raw positions, as if they had come in order, and deletes what the phone
 * recorded while its operator was not in the run.
 */
async function recomputeNow(work: Work, { companyId, trackId, isNews }: Recomputation) {
  const { tx } = work
  await tx.scope({ companies: [companyId] })
  const [track] = await tx.sql<HeldTrack>`
    select t.run_id as "runId",
           ${milliseconds('r.created_at')} as "createdAt",
           r.stops_version as "stopsVersion",
           r.kind,
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
    await settleTrack(work, { companyId, id: trackId, offset: 0 })
    return
  }
  const { runId, offset } = track
  const all = await readPositions(work, { companyId, trackId })
  const present = presences(track.comings)
  const positions = inOrder(all.filter(({ at }) => isDuring(present, at + offset)))
  if (all.some(({ at }) => !isDuring(present, at + offset))) await replaceChunks(work, { companyId, trackId }, positions)
  const { index, rules, siteIds } = await areasOfRun(work, { ...track, companyId })
  const { state, visits } = computeVisits(index, nowhere, positions, rules)
  const rows = visits.map((visit) => visitRow(runId, trackId, visit, offset, siteIds))
  const gone = await replaceVisits(work, { companyId, runId, trackId }, rows)
  await settleTrack(work, { companyId, id: trackId, offset }, { state, last: positions.at(-1) })
  await updateCompletion(work, companyId, runId, [...gone, ...rows.map(({ areaId }) => areaId)])
  if (isNews && rows.length > 0)
    await warnLater(work, companyId, runId, new Date(Math.max(...rows.map(({ startedAt }) => startedAt.getTime()))))
  work.publish(companyId, { topic: 'runs', runId })
}

export const recomputeWorkers = [worker(recomputation, recomputeNow)]
