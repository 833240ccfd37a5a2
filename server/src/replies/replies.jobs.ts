// Deletes what residents wrote, with its answers, and calls to work, which are personal data.
import { inCompany, type Work } from '../engine/ctx.ts'
import { sql } from '../engine/db/sql.ts'
import { jobKind } from '../engine/jobs/job-kind.ts'
import { worker } from '../engine/jobs/jobs.ts'
import { isSiteHeld } from '../folders/site-holds.ts'

// `outside`, so that each company commits separately. The next try deletes what a crash left.
const purge = jobKind<object>('replies.purge', { outside: true, cron: '45 3 * * *' })

/** Days after which nobody asks any more whether a car had been moved. */
const movedCarsDays = 30

export async function purgeReplies(work: Work) {
  const daysAgo = (days: number) => new Date(work.now.getTime() - days * 86_400_000)
  const [before, movedBefore] = [daysAgo(work.env.retention.repliesDays), daysAgo(movedCarsDays)]
  const companies = await work.aside(async ({ tx }) => {
    await tx.scope({ platform: true })
    return tx.sql<{ id: string }>`
      select c.id
      from companies c
      where exists (select from replies r where r.company_id = c.id and r.at < ${before})
        or exists (select from crew_calls w where w.company_id = c.id and w.at < ${before})
        or exists (select from moved_cars m where m.company_id = c.id and m.moved_at < ${movedBefore})`
  })
  for (const { id } of companies)
    await inCompany(work, id, async ({ tx }) => {
      await tx.sql`
        delete from replies r
        where r.company_id = ${id} and r.at < ${before} and not ${isSiteHeld(sql`r.company_id`, sql`r.site_id`, sql`r.at`)}`
      await tx.sql`delete from crew_calls where company_id = ${id} and at < ${before}`
      await tx.sql`delete from moved_cars where company_id = ${id} and moved_at < ${movedBefore}`
    })
}

export const replyWorkers = [worker(purge, purgeReplies)]
