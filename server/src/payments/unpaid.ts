import { notFound } from '@bordee/core/problem.ts'
import { billedThisMonth } from '../bank/spending.ts'
import type { Ctx } from '../engine/ctx.ts'

/** Whether the company one works in owes something that its card is to pay: alerts that its next invoice will hold. */
export async function hasUnpaid(ctx: Ctx): Promise<boolean> {
  const [company] = await ctx.tx.sql<{ id: string; timeZone: string }>`
    select id, time_zone as "timeZone" from companies where id = ${ctx.actor.companyId}`
  if (!company) throw notFound('Compagnie')
  return (await billedThisMonth(ctx, company)) > 0
}
