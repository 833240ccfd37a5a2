// Forgets old provider events, which won't be sent again.
import type { Work } from '../engine/ctx.ts'
import { jobKind } from '../engine/jobs/job-kind.ts'
import { worker } from '../engine/jobs/jobs.ts'

const purge = jobKind<object>('payments.purge', { cron: '15 3 * * *' })

/** Days. Providers give up after a few. */
const memory = 90

async function purgeEvents({ tx, now }: Work) {
  await tx.sql`delete from payment_events where heard_at < ${now}::timestamptz - make_interval(days => ${memory})`
}

export const paymentWorkers = [worker(purge, purgeEvents)]
