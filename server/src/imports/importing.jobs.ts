// An import as a job. If its server dies, it restarts from the beginning: what is already written is then unchanged.
import type { ImportMappings } from '@bordee/core/imports/import.ts'
import { inCompany, type Work } from '../engine/ctx.ts'
import { jobKind } from '../engine/jobs/job-kind.ts'
import { worker } from '../engine/jobs/jobs.ts'
import { Importation } from './importation.ts'
import { importAll } from './importers.ts'
import { findPlaces } from './places.jobs.ts'
import { openSheets, packSheets } from './uploads.ts'

interface OfImport {
  companyId: string
  importId: string
}

export const runImportJob = jobKind<OfImport>('imports.run', { outside: true, urgent: true, atOnce: 2 })
/** Refused rows contain client data, so they are deleted after a month. */
const forget = jobKind<object>('imports.forget', { cron: '20 3 * * *' })

export const importWorkers = [
  worker(runImportJob, async (work, { companyId, importId }, jobId, stopping) => {
    const begun = await inCompany(work, companyId, (own) => begin(own, { companyId, importId, jobId }))
    if (!begun) return
    try {
      await importNow(work, { companyId, importId }, begun, stopping)
    } catch (error) {
      if (stopping.aborted) throw error // another server takes it up
      console.error('an import failed:', (error as Error).message)
      await inCompany(work, companyId, (own) => end(own, { companyId, importId }, 'failed'))
    }
  }),
  worker(forget, async ({ tx }) => {
    await tx.scope({ platform: true })
    const old = await tx.sql<{ companyId: string }>`
      select distinct company_id as "companyId" from imports where created_at < now() - interval '30 days'`
    await tx.scope({ companies: old.map(({ companyId }) => companyId) })
    await tx.sql`delete from imports where created_at < now() - interval '30 days'`
  }),
]

interface Begun {
  accountId: string
  email: string
  sheets: Buffer
  mappings: ImportMappings
}

/** Undefined if it is done, running, or behind another import of the company, which then starts the next. */
async function begin({ tx }: Work, { companyId, importId, jobId }: OfImport & { jobId: string }): Promise<Begun | undefined> {
  // Locks them all: of two that start concurrently the second sees the first running, whichever was created first.
  const open = await tx.sql<{ id: string; state: 'waiting' | 'running'; jobId: string | null }>`
    select id, state, job_id as "jobId"
    from imports
    where company_id = ${companyId} and state in ('waiting', 'running') and created_at > now() - interval '1 day'
    order by created_at, id
    for update`
  const first = open.find(({ state }) => state === 'running') ?? open[0]
  if (first?.id !== importId || (first.jobId !== null && first.jobId !== jobId)) return undefined
  const [begun] = await tx.sql<Omit<Begun, 'email'>>`
    update imports
    set state = 'running', job_id = ${jobId}
    where company_id = ${companyId} and id = ${importId}
    returning account_id as "accountId", sheets, mappings`
  if (!begun) return undefined
  await tx.scope({ account: begun.accountId })
  const [account] = await tx.sql<{ email: string }>`select email from accounts where id = ${begun.accountId}`
  return { ...begun, email: account?.email ?? '' }
}

async function importNow(
  work: Work,
  { companyId, importId }: OfImport,
  { accountId, email, sheets, mappings }: Begun,
  stopping: AbortSignal,
) {
  const opened = await openSheets(sheets)
  const importation = new Importation({
    companyId,
    accountId,
    email,
    importId,
    sheets: opened,
    mappings,
    aside: (step) => work.aside(step),
  })
  const { total } = importation
  const tell = (done: number) =>
    inCompany(work, companyId, async (own) => {
      stopping.throwIfAborted()
      await own.tx.sql`update imports set done = ${done}, total = ${total} where company_id = ${companyId} and id = ${importId}`
      own.publish(companyId, { topic: 'imports', importId, state: 'running', done, total })
    })
  try {
    await importAll(importation, tell)
  } finally {
    // Separate from `end`: whatever fails, before or there, the list of refused rows is kept.
    const errors = JSON.stringify(importation.inRowOrder(importation.errors))
    await inCompany(
      work,
      companyId,
      ({ tx }) => tx.sql`update imports set errors = ${errors} where company_id = ${companyId} and id = ${importId}`,
    )
  }
  const refused = await packSheets(importation.refused())
  await inCompany(work, companyId, async (own) => {
    await own.tx.sql`
      update imports set done = ${total}, total = ${total}, sheets = ${refused}
      where company_id = ${companyId} and id = ${importId}`
    await end(own, { companyId, importId }, 'done')
    for (const topic of Object.keys(importation.counts)) own.publish(companyId, { topic, by: accountId })
    const [lost] = await own.tx
      .sql`select from import_places where company_id = ${companyId} and import_id = ${importId} and is_found is null limit 1`
    if (lost) await own.later(findPlaces, { companyId, importId })
  })
}

/** Ends it, and starts the next one that waits. */
async function end(work: Work, { companyId, importId }: OfImport, state: 'done' | 'failed') {
  await work.tx.sql`update imports set state = ${state}, finished_at = now() where company_id = ${companyId} and id = ${importId}`
  work.publish(companyId, { topic: 'imports', importId, state })
  const [next] = await work.tx.sql<{ id: string }>`
    select id from imports where company_id = ${companyId} and state = 'waiting' order by created_at, id limit 1`
  if (next) await work.later(runImportJob, { companyId, importId: next.id })
}
