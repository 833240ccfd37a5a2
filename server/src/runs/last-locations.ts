// Where a company's trucks are now, and where those that fell silent were last seen.
import { dispatches, runsCompany } from '@bordee/core/roles.ts'
import { type CurrentRun, type LastLocation, locationLife } from '@bordee/core/runs/run.ts'
import { type Ctx, companyOf, type Work } from '../engine/ctx.ts'
import { type Sql, sql } from '../engine/db/sql.ts'
import { maySeeOperator } from './consents.ts'
import { heardAtOf, listRunsWhere } from './runs.queries.ts'

/** The latest position of each operator who is in a run, of those that `isSeen` (alias `o`). */
async function latestPositions({ tx }: Pick<Work, 'tx'>, companyId: string, isSeen: Sql<boolean>): Promise<LastLocation[]> {
  const rows = await tx.rows(sql<{ json: LastLocation }>`
    select distinct on (o.id) json_build_object(
      'userId', o.account_id,
      'userName', o.name,
      'runId', o.run_id,
      'routeName', r.route_name,
      'lat', t.lat,
      'lng', t.lng,
      'timestamp', t.last_at,
      'speed', t.speed) as json
    from run_operators o
    join runs r on r.company_id = o.company_id and r.id = o.run_id
    join run_tracks t on t.company_id = o.company_id and t.operator_id = o.id
    where o.company_id = ${companyId} and o.is_present and o.account_id is not null and t.last_at is not null and ${isSeen}
    order by o.id, t.last_at desc`)
  // As they are written on the live channel: a listener may get a position both ways.
  return rows.map(({ json }) => ({ ...json, timestamp: new Date(json.timestamp).toISOString() }))
}

/** For someone who starts watching, whose filter applies: the positions that are new enough to say where a truck is. */
export async function lastLocations(work: Work, companyId: string): Promise<LastLocation[]> {
  const since = work.now.getTime() - locationLife * 1000
  return (await latestPositions(work, companyId, sql`true`)).filter(({ timestamp }) => Date.parse(timestamp) > since)
}

/** The accounts whose trucks this actor sees; undefined for all. */
export async function whoIsSeen(ctx: Ctx): Promise<Set<string> | undefined> {
  if (runsCompany(ctx.actor.role)) return undefined
  const seen = await ctx.tx.sql<{ id: string }>`
    select o.account_id as id
    from (select distinct company_id, account_id from position_consents where company_id = ${companyOf(ctx)}) o
    where ${maySeeOperator(ctx, 'o')}`
  return new Set([ctx.actor.accountId, ...seen.map(({ id }) => id)])
}

/** Where colleagues are is none of an employee's business. */
export async function listCurrentRuns(ctx: Ctx): Promise<CurrentRun[]> {
  const runs = await listRunsWhere(ctx, sql`r.finished_at is null`)
  const latest = dispatches(ctx.actor.role) ? await latestPositions(ctx, companyOf(ctx), maySeeOperator(ctx, 'o')) : []
  const signs = await ctx.tx.sql<{ runId: string; heardAt: Date | null; isOwn: boolean; isHidden: boolean }>`
    select r.id as "runId",
           ${heardAtOf(companyOf(ctx), sql`r.id`)} as "heardAt",
           coalesce(bool_or(o.account_id = ${ctx.actor.accountId}), false) as "isOwn",
           coalesce(bool_or((${maySeeOperator(ctx, 'o')}) is not true) filter (where o.id is not null), false) as "isHidden"
    from runs r
    left join run_operators o on o.company_id = r.company_id and o.run_id = r.id and o.is_present
    where r.company_id = ${companyOf(ctx)} and r.finished_at is null
    group by r.id`
  const signsOf = new Map(signs.map((run) => [run.runId, run]))
  const byRun = Map.groupBy(latest, ({ runId }) => runId)
  return runs.map((run) => ({
    ...run,
    isOwn: signsOf.get(run.id)?.isOwn ?? false,
    isHidden: signsOf.get(run.id)?.isHidden ?? false,
    heardAt: signsOf.get(run.id)?.heardAt?.toISOString() ?? null,
    lastSeen: (byRun.get(run.id) ?? []).map(({ runId: _run, routeName: _route, ...seen }) => seen),
  }))
}
