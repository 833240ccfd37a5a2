import type { Ctx } from './ctx.ts'

/** A line for whoever asks one day who did it; written in the transaction of the deed itself. */
export async function audit(
  ctx: Ctx,
  action: string,
  details: Record<string, unknown> = {},
  companyId: string | null = ctx.visitor?.companyId ?? null,
) {
  await ctx.tx.sql`
    insert into audit_log (company_id, account_id, action, details)
    values (${companyId}, ${ctx.visitor?.accountId ?? null}, ${action}, ${JSON.stringify(details)})`
}
