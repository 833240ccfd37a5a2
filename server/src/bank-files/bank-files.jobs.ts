// A line is kept as long as what it paid, and one that paid nothing as long as contracts are (contracts/contracts.jobs.ts).
import { keptAfterEnd } from '@bordee/core/contracts/contract-life.ts'
import type { Work } from '../engine/ctx.ts'
import { sql } from '../engine/db/sql.ts'
import { jobKind } from '../engine/jobs/job-kind.ts'
import { worker } from '../engine/jobs/jobs.ts'
import { because } from '../records/records.ts'

/** After the contracts' own. */
const purge = jobKind<object>('bank-files.purge', { cron: '0 4 * * *' })

async function purgeLines(work: Work) {
  const { tx, now } = work
  const isOld = sql`l.created_at < ${now}::timestamptz - make_interval(years => ${keptAfterEnd})`
  const isLeft = sql`
    not exists (select from contract_payments p where p.company_id = l.company_id and p.bank_line_id = l.id)
    and not exists (select from client_invoice_payments p where p.company_id = l.company_id and p.bank_line_id = l.id)`
  await because(work, 'retention')
  await tx.scope({ platform: true })
  const old = await tx.sql<{ companyId: string }>`
    select distinct l.company_id as "companyId" from bank_lines l where ${isOld} and ${isLeft}`
  for (const { companyId } of old) {
    await tx.scope({ companies: [companyId] })
    await tx.sql`delete from bank_lines l where l.company_id = ${companyId} and ${isOld} and ${isLeft}`
    await tx.sql`
      delete from bank_files f
      where f.company_id = ${companyId}
        and not exists (select from bank_file_lines b where b.company_id = f.company_id and b.file_id = f.id)`
  }
}

export const bankFileWorkers = [worker(purge, purgeLines)]
