// Where a company's money arrives: its account with the payment provider, which is asked without holding a lock.
import type { Company } from '@bordee/core/companies/company.ts'
import type { PaymentAccount } from '@bordee/core/payments/account.ts'
import type { paymentAccountCalls } from '@bordee/core/payments/accounts.calls.ts'
import { conflict, notFound } from '@bordee/core/problem.ts'
import { setPaymentAccount } from '../companies/company-payments.ts'
import { lockCompany, requireCompany, scopeToCompany } from '../companies/company-settings.ts'
import { audit } from '../engine/audit.ts'
import { type Ctx, companyOf, type Handlers } from '../engine/ctx.ts'
import { insert } from '../engine/db/writing.ts'
import type { AccountRequest } from '../outside/payments/payments.ts'
import { accountOf } from './payment-accounts.ts'

interface Asked {
  companyId?: string | undefined
}

export const paymentAccountHandlers: Handlers<typeof paymentAccountCalls> = {
  async getPaymentAccount(ctx, { companyId = companyOf(ctx) }) {
    await scopeToCompany(ctx, companyId)
    await requireCompany(ctx, companyId)
    return (await accountOf(ctx, companyId)) ?? null
  },

  /**
   * Records the request, has the provider open an account under its id, records the account: after a crash the next
   * try finds the request, and the provider returns the same account.
   */
  async activatePaymentAccount(ctx, asked) {
    const { companyId, request } = await apart(ctx, (own) => noteRequest(own, asked))
    const account = await ctx.aside((work) => work.gateways.payments.addAccount(work, request))
    await apart(ctx, (own) => noteAccount(own, companyId, request.key, account))
    return account
  },

  /** With the provider first, which may refuse; repeating it there does no harm. */
  async deletePaymentAccount(ctx, asked) {
    const { companyId, account } = await theAccount(ctx, asked)
    await ctx.aside((work) => work.gateways.payments.removeAccount(work, account.id))
    await apart(ctx, async (own) => {
      await lockAsked(own, { companyId })
      const [known] = await own.tx.sql`delete from payment_accounts where company_id = ${companyId} and id = ${account.id} returning id`
      if (!known) return
      await setPaymentAccount(own, companyId, null)
      await audit(own, 'payment-account-deleted', { accountId: account.id }, companyId)
    })
    return null
  },

  async getOnboardingLink(ctx, asked) {
    const { companyId, account } = await theAccount(ctx, asked)
    return { url: await ctx.aside((work) => work.gateways.payments.onboardingLink(work, account.id, formOf(ctx, companyId))) }
  },

  async getAccountSignInLink(ctx, asked) {
    const { companyId, account } = await theAccount(ctx, asked)
    return { url: await ctx.aside((work) => work.gateways.payments.signInLink(work, account.id, formOf(ctx, companyId))) }
  },

  async getAccountSession(ctx, asked) {
    const { account } = await theAccount(ctx, asked)
    return { clientSecret: await ctx.aside((work) => work.gateways.payments.accountSession(work, account.id)) }
  },
}

const apart = <T>(ctx: Ctx, run: (own: Ctx) => Promise<T>) => ctx.aside((work) => run({ ...ctx, ...work }))

const accountExists = () => conflict('Cette compagnie a déjà un compte de paiement.', { code: 'account-exists' })

async function noteRequest(ctx: Ctx, asked: Asked): Promise<{ companyId: string; request: AccountRequest }> {
  const { id: companyId, name, email } = await lockAsked(ctx, asked)
  if (await accountOf(ctx, companyId)) throw accountExists()
  await ctx.tx.sql`insert into payment_account_requests (company_id) values (${companyId}) on conflict (company_id) do nothing`
  const [noted] = await ctx.tx.sql<{ key: string; since: Date }>`
    select id as key, created_at as since from payment_account_requests where company_id = ${companyId}`
  if (!noted) throw new Error('no request')
  return { companyId, request: { ...noted, name, email } }
}

/** Of two activations at once one succeeds: it deletes the request. */
async function noteAccount(ctx: Ctx, companyId: string, requestId: string, account: PaymentAccount) {
  await lockAsked(ctx, { companyId })
  const [request] = await ctx.tx.sql`
    delete from payment_account_requests where company_id = ${companyId} and id = ${requestId} returning id`
  if (!request) throw accountExists()
  await insert(ctx.tx, 'payment_accounts', { ...account, companyId })
  await setPaymentAccount(ctx, companyId, account.id)
  await audit(ctx, 'payment-account-activated', { accountId: account.id }, companyId)
}

/** The named company, or the actor's own; locked until the transaction ends. */
async function lockAsked(ctx: Ctx, { companyId = companyOf(ctx) }: Asked): Promise<Company> {
  await scopeToCompany(ctx, companyId)
  return lockCompany(ctx, companyId)
}

const theAccount = (ctx: Ctx, asked: Asked): Promise<{ companyId: string; account: PaymentAccount }> =>
  apart(ctx, async (own) => {
    const { id: companyId } = await lockAsked(own, asked)
    const account = await accountOf(own, companyId)
    if (!account) throw notFound('Compte de paiement')
    return { companyId, account }
  })

/** The form that the actor came from. */
const formOf = ({ actor }: Ctx, companyId: string) =>
  companyId === actor.companyId ? '/dashboard/company/general' : `/dashboard/companies/edit/${companyId}`
