// Deletes positions after three years, except those of runs that a claim holds.
import type { Work } from '../engine/ctx.ts'
import { jobKind } from '../engine/jobs/job-kind.ts'
import { worker } from '../engine/jobs/jobs.ts'
import { isRunHeld } from '../folders/site-holds.ts'
import { because } from '../records/records.ts'

// `outside`: each batch of tracks is deleted in a separate transaction.
const purge = jobKind<object>('runs.purge', { outside: true, cron: '50 3 * * *' })

/** Tracks whose positions are deleted in one transaction. */
const batchSize = 200

/** Deletes whole tracks at a time. Their visits stay: they prove who was where, without showing the way taken. */
export async function purgePositions(work: Work, batch = batchSize) {
  const before = new Date(work.now.getTime() - work.env.retention.positionsDays * 86_400_000)
  const companies = await work.aside(async ({ tx }) => {
    await tx.scope({ platform: true })
    return tx.sql<{ id: string }>`
      select c.id
      from companies c
      where exists (
        select from runs r
        join run_tracks t on t.company_id = r.company_id and t.run_id = r.id and not t.is_purged
        where r.company_id = c.id and r.started_at < ${before})`
  })
  for (const { id } of companies)
    for (let gone = batch; gone === batch; ) gone = await work.aside((own) => purgeTracks(own, id, before, batch))
}

async function purgeTracks(work: Work, companyId: string, before: Date, batch: number): Promise<number> {
  const { tx } = work
  await tx.scope({ companies: [companyId] })
  await because(work, 'retention')
  const purged = await tx.sql<{ id: string }>`
    update run_tracks
    set is_purged = true,
        is_stale = false,
        reckoning = null,
        lat = null,
        lng = null,
        speed = null
    where company_id = ${companyId} and id in (
      select t.id
      from runs r
      join run_tracks t on t.company_id = r.company_id and t.run_id = r.id
      where r.company_id = ${companyId} and r.started_at < ${before} and not t.is_purged and not ${isRunHeld}
      limit ${batch})
    returning id`
  await tx.sql`
    delete from position_chunks
    where company_id = ${companyId} and track_id = any(${purged.map(({ id }) => id)}::uuid[])`
  return purged.length
}

export const positionWorkers = [worker(purge, (work) => purgePositions(work))]
