// Operators of a run: joining, quitting, being signed out when idle. Lock order: tracks, the run, the operator.

import { conflict } from '@bordee/core/problem.ts'
import { idleAfter } from '@bordee/core/runs/presence.ts'
import type { RunKind } from '@bordee/core/runs/run-kind.ts'
import { sentence } from '@bordee/core/text.ts'
import { type Ctx, companyOf, type Work } from '../engine/ctx.ts'
import { sql } from '../engine/db/sql.ts'
import { compactLater } from '../positions/chunks.ts'
import { silentQuitOf } from '../positions/presence.ts'
import { lockNewTracks, staleAfterQuit } from '../positions/tracks.ts'
import { type Offset, type ReportedTime, reportedAt } from './clocks.ts'
import { recomputeLater } from './recomputing.ts'
import { noSuchRun, visibleRuns } from './runs.queries.ts'

export interface LockedRun {
  id: string
  routeId: string | null
  kind: RunKind
  startedAt: Date
  finishedAt: Date | null
  /** The caller as an operator of the run, if he ever joined. */
  operator: {
    id: string
    isPresent: boolean
    offset: Offset
    lastStartAt: Date
    lastQuitAt: Date | null
    silentQuitAt: Date | null
    /** The last position of his phone. */
    lastSeenAt: Date | null
  } | null
}

/** Locks the run until the request ends, so that changes to a run happen one at a time. `among`: with alias `r`. */
export async function lockRun(ctx: Ctx, id: string, among = visibleRuns(ctx)): Promise<LockedRun> {
  const [run] = await ctx.tx.sql<Omit<LockedRun, 'operator'>>`
    select r.id, r.route_id as "routeId", r.kind, r.started_at as "startedAt", r.finished_at as "finishedAt"
    from runs r
    where r.id = ${id} and ${among}
    for no key update`
  if (!run) throw noSuchRun()
  const [operator] = await ctx.tx.sql<NonNullable<LockedRun['operator']>>`
    select o.id,
           o.is_present as "isPresent",
           case when o.has_offset then o.clock_offset::float8 end as offset,
           (select max(a.at) from run_actions a
            where a.company_id = o.company_id and a.operator_id = o.id and a.type = 'start') as "lastStartAt",
           (select max(a.at) from run_actions a
            where a.company_id = o.company_id and a.operator_id = o.id and a.type = 'quit') as "lastQuitAt",
           ${silentQuitOf('o')} as "silentQuitAt",
           (select t.last_at from run_tracks t
            where t.company_id = o.company_id and t.operator_id = o.id and t.source = 'phone') as "lastSeenAt"
    from run_operators o
    where o.company_id = ${companyOf(ctx)} and o.run_id = ${id} and o.account_id = ${ctx.actor.accountId}`
  return { ...run, operator: operator ?? null }
}

export const notJoined = () => conflict('Vous ne participez pas à cette tournée.', { code: 'not-joined' })
export const runOver = () => conflict('Cette tournée est terminée.', { code: 'run-finished' })

/**
 * One run at a time. Locked until the request ends: of two concurrent starts the second sees the first. The caller
 * quits the run that he `leaves` at that moment.
 */
export async function requireNoOtherRun(
  ctx: Ctx,
  but: string | null | undefined,
  { leaves, at }: { leaves: string | null | undefined; at: Date },
) {
  await lockPresence(ctx, companyOf(ctx), ctx.actor.accountId)
  if (leaves && leaves !== but) await leaveIfPresent(ctx, leaves, { at, but })
  const others = await ctx.tx.sql<{ id: string; name: string }>`
    select r.id, r.route_name as name
    from run_operators o
    join runs r on r.company_id = o.company_id and r.id = o.run_id
    where o.company_id = ${companyOf(ctx)} and o.account_id = ${ctx.actor.accountId} and o.is_present
      and o.run_id is distinct from ${but ?? null}`
  if (others.length === 0) return
  throw conflict('Vous êtes déjà dans une autre tournée.', {
    code: 'run-active',
    conflicts: others.map(({ id, name }) => ({ id, message: sentence(`Vous êtes dans la tournée ${name}`) })),
  })
}

/** Take this lock before the run's. */
export const lockPresence = ({ tx }: Work, companyId: string, accountId: string) =>
  tx.sql`select pg_advisory_xact_lock(hashtextextended(${`runs:${companyId}:${accountId}`}, 0))`

export interface Joining {
  /** The number at which the office reaches him. */
  phone?: string | null | undefined
}

/** Adds the caller to the run, or brings him back. */
export async function putOperator(ctx: Ctx, runId: string, { at, offset, phone = null }: Joining & { at: Date; offset: Offset }) {
  await ctx.tx.sql`
    with operator as (
      insert into run_operators (
        company_id, run_id, account_id, name, email, phone, started_at, last_moved_at, last_acted_at, clock_offset, has_offset)
      select ${companyOf(ctx)}, ${runId}, a.id, ${accountName}, a.email, ${phone}, ${at}, ${at}, ${at}, ${offset ?? 0}, ${offset !== null}
      from accounts a
      where a.id = ${ctx.actor.accountId}
      on conflict (company_id, run_id, account_id) do update
      set is_present = true,
          phone = coalesce(excluded.phone, run_operators.phone),
          started_at = least(run_operators.started_at, excluded.started_at),
          last_moved_at = greatest(run_operators.last_moved_at, excluded.last_moved_at),
          last_acted_at = greatest(run_operators.last_acted_at, excluded.last_acted_at),
          clock_offset = case when run_operators.has_offset then run_operators.clock_offset else excluded.clock_offset end,
          has_offset = run_operators.has_offset or excluded.has_offset
      returning company_id, run_id, id)
    insert into run_actions (company_id, run_id, operator_id, type, at)
    select company_id, run_id, id, 'start', ${at}
    from operator`
}

/** For the account with alias `a`. */
export const accountName = sql<string>`coalesce(nullif(trim(a.first_name || ' ' || a.last_name), ''), a.email)`

/** Milliseconds after its end during which a run can be reopened by a late report of joining it. */
const longestShift = 12 * 3_600_000

/** Joins a run. A late report from before its end reopens a run that ended without this operator. */
export async function joinRun(
  ctx: Ctx,
  runId: string,
  { leaves, phone, ...told }: ReportedTime & Joining & { leaves?: string | null | undefined },
) {
  await requireNoOtherRun(ctx, runId, { leaves, at: reportedAt(told, ctx.now).at })
  // An employee who saw it under way may join it although it has ended since.
  const run = await lockRun(ctx, runId, sql`r.company_id = ${companyOf(ctx)}`)
  if (run.operator?.isPresent) return
  const { at, offset } = reportedAt(told, ctx.now, run.operator?.offset)
  if (run.finishedAt && (at > run.finishedAt || ctx.now.getTime() - run.finishedAt.getTime() > longestShift)) throw runOver()
  // A rejoin dated before the last quit would make him both present and absent, so it counts from just after it.
  const since = later(at, run.startedAt, momentAfter(run.operator?.lastQuitAt))
  await putOperator(ctx, runId, { at: since, offset, phone })
  await recordSignOfLife(ctx, companyOf(ctx), runId, since)
}

/** Quits a run; the last operator to quit ends it. Repeating a quit changes nothing. */
export async function quitRun(ctx: Ctx, runId: string, told: ReportedTime) {
  const companyId = companyOf(ctx)
  await lockOwnTracks(ctx, runId)
  const { operator } = await lockRun(ctx, runId)
  if (!operator) throw notJoined()
  if (!operator.isPresent && !(operator.silentQuitAt && told.at)) return
  const { at } = reportedAt(told, ctx.now, operator.offset)
  // His quit can't predate his phone's last position: a clock set back must not erase positions.
  const until = operator.isPresent ? later(at, operator.lastStartAt, operator.lastSeenAt ?? at) : later(at, operator.lastStartAt)
  await leave(ctx, { companyId, runId, operatorId: operator.id, at: until, isSilent: false })
}

async function lockOwnTracks(ctx: Ctx, runId: string) {
  await lockNewTracks(ctx, runId)
  await ctx.tx.sql`
    select
    from run_tracks t
    join run_operators o on o.company_id = t.company_id and o.id = t.operator_id
    where t.company_id = ${companyOf(ctx)} and t.run_id = ${runId} and o.account_id = ${ctx.actor.accountId}
    order by t.id
    for no key update of t`
}

/**
 * Quits a run that another phone of the caller left open, before he enters `but`. Positions that his other phone or his
 * tracker sent there meanwhile stay: somebody was driving.
 */
async function leaveIfPresent(ctx: Ctx, runId: string, { at, but }: { at: Date; but: string | null | undefined }) {
  const companyId = companyOf(ctx)
  const [present] = await ctx.tx.sql`
    select from run_operators
    where company_id = ${companyId} and run_id = ${runId} and account_id = ${ctx.actor.accountId} and is_present`
  if (!present) return // the run may be gone by now
  await lockOwnTracks(ctx, runId)
  // By id: two drivers who trade runs would deadlock.
  await ctx.tx.sql`
    select from runs
    where company_id = ${companyId} and id in (${runId}, ${but ?? null})
    order by id
    for no key update`
  const { operator } = await lockRun(ctx, runId)
  if (!operator?.isPresent) return
  const [seen] = await ctx.tx.sql<{ at: Date | null }>`
    select max(last_at) as at from run_tracks where company_id = ${companyId} and operator_id = ${operator.id}`
  const until = later(at, operator.lastStartAt, seen?.at ?? at)
  await leave(ctx, { companyId, runId, operatorId: operator.id, at: until, isSilent: false })
}

/** Seconds to wait before compacting a track, since a phone that comes back online may still send positions. */
const compactionDelay = 900

const later = (...moments: Date[]) => new Date(Math.max(...moments.map((moment) => moment.getTime())))
const momentAfter = (at: Date | null | undefined) => new Date(at ? at.getTime() + 1 : 0)

interface Leaving {
  companyId: string
  runId: string
  operatorId: string
  at: Date
  /** Signed out for inactivity; the operator's own quit overrides it. */
  isSilent: boolean
}

/** The caller holds his tracks and the run. Positions after `at` are deleted: they may show his home. */
export async function leave(work: Work, { companyId, runId, operatorId, at, isSilent }: Leaving) {
  const { tx } = work
  await tx.sql`
    delete from run_actions
    where company_id = ${companyId} and operator_id = ${operatorId} and is_silent
      and at >= (
        select max(s.at)
        from run_actions s
        where s.company_id = ${companyId} and s.operator_id = ${operatorId} and s.type = 'start')`
  await tx.sql`
    insert into run_actions (company_id, run_id, operator_id, type, at, is_silent)
    values (${companyId}, ${runId}, ${operatorId}, 'quit', ${at}, ${isSilent})`
  await tx.sql`update run_operators set is_present = false where company_id = ${companyId} and id = ${operatorId}`
  const tracks = await staleAfterQuit(work, companyId, operatorId, at)
  for (const { id, isStale } of tracks) {
    if (isStale) await recomputeLater(work, companyId, id)
    await compactLater(work, companyId, id, compactionDelay)
  }
  await recordSignOfLife(work, companyId, runId, at)
}

/** Records the run's last sign of life. When no operator is left, the run ends at the last quit. */
async function recordSignOfLife(work: Work, companyId: string, runId: string, at: Date) {
  await work.tx.sql`
    update runs
    set last_sign_at = greatest(last_sign_at, ${at}),
        finished_at = case
          when not exists (select from run_operators o where o.company_id = ${companyId} and o.run_id = ${runId} and o.is_present)
          then (select max(a.at) from run_actions a where a.company_id = ${companyId} and a.run_id = ${runId} and a.type = 'quit')
        end
    where company_id = ${companyId} and id = ${runId}`
  work.publish(companyId, { topic: 'runs', runId })
}

/**
 * The operator was signed out for inactivity, but his phone now shows that he went on: he was out of coverage, not
 * parked. Returns whether he is in the run again. If a track is the evidence, the caller holds it.
 */
export async function takeBackSilentQuit(
  work: Work,
  { companyId, runId, operatorId, accountId }: { companyId: string; runId: string; operatorId: string; accountId: string },
): Promise<boolean> {
  const { tx } = work
  await lockPresence(work, companyId, accountId)
  await tx.sql`select from runs where company_id = ${companyId} and id = ${runId} for no key update`
  const [back] = await tx.sql`
    update run_operators o
    set is_present = true
    where o.company_id = ${companyId} and o.id = ${operatorId} and not o.is_present
      and not exists (select from run_operators x where x.company_id = o.company_id and x.account_id = o.account_id and x.is_present)
    returning o.id`
  if (!back) return false
  await tx.sql`
    delete from run_actions
    where company_id = ${companyId} and id = (
      select id from run_actions where company_id = ${companyId} and operator_id = ${operatorId} and is_silent order by at desc limit 1)`
  await recordSignOfLife(work, companyId, runId, new Date(0))
  return true
}

/** Whether activity at that moment shows that a silent quit was wrong. */
export const disprovesSilentQuit = (at: number, silentQuitAt: number): boolean => at > silentQuitAt && at - silentQuitAt < idleAfter
