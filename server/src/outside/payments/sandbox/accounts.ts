// The sandbox's accounts: opened at once, enabled by their holder on the sandbox's own page.
import type { PaymentAccount } from '@bordee/core/payments/account.ts'
import type { sandboxCalls } from '@bordee/core/payments/sandbox.calls.ts'
import { notFound } from '@bordee/core/problem.ts'
import type { Handlers } from '../../../engine/ctx.ts'
import type { GatewayWork } from '../../gateway-work.ts'
import type { PaymentProvider } from '../payments.ts'
import { reportLater } from './events.ts'
import { type LinkUse, linkToken, providerId, readLink, refuseOnPublicServer } from './links.ts'

const pastDue = 'requirements.past_due'

export const sandboxAccounts: Pick<
  PaymentProvider,
  'addAccount' | 'readAccount' | 'removeAccount' | 'onboardingLink' | 'signInLink' | 'accountSession'
> = {
  async addAccount(work, { key, name }) {
    refuseOnPublicServer(work.env)
    await work.tx.sql`
      insert into sandbox_accounts (id, key, company_name, disabled_reason) values (${providerId('acct')}, ${key}, ${name}, ${pastDue})
      on conflict (key) do nothing`
    const [made] = await work.tx.sql<{ id: string }>`select id from sandbox_accounts where key = ${key}`
    const account = await sandboxAccounts.readAccount(work, made?.id ?? '')
    if (!account) throw new Error('no account')
    return account
  },

  async readAccount(work, accountId) {
    const kept = await keptAccount(work, accountId)
    if (!kept) return null
    const { companyName: _, ...account } = kept
    return account
  },

  async removeAccount({ tx }, accountId) {
    await tx.sql`delete from sandbox_accounts where id = ${accountId}`
    await tx.sql`update sandbox_checkouts set status = 'expired' where account_id = ${accountId} and status = 'open'`
  },

  onboardingLink: async (work, accountId, returnPath) => addressOf(work, { use: 'onboarding', accountId, returnPath }),
  signInLink: async (work, accountId, returnPath) => addressOf(work, { use: 'account', accountId, returnPath }),
  accountSession: async (work, accountId) =>
    linkToken(work, { use: 'account', accountId, returnPath: '/dashboard/company/payment-account' }),
}

const addressOf = (work: GatewayWork, use: LinkUse) => `${work.env.publicUrl}/sandbox/${use.use}/${linkToken(work, use)}`

/** The pages where an account's holder sets it up and views it. */
export const accountPages: Pick<Handlers<typeof sandboxCalls>, 'getSandboxOnboarding' | 'endSandboxOnboarding' | 'getSandboxAccount'> = {
  getSandboxOnboarding: (ctx, { token }) => shown(ctx, readLink(ctx, 'onboarding', token)),

  async endSandboxOnboarding(ctx, { token, outcome }) {
    refuseOnPublicServer(ctx.env)
    const link = readLink(ctx, 'onboarding', token)
    const isComplete = outcome === 'complete'
    await ctx.tx.sql`
      update sandbox_accounts
      set charges_enabled = ${isComplete}, payouts_enabled = ${isComplete}, disabled_reason = ${isComplete ? null : pastDue}
      where id = ${link.accountId}`
    const account = await shown(ctx, link)
    await reportLater(ctx, { type: 'account.updated', data: { object: { id: link.accountId } } })
    return account
  },

  getSandboxAccount: (ctx, { token }) => shown(ctx, readLink(ctx, 'account', token)),
}

async function shown(work: GatewayWork, { accountId, returnPath }: LinkUse) {
  const account = await keptAccount(work, accountId)
  if (!account) throw notFound('Compte')
  return { ...account, returnPath }
}

async function keptAccount({ tx }: GatewayWork, id: string) {
  const [account] = await tx.sql<PaymentAccount & { companyName: string }>`
    select id, company_name as "companyName", charges_enabled as "chargesEnabled", payouts_enabled as "payoutsEnabled",
           disabled_reason as "disabledReason"
    from sandbox_accounts
    where id = ${id}`
  return account
}
