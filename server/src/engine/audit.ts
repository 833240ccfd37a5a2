import type { AuditVerb } from '@bordee/core/audit.ts'
import type { Ctx } from './ctx.ts'

/** Records who did what, in the transaction that does it. Lines are never deleted, so a trial night writes none. */
export async function audit(
  ctx: Pick<Ctx, 'tx' | 'visitor'>,
  verb: AuditVerb,
  details: Record<string, unknown> = {},
  companyId: string | null = ctx.visitor?.companyId ?? null,
) {
  await ctx.tx.sql`
    insert into audit_log (company_id, account_id, action, details)
    select ${companyId}, ${ctx.visitor?.accountId ?? null}, ${verb}, ${JSON.stringify(details)}
    where not exists (select from trial_companies where id = ${companyId})`
}
