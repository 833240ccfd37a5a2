// A server dies at each step of buying alerts with Stripe: the lot is paid and delivered once.
import { billingCalls } from '@bordee/core/billing/billing.calls.ts'
import { expect, test } from 'vitest'
import { openListeningServer } from '../testing/listening.ts'
import { openStripe } from '../testing/stripe/open.ts'
import { bank, order, payersOf, steps } from '../testing/stripe/payers.ts'
import { startVictim } from '../testing/victims.ts'

const stripe = await openStripe()
const environment = { PUBLIC_URL: 'https://bordee.exemple.ca', STRIPE_TIMEOUT: '3', ...stripe.environment }
const server = await openListeningServer(environment)
stripe.state.hookUrl = `http://127.0.0.1:${server.env.port}/api/webhooks/payments`
const { payer, billsOf } = payersOf(server, stripe)
const { buyAlerts } = billingCalls

test.each(steps.flatMap(([step, on]) => (['before', 'after'] as const).map((when) => [when, step, on] as const)))(
  'when the server dies %s: %s',
  async (when, _, on) => {
    const people = await payer()
    const victim = await startVictim(server, environment)
    const held = stripe.hold(on, when)
    const lost = fetch(`${victim.url}/api/alert-bank/purchase`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${people.owner.token}` },
      body: JSON.stringify(order),
    }).catch(() => 'lost')
    await held.reached
    await victim.kill()
    held.release()
    expect(await lost).toBe('lost')
    expect(await people.owner(buyAlerts, order)).toMatchObject({ amount: 500 })
    expect(await billsOf(people)).toEqual([['paid', 5174]])
    expect(await bank(people)).toBe(500)
  },
)
