// A client pays a company by card in the portal: Stripe's embedded checkout, charged on the company's own account.
import type { Stripe } from 'stripe'
import type { CheckoutSession, PaymentProvider } from '../payments.ts'
import { type Line, makeOnce, marked, orNull, Refused } from './line.ts'

const clockSkew = 600

export const stripeCheckouts = (line: Line): Pick<PaymentProvider, 'openCheckout' | 'expireCheckout'> => {
  const read = (accountId: string, sessionId: string) =>
    orNull(line((api) => api.checkout.sessions.retrieve(sessionId, {}, { stripeAccount: accountId })))

  return {
    async openCheckout({ env, now }, { key, sessionId, since, accountId, amount, description }) {
      const known = sessionId && (await read(accountId, sessionId))
      if (known) return asSession(known)
      const asked: Stripe.Checkout.SessionCreateParams = {
        mode: 'payment',
        ui_mode: 'embedded_page',
        redirect_on_completion: 'if_required',
        return_url: `${env.publicUrl}/client/contracts`,
        client_reference_id: key,
        line_items: [{ quantity: 1, price_data: { currency: 'cad', unit_amount: amount, product_data: { name: description } } }],
        allowed_payment_method_types: ['card'],
        adaptive_pricing: { enabled: false }, // charge what is owed, in Canadian dollars
        locale: 'fr-CA',
        metadata: marked(key),
        payment_intent_data: { description, metadata: marked(key) },
      }
      const session = await makeOnce({
        key: `checkout-${key}`,
        since,
        now,
        find: () => findSession(line, accountId, key, since),
        make: (idempotencyKey) => line((api) => api.checkout.sessions.create(asked, { idempotencyKey, stripeAccount: accountId })),
      })
      return asSession(session)
    },

    async expireCheckout(_work, accountId, sessionId) {
      try {
        await line((api) => api.checkout.sessions.expire(sessionId, {}, { stripeAccount: accountId }))
        return 'expired'
      } catch (error) {
        if (!(error instanceof Refused)) throw error
        if (error.isMissing) return 'expired' // gone with its account
        const session = await read(accountId, sessionId)
        if (session?.status === 'open') throw error
        return session?.status === 'complete' ? 'paid' : 'expired'
      }
    },
  }
}

async function findSession(line: Line, accountId: string, key: string, since: Date): Promise<Stripe.Checkout.Session | undefined> {
  const created = { gte: Math.floor(since.getTime() / 1000) - clockSkew }
  return line(async (api) => {
    for await (const session of api.checkout.sessions.list({ created, limit: 100 }, { stripeAccount: accountId }))
      if (session.client_reference_id === key) return session
    return undefined
  })
}

const statuses = { open: 'open', complete: 'paid', expired: 'expired' } as const

/** No URL: it is embedded in our page. */
function asSession({ id, status, client_secret: clientSecret }: Stripe.Checkout.Session): CheckoutSession {
  const known = statuses[status as keyof typeof statuses]
  if (!known) throw new Error(`a checkout session that is ${status}`)
  return { id, status: known, clientSecret: clientSecret ?? '', url: null }
}
