// Deletes old sends and deliveries, which are personal data. The bank's ledger stays, as the law requires, and so
// does every subscription change: it proves consent for as long as the company writes to that phone. What a claim holds stays too.
import { inCompany, type Work } from '../engine/ctx.ts'
import { sql } from '../engine/db/sql.ts'
import { jobKind } from '../engine/jobs/job-kind.ts'
import { worker } from '../engine/jobs/jobs.ts'
import { isSiteHeld } from '../folders/site-holds.ts'
import { because } from '../records/records.ts'

// `outside`, so that each batch commits separately and nobody waits behind a season's worth of rows. The next try
// deletes what a crash left.
const purge = jobKind<object>('alerts.purge', { outside: true, cron: '35 3 * * *' })

const batchSize = 5000

export async function purgeAlerts(work: Work, batch = batchSize) {
  const before = new Date(work.now.getTime() - work.env.retention.alertsDays * 86_400_000)
  const companies = await work.aside(async ({ tx }) => {
    await tx.scope({ platform: true })
    return tx.sql<{ id: string }>`
      select c.id
      from companies c
      where exists (select from alert_sends s where s.company_id = c.id and s.created_at < ${before})`
  })
  const oldDeliveries = (id: string) => sql`
    select d.id
    from alert_sends s
    join alert_deliveries d on d.company_id = s.company_id and d.send_id = s.id
    where s.company_id = ${id} and s.created_at < ${before} and not ${isSiteHeld(sql`d.company_id`, sql`d.site_id`, sql`d.created_at`)}
    order by s.created_at
    limit ${batch}`
  const oldSends = (id: string) => sql`
    select s.id
    from alert_sends s
    where s.company_id = ${id} and s.created_at < ${before}
      and not exists (select from alert_deliveries d where d.company_id = s.company_id and d.send_id = s.id)
    order by s.created_at
    limit ${batch}`
  for (const { id } of companies) {
    await inBatches(
      work,
      id,
      batch,
      ({ tx }) => tx.sql`
      delete from alert_deliveries
      where company_id = ${id} and id in (${oldDeliveries(id)})
      returning id`,
    )
    await inBatches(
      work,
      id,
      batch,
      ({ tx }) => tx.sql`
      delete from alert_sends
      where company_id = ${id} and id in (${oldSends(id)})
      returning id`,
    )
  }
}

/** Repeats, each time in its own transaction, until a batch isn't full. */
async function inBatches(work: Work, companyId: string, batch: number, remove: (own: Work) => Promise<unknown[]>) {
  for (;;) {
    const gone = await inCompany(work, companyId, async (own) => {
      await because(own, 'retention')
      return remove(own)
    })
    if (gone.length < batch) return
  }
}

export const retentionWorkers = [worker(purge, (work) => purgeAlerts(work))]
