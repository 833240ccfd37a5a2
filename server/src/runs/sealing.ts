// Seven days after a run has ended, its visits and stops enter the record, and nothing computes or deletes them any more.
import { conflict } from '@bordee/core/problem.ts'
import { sealedAfterDays } from '@bordee/core/records/record.ts'
import { type Ctx, companyOf, inCompany, type Work } from '../engine/ctx.ts'
import { type Sql, sql } from '../engine/db/sql.ts'
import { jobKind } from '../engine/jobs/job-kind.ts'
import { worker } from '../engine/jobs/jobs.ts'
import type { RecordedRows } from '../records/kinds.ts'
import { recordSealed } from '../records/records.ts'

/** The caller holds the run. */
export async function requireUnsealed(ctx: Ctx, id: string) {
  const [run] = await ctx.tx.sql<{ isSealed: boolean }>`
    select sealed_at is not null as "isSealed" from runs where company_id = ${companyOf(ctx)} and id = ${id} for no key update`
  if (run?.isSealed)
    throw conflict(
      `Cette tournée est scellée\u00a0: ${sealedAfterDays} jours après sa fin, ses visites font preuve. Inscrivez plutôt une correction.`,
      { code: 'sealed' },
    )
}

// `outside`: each run is sealed in a separate transaction.
const seal = jobKind<object>('runs.seal', { outside: true, cron: '20 * * * *', atStart: true })

interface Ended {
  companyId: string
  id: string
}

export async function sealRuns(work: Work) {
  // An hour later than the last report is accepted, so that none is still under way.
  const ended = await work.aside(async ({ tx }) => {
    await tx.scope({ platform: true })
    return tx.sql<Ended>`
      select company_id as "companyId", id
      from runs
      where sealed_at is null and finished_at < ${work.now}::timestamptz - make_interval(days => ${sealedAfterDays}, hours => 1)
      order by finished_at`
  })
  for (const { companyId, id } of ended)
    await inCompany(work, companyId, (own) => sealRun(own, companyId, id))
      // One failure must not keep the others from being sealed.
      .catch((error: Error) => console.error('Tournées\u00a0:', id, error.message))
}

async function sealRun(work: Work, companyId: string, id: string) {
  const { tx, now } = work
  // Tracks before the run, as everything that writes positions does; a visit that is about to be computed again waits for it.
  const tracks = await tx.sql<{ isStale: boolean }>`
    select is_stale as "isStale" from run_tracks where company_id = ${companyId} and run_id = ${id} order by id for no key update`
  if (tracks.some(({ isStale }) => isStale)) return
  const [sealed] = await tx.sql`
    update runs set sealed_at = ${now} where company_id = ${companyId} and id = ${id} and sealed_at is null returning id`
  if (!sealed) return
  await recordSealed(
    work,
    companyId,
    'visit',
    sql`select v.id, ${visitContent} as content from run_visits v where ${ofRun('v', companyId, id)}`,
  )
  await recordSealed(
    work,
    companyId,
    'pass',
    sql`select s.id, ${passContent} as content from run_sites s where ${ofRun('s', companyId, id)}`,
  )
}

const ofRun = (alias: string, companyId: string, id: string) =>
  sql<boolean>`${sql.ref(`${alias}.company_id`)} = ${companyId} and ${sql.ref(`${alias}.run_id`)} = ${id}`

/** What can't change, in canonical JSON: a site may be deleted later, and its name with it. */
const visitContent: Sql<string> = sql`(
  select row_to_json(c)::text
  from (select in_utc(v.finished_at) as finished_at, v.id, v.run_area_id, v.run_id, in_utc(v.started_at) as started_at) c)`
const passContent: Sql<string> = sql`(
  select row_to_json(c)::text from (select in_utc(s.decided_at) as decided_at, s.id, s.run_id, s.state) c)`

/** The visits and stops of sealed runs as they are now, for whoever compares them with the record. */
export const sealedRows: readonly RecordedRows[] = [
  { kind: 'visit', rows: (companyId) => sealedNow(companyId, 'run_visits', 'v', visitContent) },
  { kind: 'pass', rows: (companyId) => sealedNow(companyId, 'run_sites', 's', passContent) },
]

const sealedNow = (companyId: string, table: string, alias: string, content: Sql<string>) => sql<{
  id: string
  content: string
  is_recorded: boolean
}>`
  select ${sql.ref(`${alias}.id`)}::text as id, ${content} as content, true as is_recorded
  from ${sql.table(table)} ${sql.ref(alias)}
  join runs r on r.company_id = ${sql.ref(`${alias}.company_id`)} and r.id = ${sql.ref(`${alias}.run_id`)}
  where r.company_id = ${companyId} and r.sealed_at is not null`

export const sealingWorkers = [worker(seal, sealRuns)]
