// Whether an operator agrees to have their position recorded while driving. Every answer is kept; the latest one
// counts, if it was given to the text that is asked about or a later one.
import { dispatches, runsCompany } from '@bordee/core/roles.ts'
import { consentVersion } from '@bordee/core/runs/run.ts'
import { type Ctx, companyOf } from '../engine/ctx.ts'
import { type Sql, sql } from '../engine/db/sql.ts'
import { agreesToDispatchers } from '../positions/presence.ts'
import { lockNewTracks, touchTracks } from '../positions/tracks.ts'

export async function readConsent(ctx: Ctx, shown: number) {
  const [latest] = await ctx.tx.sql<{ version: number; acceptedAt: Date | null }>`
    select version, case when is_accepted then answered_at end as "acceptedAt"
    from position_consents
    where company_id = ${companyOf(ctx)} and account_id = ${ctx.actor.accountId}
    order by answered_at desc
    limit 1`
  const acceptedAt = latest && latest.version >= shown ? latest.acceptedAt : null
  return { acceptedAt: acceptedAt?.toISOString() ?? null, version: consentVersion }
}

export async function answerConsent(ctx: Ctx, isAccepted: boolean, shown: number) {
  const [present] = await ctx.tx.sql<{ runId: string }>`
    select run_id as "runId" from run_operators where company_id = ${companyOf(ctx)} and account_id = ${ctx.actor.accountId} and is_present`
  if (present) await lockNewTracks(ctx, present.runId)
  await ctx.tx.sql`
    insert into position_consents (company_id, account_id, version, is_accepted, answered_at)
    values (${companyOf(ctx)}, ${ctx.actor.accountId}, ${shown}, ${isAccepted}, clock_timestamp())
    on conflict do nothing`
  if (!isAccepted) await touchTracks(ctx, companyOf(ctx), ctx.actor.accountId)
  return readConsent(ctx, shown)
}

/**
 * Whether this actor may see where the operator with alias `o` is or was: the office anyone, a dispatcher those who agreed
 * to it, everyone themselves.
 */
export function maySeeOperator(ctx: Ctx, o: string): Sql<boolean> {
  if (runsCompany(ctx.actor.role)) return sql`true`
  const isOneself = sql<boolean>`${sql.ref(`${o}.account_id`)} = ${ctx.actor.accountId}`
  return dispatches(ctx.actor.role) ? sql`(${isOneself} or ${agreesToDispatchers(o)})` : isOneself
}
