// Whether an operator agrees to have their position recorded while driving. Every answer is kept; the latest one
// counts, if it was given to the current text.
import { consentVersion } from '@bordee/core/runs/run.ts'
import { type Ctx, companyOf } from '../engine/ctx.ts'
import { lockNewTracks, touchTracks } from '../positions/tracks.ts'

export async function readConsent(ctx: Ctx) {
  const [latest] = await ctx.tx.sql<{ version: number; acceptedAt: Date | null }>`
    select version, case when is_accepted then answered_at end as "acceptedAt"
    from position_consents
    where company_id = ${companyOf(ctx)} and account_id = ${ctx.actor.accountId}
    order by answered_at desc
    limit 1`
  const acceptedAt = latest?.version === consentVersion ? latest.acceptedAt : null
  return { acceptedAt: acceptedAt?.toISOString() ?? null, version: consentVersion }
}

export async function answerConsent(ctx: Ctx, isAccepted: boolean) {
  const [present] = await ctx.tx.sql<{ runId: string }>`
    select run_id as "runId" from run_operators where company_id = ${companyOf(ctx)} and account_id = ${ctx.actor.accountId} and is_present`
  if (present) await lockNewTracks(ctx, present.runId)
  await ctx.tx.sql`
    insert into position_consents (company_id, account_id, version, is_accepted, answered_at)
    values (${companyOf(ctx)}, ${ctx.actor.accountId}, ${consentVersion}, ${isAccepted}, clock_timestamp())
    on conflict do nothing`
  if (!isAccepted) await touchTracks(ctx, companyOf(ctx), ctx.actor.accountId)
  return readConsent(ctx)
}
