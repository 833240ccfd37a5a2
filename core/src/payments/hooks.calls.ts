// What the payment provider posts to us. Webhooks are public, so anything without its signature is refused.
import { call, slice } from '../call.ts'

export const paymentHookCalls = slice('webhooks', {
  hearPayments: call('POST /webhooks/payments', {
    who: 'anyone',
    raw: true,
    summary: 'The provider reports what became of an account or a payment; repeated, late or out-of-order events do no harm',
  }),
})
