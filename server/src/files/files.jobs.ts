// Removes contents that nothing names: at once after their last row was deleted, and by a sweep for what crashes and deleted
// companies leave.
import type { Work } from '../engine/ctx.ts'
import { jobKind } from '../engine/jobs/job-kind.ts'
import { worker } from '../engine/jobs/jobs.ts'
import { lockContent, removeUnnamed } from './storing.ts'

const sweep = jobKind<object>('files.sweep', { outside: true, cron: '50 3 * * *' })

/** A file this new may belong to a request that hasn't committed yet. */
const graceMs = 24 * 3600_000
const atOnce = 500

export const fileWorkers = [
  worker(removeUnnamed, (work, { hashes }) => removeThose(work, hashes)),
  worker(sweep, (work) => sweepFiles(work)),
]

export async function sweepFiles(work: Work): Promise<void> {
  const before = new Date(work.now.getTime() - graceMs)
  await work.gateways.files.removeUnfinished(before)
  let old: string[] = []
  for await (const { hash, storedAt } of work.gateways.files.list()) {
    if (storedAt >= before) continue
    old.push(hash)
    if (old.length < atOnce) continue
    await removeThose(work, old)
    old = []
  }
  await removeThose(work, old)
}

async function removeThose(work: Work, hashes: readonly string[]) {
  const unnamed = await work.aside(async ({ tx }) => {
    await tx.scope({ platform: true })
    return tx.sql<{ hash: string }>`
      select h.hash from unnest(${hashes}::text[]) h (hash)
      where not exists (select from stored_files f where f.hash = h.hash)`
  })
  for (const { hash } of unnamed)
    await work.aside(async (own) => {
      await own.tx.scope({ platform: true })
      await lockContent(own, hash)
      // In a later statement than the lock, so that it sees who named it meanwhile.
      const [named] = await own.tx.sql`select from stored_files where hash = ${hash} limit 1`
      if (!named) await own.gateways.files.remove(hash)
    })
}
