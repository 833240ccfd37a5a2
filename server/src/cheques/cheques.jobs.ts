// A cheque is kept as long as the contracts that it paid, which are kept for seven years (contracts/contracts.jobs.ts).
import { keptAfterEnd } from '@bordee/core/contracts/contract-life.ts'
import type { Work } from '../engine/ctx.ts'
import { sql } from '../engine/db/sql.ts'
import { jobKind } from '../engine/jobs/job-kind.ts'
import { worker } from '../engine/jobs/jobs.ts'
import { because } from '../records/records.ts'

/** After the contracts' own. */
const purge = jobKind<object>('cheques.purge', { cron: '55 3 * * *' })

async function purgeCheques(work: Work) {
  const { tx, now } = work
  const isOld = sql`created_at < ${now}::timestamptz - make_interval(years => ${keptAfterEnd})`
  const isLeft = sql`not exists (
    select from contract_payments p where p.company_id = cheques.company_id and p.cheque_id = cheques.id)`
  const isEmpty = sql`not exists (
    select from cheques q where q.company_id = cheque_deposits.company_id and q.deposit_id = cheque_deposits.id)`
  await because(work, 'retention')
  await tx.scope({ platform: true })
  const old = await tx.sql<{ companyId: string }>`
    select company_id as "companyId" from cheques where ${isOld} and ${isLeft}
    union
    select company_id from cheque_deposits where ${isOld} and ${isEmpty}`
  for (const { companyId } of old) {
    await tx.scope({ companies: [companyId] })
    await tx.sql`delete from cheques where company_id = ${companyId} and ${isOld} and ${isLeft}`
    await tx.sql`delete from cheque_deposits where company_id = ${companyId} and ${isOld} and ${isEmpty}`
  }
}

export const chequeWorkers = [worker(purge, purgeCheques)]
