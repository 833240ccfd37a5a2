// How a company pays: who it is at the payment provider, with which card by default, and how much for alerts in a month.
import type { Cents } from '@bordee/core/money.ts'
import { notFound } from '@bordee/core/problem.ts'
import type { Ctx } from '../engine/ctx.ts'

/** The company one works in, held until the request ends, as a customer of the payment provider; it becomes one when it first needs to. */
export async function lockPayer(ctx: Ctx): Promise<{ companyId: string; customerId: string }> {
  const [company] = await ctx.tx.sql<{ id: string; customerId: string | null }>`
    select id, customer_id as "customerId" from companies where id = ${ctx.actor.companyId} for no key update`
  if (!company) throw notFound('Compagnie')
  const customerId = company.customerId ?? (await ctx.gateways.payments.addCustomer(ctx))
  if (!company.customerId) await ctx.tx.sql`update companies set customer_id = ${customerId} where id = ${company.id}`
  return { companyId: company.id, customerId }
}

/** Once its fee is paid. */
export async function switchAlertsOn({ tx }: Ctx, companyId: string) {
  await tx.sql`update companies set alert_is_active = true where id = ${companyId}`
}

export async function setAlertCap({ tx }: Ctx, companyId: string, cap: Cents) {
  await tx.sql`update companies set alert_monthly_cap = ${cap} where id = ${companyId}`
}

/** Null: it has none any more. */
export async function setPaymentAccount({ tx }: Pick<Ctx, 'tx'>, companyId: string, accountId: string | null) {
  await tx.sql`update companies set payment_account_id = ${accountId} where id = ${companyId}`
}

export async function setDefaultCard({ tx }: Ctx, companyId: string, cardId: string | null) {
  await tx.sql`update companies set default_payment_method = ${cardId} where id = ${companyId}`
}
