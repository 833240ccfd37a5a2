import { jobKind } from '../engine/job-kind.ts'
import { worker } from '../engine/jobs.ts'

const purge = jobKind<object>('quotes.purge', { cron: '25 3 * * *' })

/** Days: what reached nobody, a season's half; what its sender took back; the code to take the rest back. */
const kept = { unmatched: 180, withdrawn: 30, code: 730 }

export const quoteWorkers = [
  worker(purge, async ({ tx }) => {
    await tx.scope({ platform: true })
    const old = await tx.sql<{ companyId: string }>`
      select distinct company_id as "companyId" from quote_requests where withdrawn_at < now() - make_interval(days => ${kept.withdrawn})`
    await tx.sql`
      delete from quote_submissions
      where (unmatched is not null and submitted_at < now() - make_interval(days => ${kept.unmatched}))
         or (withdrawn_at < now() - make_interval(days => ${kept.withdrawn}))
         or submitted_at < now() - make_interval(days => ${kept.code})`
    await tx.scope({ companies: old.map(({ companyId }) => companyId) })
    await tx.sql`delete from quote_requests where withdrawn_at < now() - make_interval(days => ${kept.withdrawn})`
  }),
]
