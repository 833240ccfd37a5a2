// Punches proposed from the runs that someone drove without one.
import { notFound } from '@bordee/core/problem.ts'
import { proposedFrom, type Stay } from '@bordee/core/punches/from-runs.ts'
import type { ProposedPunch, Punch } from '@bordee/core/punches/punch.ts'
import { hour } from '@bordee/core/punches/worked-time.ts'
import { addDays, instantOf, wallClock } from '@bordee/core/time.ts'
import { type Ctx, companyOf } from '../engine/ctx.ts'
import { sql } from '../engine/db/sql.ts'
import { insert } from '../engine/db/writing.ts'
import { callerName, lockHours, type Period, readPunch, storedPunches, zoneOf } from './punches.queries.ts'

/** Runs of one night may begin before the period and end after it. */
const margin = 24 * hour

/** Those that begin in the period. Only runs that their operator has left: the others still go on. */
export async function proposedPunches(ctx: Ctx, { from, to }: Period): Promise<ProposedPunch[]> {
  const zone = await zoneOf(ctx)
  const [first, end] = [instantOf(from, '00:00', zone).getTime(), instantOf(addDays(to, 1), '00:00', zone).getTime()]
  const around = [new Date(first - margin), new Date(end + margin)]
  const stays = await ctx.tx.sql<Stay>`
    select o.id, o.account_id as "accountId", o.name, r.route_name as "routeName",
           to_json(o.started_at) #>> '{}' as "startedAt", to_json(max(a.at)) #>> '{}' as "endedAt"
    from run_operators o
    join runs r on r.company_id = o.company_id and r.id = o.run_id
    join run_actions a on a.company_id = o.company_id and a.operator_id = o.id and a.type = 'quit'
    where o.company_id = ${companyOf(ctx)} and o.account_id is not null and not o.is_present
      and o.started_at >= ${around[0]} and o.started_at < ${around[1]}
    group by o.id, r.id
    having max(a.at) > o.started_at
    order by o.started_at`
  const punches = await storedPunches(ctx, sql`p.started_at >= ${new Date(first - 2 * margin)} and p.started_at < ${around[1]}`)
  return proposedFrom(stays, punches).filter(({ startedAt }) => Date.parse(startedAt) >= first && Date.parse(startedAt) < end)
}

/** The first decision makes the punch; a dismissed one is removed from the start, so that it isn't proposed again. */
export async function decideProposed(ctx: Ctx, id: string, isAccepted: boolean): Promise<Punch> {
  const companyId = companyOf(ctx)
  const [stay] = await ctx.tx.sql<{ accountId: string | null; startedAt: string }>`
    select account_id as "accountId", to_json(started_at) #>> '{}' as "startedAt"
    from run_operators
    where company_id = ${companyId} and id = ${id}`
  if (!stay) throw notFound('Pointage proposé')
  await lockHours(ctx, companyId, stay.accountId)
  const [known] = await storedPunches(ctx, sql`p.id = ${id}`)
  if (known) return readPunch(ctx, id)
  const day = wallClock(stay.startedAt, await zoneOf(ctx)).date
  const proposed = (await proposedPunches(ctx, { from: day, to: day })).find((one) => one.id === id)
  if (!proposed) throw notFound('Pointage proposé')
  const { accountId, name, startedAt, endedAt } = proposed
  const by = { madeById: ctx.actor.accountId, madeBy: await callerName(ctx) }
  const removedAt = isAccepted ? null : ctx.now
  await insert(ctx.tx, 'punches', {
    id,
    companyId,
    accountId,
    name,
    startedAt,
    endedAt,
    source: 'run',
    removedAt,
    createdAt: ctx.now,
    ...by,
  })
  ctx.publish(companyId, { topic: 'punches', by: accountId })
  return readPunch(ctx, id)
}
