// A client pays a company by card in the portal: Stripe's embedded checkout, charged on the company's own account.
import type { Stripe } from 'stripe'
import type { CheckoutSession, CheckoutState, PaymentProvider } from '../payments.ts'
import { type Line, makeOnce, marked, orNull, Refused } from './line.ts'

const clockSkew = 600

export const stripeCheckouts = (line: Line): Pick<PaymentProvider, 'openCheckout' | 'readCheckout' | 'expireCheckout'> => {
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

    async readCheckout(_work, accountId, sessionId) {
      const session = await read(accountId, sessionId)
      return session ? stateOf(session) : { status: 'expired' } // gone with its account
    },

    async expireCheckout(_work, accountId, sessionId) {
      try {
        await line((api) => api.checkout.sessions.expire(sessionId, {}, { stripeAccount: accountId }))
        return { status: 'expired' }
      } catch (error) {
        if (!(error instanceof Refused)) throw error
        const session = await read(accountId, sessionId)
        const state: CheckoutState = session ? stateOf(session) : { status: 'expired' }
        if (state.status === 'open') throw error
        return state
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

/** A session may complete before it is paid. */
function stateOf({ status, payment_status, payment_intent, amount_total: amount }: Stripe.Checkout.Session): CheckoutState {
  if (status === 'open') return { status: 'open' }
  if (status === 'expired') return { status: 'expired' }
  if (status !== 'complete') throw new Error(`a checkout session that is ${status}`)
  const paymentId = typeof payment_intent === 'string' ? payment_intent : payment_intent?.id
  return payment_status === 'paid' && paymentId && amount ? { status: 'paid', paymentId, amount } : { status: 'pending' }
}

/** No URL: it is embedded in our page. */
const asSession = (session: Stripe.Checkout.Session): CheckoutSession => ({
  ...stateOf(session),
  id: session.id,
  clientSecret: session.client_secret ?? '',
  url: null,
})
