// Scheduled work: signs out operators who left without a word.

import { inOrder } from '@bordee/core/positions/visits.ts'
import { endedWithoutAWord, idleAfter, lastMovement, longestWork, quitWithoutAWord } from '@bordee/core/runs/presence.ts'
import type { Work } from '../engine/ctx.ts'
import { jobKind } from '../engine/jobs/job-kind.ts'
import { worker } from '../engine/jobs/jobs.ts'
import { readPositions } from '../positions/chunks.ts'
import { lockNewTracks } from '../positions/tracks.ts'
import { leave } from './operators.ts'

// `outside`: each operator is handled in a separate transaction.
const watch = jobKind<object>('runs.watch', { outside: true, cron: '*/5 * * * *' })

interface Present {
  companyId: string
  runId: string
  operatorId: string
}

/** Finds operators who may have left: according to their row, they haven't moved or acted for two hours. */
export async function watchOperators(work: Work) {
  const before = new Date(work.now.getTime() - idleAfter)
  const suspects = await work.aside(async ({ tx }) => {
    await tx.scope({ platform: true })
    return tx.sql<Present>`
      select company_id as "companyId", run_id as "runId", id as "operatorId"
      from run_operators
      where is_present and last_moved_at <= ${before} and last_acted_at <= ${before}
      order by last_moved_at`
  })
  for (const suspect of suspects)
    await work
      .aside((own) => quitIfIdle(own, suspect))
      // One failure must not keep the others from being checked.
      .catch((error: Error) => console.error('Tournées\u00a0:', suspect.operatorId, error.message))
}

/**
 * Decides from the operator's tracks, because batches don't update `last_moved_at`. Clearing a driveway counts as
 * acting, however little the truck moves.
 */
async function quitIfIdle(work: Work, { companyId, runId, operatorId }: Present) {
  const { tx, now } = work
  await tx.scope({ companies: [companyId] })
  await lockNewTracks(work, runId)
  const tracks = await tx.sql<{ id: string; offset: number; lastAt: Date | null }>`
    select t.id, case when t.source = 'phone' then o.clock_offset else 0 end::float8 as offset, t.last_at as "lastAt"
    from run_tracks t
    join run_operators o on o.company_id = t.company_id and o.id = t.operator_id
    where t.company_id = ${companyId} and t.operator_id = ${operatorId}
    order by t.id
    for no key update of t`
  await tx.sql`select from runs where company_id = ${companyId} and id = ${runId} for no key update`
  const [operator] = await tx.sql<{ lastMovedAt: Date; lastActedAt: Date }>`
    select o.last_moved_at as "lastMovedAt",
           greatest(o.last_acted_at, (
             select max(least(v.finished_at, v.started_at + make_interval(secs => ${longestWork / 1000})))
             from run_visits v
             join run_tracks t on t.company_id = v.company_id and t.id = v.track_id
             where v.company_id = o.company_id and v.run_id = o.run_id and t.operator_id = o.id)) as "lastActedAt"
    from run_operators o
    where o.company_id = ${companyId} and o.id = ${operatorId} and o.is_present
    for no key update`
  if (!operator) return
  const [knownMovement, acted] = [operator.lastMovedAt.getTime(), operator.lastActedAt.getTime()]
  const movements = [knownMovement]
  for (const { id, offset } of tracks) {
    const positions = inOrder(await readPositions(work, { companyId, trackId: id }, [knownMovement - offset, 1e15]))
    movements.push(lastMovement(positions, knownMovement - offset) + offset)
  }
  const movedAt = Math.max(...movements)
  const heardAt = Math.max(movedAt, acted, ...tracks.map(({ lastAt }) => lastAt?.getTime() ?? 0))
  const quitAt = quitWithoutAWord(movedAt, acted, now.getTime()) ?? endedWithoutAWord(heardAt, now.getTime())
  if (quitAt !== null) await leave(work, { companyId, runId, operatorId, at: new Date(quitAt), isSilent: true })
  else await tx.sql`update run_operators set last_moved_at = ${new Date(movedAt)} where company_id = ${companyId} and id = ${operatorId}`
}

export const runWorkers = [worker(watch, watchOperators)]
