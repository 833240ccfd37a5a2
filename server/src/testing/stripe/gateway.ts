// Our Stripe gateway, connected to a local Stripe.
import { readEnv } from '../../engine/env.ts'
import type { GatewayWork } from '../../outside/gateway-work.ts'
import { stripePayments } from '../../outside/payments/stripe/stripe.ts'
import type { TestCard } from './memory.ts'
import { openStripe } from './open.ts'
import { confirmSetup } from './people.ts'

export const tomorrow = 25 * 3_600_000

export async function openStripeGateway() {
  const stripe = await openStripe()
  const env = readEnv({ PUBLIC_URL: 'https://bordee.exemple.ca', STRIPE_TIMEOUT: '2', ...stripe.environment })
  const payments = stripePayments(env.payments)
  /** A real provider doesn't touch our database. */
  const work = (later = 0) => ({ env, now: new Date(Date.now() + later) }) as GatewayWork

  let keys = 0
  const newKey = () => `key${++keys}`
  const newCustomer = (key = newKey(), later = 0) => payments.addCustomer(work(later), { key, name: 'Neige', email: 'info@exemple.ca' })

  async function savedCard(customerId: string, card: TestCard = 'pm_card_visa') {
    const { clientSecret } = await payments.startCardSetup(work(), customerId)
    const confirmed = confirmSetup(stripe, clientSecret, card, { isAuthenticated: true })
    if (confirmed.status !== 'succeeded') throw new Error(confirmed.status)
    return (await payments.keepCard(work(), customerId, confirmed.paymentMethodId)).id
  }
  return { stripe, env, payments, work, newKey, newCustomer, savedCard }
}
