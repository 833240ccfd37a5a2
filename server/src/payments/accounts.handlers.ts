// Where a company's money arrives: its account with the payment provider.
import type { Company } from '@bordee/core/companies/company.ts'
import type { PaymentAccount } from '@bordee/core/payments/account.ts'
import type { paymentAccountCalls } from '@bordee/core/payments/accounts.calls.ts'
import { conflict, notFound } from '@bordee/core/problem.ts'
import { setPaymentAccount } from '../companies/company-payments.ts'
import { lockCompany, scopeToCompany } from '../companies/company-settings.ts'
import { audit } from '../engine/audit.ts'
import { type Ctx, companyOf, type Handlers } from '../engine/ctx.ts'
import { insert } from '../engine/writing.ts'
import { accountOf } from './payment-accounts.ts'

interface Asked {
  companyId?: string | undefined
}

export const paymentAccountHandlers: Handlers<typeof paymentAccountCalls> = {
  async getPaymentAccount(ctx, asked) {
    const { id } = await lockAsked(ctx, asked)
    return (await accountOf(ctx, id)) ?? null
  },

  async activatePaymentAccount(ctx, asked) {
    const { id: companyId, name, email } = await lockAsked(ctx, asked)
    if (await accountOf(ctx, companyId)) throw conflict('Cette compagnie a déjà un compte de paiement.', { code: 'account-exists' })
    const account = await ctx.gateways.payments.addAccount(ctx, { name, email })
    await insert(ctx.tx, 'payment_accounts', { ...account, companyId })
    await setPaymentAccount(ctx, companyId, account.id)
    await audit(ctx, 'payment-account-activated', { accountId: account.id }, companyId)
    return account
  },

  async deletePaymentAccount(ctx, asked) {
    const { companyId, account } = await theAccount(ctx, asked)
    await ctx.tx.sql`delete from payment_accounts where company_id = ${companyId}`
    await setPaymentAccount(ctx, companyId, null)
    await ctx.gateways.payments.removeAccount(ctx, account.id)
    await audit(ctx, 'payment-account-deleted', { accountId: account.id }, companyId)
    return null
  },

  async getOnboardingLink(ctx, asked) {
    const { companyId, account } = await theAccount(ctx, asked)
    return { url: await ctx.gateways.payments.onboardingLink(ctx, account.id, formOf(ctx, companyId)) }
  },

  async getAccountSignInLink(ctx, asked) {
    const { companyId, account } = await theAccount(ctx, asked)
    return { url: await ctx.gateways.payments.signInLink(ctx, account.id, formOf(ctx, companyId)) }
  },

  async getAccountSession(ctx, asked) {
    const { account } = await theAccount(ctx, asked)
    return { clientSecret: await ctx.gateways.payments.accountSession(ctx, account.id) }
  },
}

/** The company that is named, else the one that one works in; held, so that of two who activate at once one does. */
async function lockAsked(ctx: Ctx, { companyId = companyOf(ctx) }: Asked): Promise<Company> {
  await scopeToCompany(ctx, companyId)
  return lockCompany(ctx, companyId)
}

async function theAccount(ctx: Ctx, asked: Asked): Promise<{ companyId: string; account: PaymentAccount }> {
  const { id: companyId } = await lockAsked(ctx, asked)
  const account = await accountOf(ctx, companyId)
  if (!account) throw notFound('Compte de paiement')
  return { companyId, account }
}

/** The form that one came from. */
const formOf = ({ actor }: Ctx, companyId: string) =>
  companyId === actor.companyId ? '/dashboard/company/general' : `/dashboard/companies/edit/${companyId}`
