// The outbox of the embedded providers: what they accepted instead of sending it out.
import type { Work } from '../engine/ctx.ts'
import { jobKind } from '../engine/jobs/job-kind.ts'
import { worker } from '../engine/jobs/jobs.ts'

const purge = jobKind<object>('outbox.purge', { cron: '25 3 * * *' })

export const outboxWorkers = [
  worker(purge, async ({ tx, env }: Work) => {
    await tx.sql`delete from outbox where created_at < now() - ${env.retention.outboxDays} * interval '1 day'`
  }),
]
