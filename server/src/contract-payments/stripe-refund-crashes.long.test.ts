import { contractCalls } from '@bordee/core/contracts/contracts.calls.ts'
import { expect, test } from 'vitest'
import { soon } from '../testing/soon.ts'
import { openStripeRefunds } from '../testing/stripe/refunds.ts'
import { startVictim } from '../testing/victims.ts'

const { refundSurplus } = contractCalls
const { stripe, environment, server, owner, half, surplus, overpaid, amounts, refundsOf } = await openStripeRefunds()

test.each(['before', 'after'] as const)('a server that dies %s Stripe has made the refund made it once', async (when) => {
  const { id, payment, paymentId } = await overpaid()
  const victim = await startVictim(server, environment)
  const held = stripe.hold(/POST \/v1\/refunds$/, when)
  const lost = fetch(`${victim.url}/api/contracts/${id}/payments/${payment}/refund`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${owner.token}` },
    body: '{}',
  }).catch(() => 'lost')
  await held.reached
  await victim.kill()
  held.release()
  expect(await lost).toBe('lost')
  await owner.raw(refundSurplus, { id, paymentId: payment })
  await soon(async () => expect(await amounts(id)).toEqual([half, -surplus]))
  expect(refundsOf(paymentId)).toHaveLength(1)
})
