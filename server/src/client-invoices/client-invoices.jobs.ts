import { keptAfterEnd } from '@bordee/core/contracts/contract-life.ts'
import { homeZone } from '@bordee/core/time.ts'
import type { Work } from '../engine/ctx.ts'
import { sql } from '../engine/db/sql.ts'
import { jobKind } from '../engine/jobs/job-kind.ts'
import { worker } from '../engine/jobs/jobs.ts'
import { because } from '../records/records.ts'

const purge = jobKind<object>('client-invoices.purge', { cron: '50 3 * * *' })

/**
 * Deletes invoices seven years after their issue, even if their company is gone, and the drafts of such a company. Their numbers
 * are not given again.
 */
export async function purgeInvoices(work: Work) {
  const { tx, now } = work
  const zone = sql`coalesce((select c.time_zone from companies c where c.id = company_id), ${sql.lit(homeZone)})`
  const isOld = sql`issued_on < (${now}::timestamptz at time zone ${zone})::date - make_interval(years => ${keptAfterEnd})`
  const isLeft = sql`status = 'draft' and not exists (select from companies c where c.id = company_id)`
  await because(work, 'retention')
  await tx.scope({ platform: true })
  const old = await tx.sql<{ companyId: string }>`
    select distinct company_id as "companyId" from client_invoices where ${isOld} or ${isLeft}`
  for (const { companyId } of old) {
    await tx.scope({ companies: [companyId] })
    await tx.sql`delete from client_invoices where company_id = ${companyId} and (${isOld} or ${isLeft})`
  }
}

export const clientInvoiceWorkers = [worker(purge, purgeInvoices)]
