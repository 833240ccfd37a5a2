import type { Work } from '../engine/ctx.ts'
import { sql } from '../engine/db/sql.ts'
import { jobKind } from '../engine/jobs/job-kind.ts'
import { worker } from '../engine/jobs/jobs.ts'

const purge = jobKind<object>('quotes.purge', { cron: '25 3 * * *' })

/** Days a withdrawn request is still shown. */
const withdrawnDays = 30

/** A folder made from a request stays. The code that withdraws a request lives as long as the request. */
export async function purgeQuotes({ tx, env, now }: Work) {
  const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000)
  const { quotesDays, unmatchedQuotesDays } = env.retention
  const isOld = sql`(submitted_at < ${daysAgo(quotesDays)} or withdrawn_at < ${daysAgo(withdrawnDays)})`
  await tx.scope({ platform: true })
  const old = await tx.sql<{ companyId: string }>`select distinct company_id as "companyId" from quote_requests where ${isOld}`
  await tx.sql`
    delete from quote_submissions
    where ${isOld} or (unmatched is not null and submitted_at < ${daysAgo(unmatchedQuotesDays)})`
  await tx.scope({ companies: old.map(({ companyId }) => companyId) })
  await tx.sql`delete from quote_requests where ${isOld}`
}

export const quoteWorkers = [worker(purge, purgeQuotes)]
