import { jobKind } from '../engine/jobs/job-kind.ts'
import { worker } from '../engine/jobs/jobs.ts'
import { removeStaleFolders } from './reading.ts'

const purge = jobKind<object>('imports.purge', { cron: '12 * * * *' })

export const uploadWorkers = [
  worker(purge, async ({ tx }) => {
    await tx.scope({ platform: true })
    const old = await tx.sql<{ companyId: string }>`
      select distinct company_id as "companyId" from import_uploads where created_at < now() - interval '1 hour'`
    await tx.scope({ companies: old.map(({ companyId }) => companyId) })
    await tx.sql`delete from import_uploads where created_at < now() - interval '1 hour'`
    await removeStaleFolders()
  }),
]
