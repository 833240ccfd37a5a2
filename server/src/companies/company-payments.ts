// How a company pays: who it is at the payment provider, with which card by default, and how much for alerts in a month.
import type { Cents } from '@bordee/core/money.ts'
import { notFound } from '@bordee/core/problem.ts'
import { type Ctx, companyOf, type Work } from '../engine/ctx.ts'

/** The company one works in, held until the request ends, as a customer of the payment provider; it becomes one when it first needs to. */
export async function lockPayer(ctx: Ctx): Promise<{ companyId: string; customerId: string }> {
  const companyId = companyOf(ctx)
  return { companyId, customerId: await lockCustomer(ctx, companyId) }
}

/** The same for whoever works for a company without being in it. */
export async function lockCustomer(work: Work, companyId: string): Promise<string> {
  const [company] = await work.tx.sql<{ customerId: string | null }>`
    select customer_id as "customerId" from companies where id = ${companyId} for no key update`
  if (!company) throw notFound('Compagnie')
  const customerId = company.customerId ?? (await work.gateways.payments.addCustomer(work))
  if (!company.customerId) await work.tx.sql`update companies set customer_id = ${customerId} where id = ${companyId}`
  return customerId
}

/** Where the period begins that the next invoice is for. */
export async function setBilledUntil({ tx }: Pick<Work, 'tx'>, companyId: string, until: Date) {
  await tx.sql`update companies set billed_until = ${until} where id = ${companyId}`
}

/** Once its fee is paid. */
export async function switchAlertsOn({ tx }: Pick<Work, 'tx'>, companyId: string) {
  await tx.sql`update companies set alert_is_active = true where id = ${companyId}`
}

export async function setAlertCap({ tx }: Ctx, companyId: string, cap: Cents) {
  await tx.sql`update companies set alert_monthly_cap = ${cap} where id = ${companyId}`
}

/** Null: it has none any more. */
export async function setPaymentAccount({ tx }: Pick<Ctx, 'tx'>, companyId: string, accountId: string | null) {
  await tx.sql`update companies set payment_account_id = ${accountId} where id = ${companyId}`
}

export async function setDefaultCard({ tx }: Pick<Work, 'tx'>, companyId: string, cardId: string | null) {
  await tx.sql`update companies set default_payment_method = ${cardId} where id = ${companyId}`
}
