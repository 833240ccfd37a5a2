// Reads runs. An employee sees those under way, and those he took part in.

import { Problem } from '@bordee/core/problem.ts'
import { dispatches } from '@bordee/core/roles.ts'
import { type Coming, type Presence, presences, secondsPresent } from '@bordee/core/runs/presence.ts'
import { type Run, type StoredRun, storedRun } from '@bordee/core/runs/run.ts'
import { type Ctx, companyOf } from '../engine/ctx.ts'
import { jsonOf } from '../engine/db/columns.ts'
import { type Sql, sql } from '../engine/db/sql.ts'
import { comingsOf } from '../positions/presence.ts'

/** A phone tells it from a place of the run that is gone. */
export const noSuchRun = () => new Problem(404, 'Tournée introuvable.', { code: 'run-gone' })

/** For the run with alias `r`. */
export const visibleRuns = (ctx: Ctx): Sql<boolean> => {
  const ofCompany = sql<boolean>`r.company_id = ${companyOf(ctx)}`
  if (dispatches(ctx.actor.role)) return ofCompany
  return sql`(${ofCompany} and (r.finished_at is null or exists (
    select from run_operators m
    where m.company_id = r.company_id and m.run_id = r.id and m.account_id = ${ctx.actor.accountId})))`
}

/** Finished, with every track up to date. For the run with alias `r`. */
const isFullyProcessed = sql<boolean>`(r.finished_at is not null and not exists (
  select from run_tracks t
  where t.company_id = r.company_id and t.run_id = r.id and t.is_stale))`

/** The latest position or mark of anyone who was in the run. */
export const heardAtOf = (companyId: string, runId: Sql<unknown>): Sql<Date | null> => sql`(
  select max(greatest(k.last_at, o.last_acted_at))
  from run_operators o
  left join run_tracks k on k.company_id = o.company_id and k.operator_id = o.id
  where o.company_id = ${companyId} and o.run_id = ${runId})`

export interface Operator {
  id: string
  accountId: string | null
  name: string
  email: string | null
  comings: Coming[]
}

interface RunRow {
  json: StoredRun
  operators: Operator[]
}

/** The runs that match `where` (alias `r`), newest first. */
const runRows = (ctx: Ctx, where: Sql<unknown>) => ctx.tx.sql<RunRow>`
  select ${jsonOf(storedRun.shape, 'r', { isFullyProcessed })} as json,
         coalesce((
           select json_agg(
             json_build_object('id', o.id, 'accountId', o.account_id, 'name', o.name, 'email', o.email, 'comings', ${comingsOf('o')})
             order by o.started_at, o.id)
           from run_operators o
           where o.company_id = r.company_id and o.run_id = r.id), '[]') as operators
  from runs r
  where ${visibleRuns(ctx)} and ${where}
  order by r.started_at desc, r.id desc`

export async function listRunsWhere(ctx: Ctx, where: Sql<unknown>): Promise<Run[]> {
  return (await runRows(ctx, where)).map((row) => cardOf(row, ctx.now))
}

/** With its operators; the card alone only lists their durations. */
export async function findRun(ctx: Ctx, id: string): Promise<{ card: Run; operators: Operator[] }> {
  const [row] = await runRows(ctx, sql`r.id = ${id}`)
  if (!row) throw noSuchRun()
  return { card: cardOf(row, ctx.now), operators: row.operators }
}

export const readRun = async (ctx: Ctx, id: string): Promise<Run> => (await findRun(ctx, id)).card

export const isProcessed = (wanted: boolean): Sql<boolean> => sql`${isFullyProcessed} = ${wanted}`

function cardOf({ json, operators }: RunRow, now: Date): Run {
  const { startedAt, finishedAt, areasCount, areasDone } = json
  const until = finishedAt ? Date.parse(finishedAt) : now.getTime()
  return {
    ...json,
    startedAt: new Date(startedAt).toISOString(),
    finishedAt: finishedAt && new Date(finishedAt).toISOString(),
    completionPercentage: areasCount === 0 ? 100 : Math.floor((100 * areasDone) / areasCount),
    userDurations: operators.map(({ accountId, email, name, comings }) => ({
      userId: accountId,
      email,
      name,
      duration: secondsPresent(comings, until),
    })),
  }
}

/** When somebody was in which run, past ones included, newest first: to place what his device reports later. */
export async function presencesOf(
  { tx }: Pick<Ctx, 'tx'>,
  { companyId, accountId, until }: { companyId: string; accountId: string; until: Date },
): Promise<{ runId: string; operatorId: string; presences: Presence[] }[]> {
  const joined = await tx.sql<{ runId: string; operatorId: string; comings: Coming[] }>`
    select o.run_id as "runId", o.id as "operatorId", ${comingsOf('o')} as comings
    from run_operators o
    where o.company_id = ${companyId} and o.account_id = ${accountId} and o.started_at <= ${until}
    order by o.started_at desc
    limit 20`
  return joined.map(({ comings, ...run }) => ({ ...run, presences: presences(comings) }))
}
