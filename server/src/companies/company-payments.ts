// How a company pays: its customer at the payment provider, its default card, and its monthly cap for alerts.
import type { Cents } from '@bordee/core/money.ts'
import { notFound } from '@bordee/core/problem.ts'
import type { Ctx, Work } from '../engine/ctx.ts'
import { jobKind } from '../engine/jobs/job-kind.ts'
import { worker } from '../engine/jobs/jobs.ts'
import { settleRequests } from './module-requests.ts'

interface Payer {
  companyId: string
  customerId: string
}

/**
 * The current company as a customer of the payment provider, created when first needed. The provider is called while
 * nobody holds the company's row: if anything dies in between, it returns the same customer again.
 */
export async function payerOf(ctx: Ctx): Promise<Payer> {
  const company = await ctx.aside(async ({ tx }) => {
    const [found] = await tx.sql<{ id: string; name: string; email: string; customerId: string | null }>`
      select id, name, email, customer_id as "customerId" from companies where id = ${ctx.actor.companyId}`
    return found
  })
  if (!company) throw notFound('Compagnie')
  const { id: companyId, customerId: known, ...named } = company
  if (known) return { companyId, customerId: known }
  const made = await ctx.aside((work) => work.gateways.payments.addCustomer(work, { key: companyId, ...named }))
  const customerId = await ctx.aside(async ({ tx }) => {
    const [noted] = await tx.sql<{ customerId: string }>`
      update companies set customer_id = coalesce(customer_id, ${made}) where id = ${companyId} returning customer_id as "customerId"`
    return noted?.customerId
  })
  if (!customerId) throw notFound('Compagnie')
  return { companyId, customerId }
}

/**
 * The company's customer id at the provider, for work on its behalf; locks the company. A company that owes something
 * has saved a card and so is a customer already, except one that platform staff let send without a card.
 */
export async function lockCustomer(work: Work, companyId: string): Promise<string> {
  const [company] = await work.tx.sql<{ name: string; email: string; customerId: string | null }>`
    select name, email, customer_id as "customerId" from companies where id = ${companyId} for no key update`
  if (!company) throw notFound('Compagnie')
  const { customerId: known, ...named } = company
  const customerId = known ?? (await work.gateways.payments.addCustomer(work, { key: companyId, ...named }))
  if (!known) await work.tx.sql`update companies set customer_id = ${customerId} where id = ${companyId}`
  return customerId
}

/** Where the next invoice's period begins. */
export async function setBilledUntil({ tx }: Pick<Work, 'tx'>, companyId: string, until: Date) {
  await tx.sql`update companies set billed_until = ${until} where id = ${companyId}`
}

/** Locks the company until the transaction ends, so that concurrent card changes see each other. */
export async function holdPayer({ tx }: Pick<Work, 'tx'>, companyId: string) {
  const [company] = await tx.sql`select from companies where id = ${companyId} for no key update`
  if (!company) throw notFound('Compagnie')
}

/** Deletes a company's data at the provider. */
const forgetPayer = jobKind<{ customerId: string | null; accountId: string | null }>('companies.forget-payer', {
  outside: true,
  urgent: true,
  retryLimit: 16,
})

/** In a job, since the provider is outside. What it won't delete (an account with a balance) shows as a failed job. */
export async function forgetPayerLater(work: Work, gone: { customerId: string | null; accountId: string | null }) {
  if (gone.customerId || gone.accountId) await work.later(forgetPayer, gone)
}

export const payerWorkers = [
  worker(forgetPayer, async ({ aside }, { customerId, accountId }) => {
    if (customerId) await aside((work) => work.gateways.payments.forget(work, customerId))
    if (accountId) await aside((work) => work.gateways.payments.removeAccount(work, accountId))
  }),
]

/** Called once its fee is paid. */
export async function switchAlertsOn({ tx }: Pick<Work, 'tx'>, companyId: string) {
  await tx.sql`update companies set alert_is_active = true where id = ${companyId}`
  await settleRequests({ tx }, companyId)
}

export async function setAlertCap({ tx }: Ctx, companyId: string, cap: Cents) {
  await tx.sql`update companies set alert_monthly_cap = ${cap} where id = ${companyId}`
}

/** Null if it no longer has one. */
export async function setPaymentAccount({ tx }: Pick<Ctx, 'tx'>, companyId: string, accountId: string | null) {
  await tx.sql`update companies set payment_account_id = ${accountId} where id = ${companyId}`
}

/** How the sandbox names customers; a real provider's ids are not all hexadecimal. */
export const sandboxCustomer = '^cus_[0-9a-f]{24}$'

/** The company's customer, card and account of the sandbox don't exist at a real provider. */
export async function forgetSandboxPayer({ tx }: Work, companyId: string) {
  await tx.sql`
    update companies
    set customer_id = case when customer_id ~ ${sandboxCustomer} then null else customer_id end,
        default_payment_method = case
          when default_payment_method in (select id from sandbox_cards) then null
          else default_payment_method
        end,
        payment_account_id = case
          when payment_account_id in (select id from sandbox_accounts) then null
          else payment_account_id
        end
    where id = ${companyId}`
}

export async function setDefaultCard({ tx }: Pick<Work, 'tx'>, companyId: string, cardId: string | null) {
  await tx.sql`update companies set default_payment_method = ${cardId} where id = ${companyId}`
}
