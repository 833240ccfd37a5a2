// Where the companies' money arrives: Stripe Connect accounts, for which Stripe itself collects what it must know.
import type { PaymentAccount } from '@bordee/core/payments/account.ts'
import { conflict } from '@bordee/core/problem.ts'
import type { Stripe } from 'stripe'
import type { GatewayWork } from '../../gateway-work.ts'
import type { PaymentProvider } from '../payments.ts'
import { keyOf, type Line, makeOnce, marked, orNull, Refused } from './line.ts'

type Accounts = Pick<PaymentProvider, 'addAccount' | 'readAccount' | 'removeAccount' | 'onboardingLink' | 'signInLink' | 'accountSession'>

/** The company pays Stripe's fees and answers to Stripe for its debts; Bordée takes no part of a payment. */
const terms: Stripe.AccountCreateParams = {
  country: 'CA',
  controller: {
    fees: { payer: 'account' },
    losses: { payments: 'stripe' },
    requirement_collection: 'stripe',
    stripe_dashboard: { type: 'express' },
  },
  capabilities: { card_payments: { requested: true }, transfers: { requested: true } },
}

/** Seconds by which two clocks may differ. */
const clockSkew = 600

export const stripeAccounts = (line: Line): Accounts => {
  const linkTo = async ({ env }: GatewayWork, accountId: string, returnPath: string) => {
    const address = `${env.publicUrl}${returnPath}`
    const { url } = await line((api) =>
      api.accountLinks.create({ account: accountId, type: 'account_onboarding', refresh_url: address, return_url: address }),
    )
    return url
  }

  return {
    async addAccount({ now }, { key, since, name, email }) {
      const account = await makeOnce({
        key: `account-${key}`,
        since,
        now,
        find: () => findAccount(line, key, since),
        make: (idempotencyKey) => line((api) => api.accounts.create({ ...terms, metadata: marked(key) }, { idempotencyKey })),
      })
      // Prefills the holder's form; they enter what Stripe refuses from us.
      await line((api) => api.accounts.update(account.id, { email, business_profile: { name } })).catch((error: unknown) => {
        if (!(error instanceof Refused) || error.is !== 'request') throw error
      })
      return asAccount(account)
    },

    async readAccount(_work, accountId) {
      const account = await orNull(line((api) => api.accounts.retrieve(accountId)))
      return account && asAccount(account)
    },

    async removeAccount(_work, accountId) {
      try {
        await orNull(line((api) => api.accounts.del(accountId)))
      } catch (error) {
        if (!(error instanceof Refused) || error.is !== 'request') throw error
        throw conflict('Le fournisseur de paiement garde ce compte tant qu’il y reste un solde.', { code: 'account-not-empty' })
      }
    },

    onboardingLink: linkTo,

    /** Until the holder has completed onboarding, there is nothing to sign in to. */
    async signInLink(work, accountId, returnPath) {
      try {
        return (await line((api) => api.accounts.createLoginLink(accountId))).url
      } catch (error) {
        if (!(error instanceof Refused) || error.is !== 'request' || error.isMissing) throw error
        return linkTo(work, accountId, returnPath)
      }
    },

    async accountSession(_work, accountId) {
      const on = { enabled: true }
      const { client_secret: secret } = await line((api) =>
        api.accountSessions.create({ account: accountId, components: { payments: on, payouts: on, account_management: on } }),
      )
      return secret
    },
  }
}

/** Stripe can't search accounts: looks through those opened since the request. */
async function findAccount(line: Line, key: string, since: Date): Promise<Stripe.Account | undefined> {
  const created = { gte: Math.floor(since.getTime() / 1000) - clockSkew }
  return line(async (api) => {
    for await (const account of api.accounts.list({ created, limit: 100 })) if (keyOf(account) === key) return account
    return undefined
  })
}

const asAccount = ({ id, charges_enabled, payouts_enabled, requirements }: Stripe.Account): PaymentAccount => ({
  id,
  chargesEnabled: charges_enabled,
  payoutsEnabled: payouts_enabled,
  disabledReason: requirements?.disabled_reason ?? null,
})
