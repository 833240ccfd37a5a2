// Erases the trial nights that nobody ended, a day after they began.
import type { Work } from '../engine/ctx.ts'
import { jobKind } from '../engine/jobs/job-kind.ts'
import { worker } from '../engine/jobs/jobs.ts'
import { eraseNight } from './trial-nights.ts'

// `outside`: each night is erased in a separate transaction.
const erasure = jobKind<object>('onboarding.erase-trials', { outside: true, cron: '*/10 * * * *' })

const keptHours = 24

export async function eraseOldNights(work: Work) {
  const old = await work.aside(({ tx, now }) => oldNights(tx, new Date(now.getTime() - keptHours * 3_600_000)))
  for (const id of old)
    await work
      .aside((own) => eraseNight(own, id))
      // One failure must not keep the others.
      .catch((error: Error) => console.error('Nuits d’essai\u00a0:', id, error.message))
}

async function oldNights(tx: Work['tx'], before: Date): Promise<string[]> {
  const all = await tx.sql<{ id: string }>`select id from trial_companies`
  await tx.scope({ companies: all.map(({ id }) => id) })
  const old = await tx.sql<{ id: string }>`select id from companies where trial_of is not null and created_at < ${before}`
  return old.map(({ id }) => id)
}

export const trialWorkers = [worker(erasure, eraseOldNights)]
