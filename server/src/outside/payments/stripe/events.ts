// Stripe's webhooks, signed with the secret of one of two endpoints: our own account's, or the companies' accounts'.
import * as z from 'zod'
import type { Env } from '../../../engine/env.ts'
import type { PaymentNews, PaymentProvider } from '../payments.ts'
import type { Line } from './line.ts'

const header = 'stripe-signature'
/** Seconds. An older signature may have been captured and replayed by someone else; a future one would last longer. */
const tolerance = 300

/** `account`: the company's, if it happened there. */
const event = z.object({
  id: z.string().min(1).max(255),
  type: z.string(),
  account: z.string().optional(),
  data: z.object({ object: z.looseObject({}) }),
})
type Event = z.infer<typeof event>

export const stripeHearing = (line: Line, { webhookSecrets }: Env['payments']): Pick<PaymentProvider, 'hear'> => ({
  async hear({ now }, { headers, body }) {
    const signature = headers[header]
    if (typeof signature !== 'string' || isOfFuture(signature, now)) return null
    const told = await line(async (api) => {
      for (const secret of webhookSecrets) {
        try {
          return api.webhooks.constructEvent(body, signature, secret, tolerance)
        } catch {} // signed with the other secret, or forged
      }
      return undefined
    })
    const parsed = event.safeParse(told)
    return parsed.success ? { eventId: parsed.data.id, ...newsOf(parsed.data) } : null
  },
})

/** The SDK checks only how old it is. */
function isOfFuture(signature: string, now: Date): boolean {
  const seconds = /(?:^|,)t=(\d+)/.exec(signature)?.[1]
  return Number(seconds) > now.getTime() / 1000 + tolerance
}

const named = z.union([z.string(), z.object({ id: z.string() }).transform(({ id }) => id)])
const account = z.object({ id: z.string() })
const checkout = z.object({
  client_reference_id: z.string(),
  payment_status: z.string(),
  payment_intent: named.nullish(),
  amount_total: z.int().nullish(),
})
const moved = z.object({ payment_intent: named })
const invoice = z.object({ id: z.string(), metadata: z.object({ bordee_key: z.string() }) })

type News = PaymentNews extends infer N ? (N extends unknown ? Omit<N, 'eventId'> : never) : never

function newsOf({ type, account: accountId, data: { object } }: Event): News {
  if (type === 'account.updated') {
    const changed = account.safeParse(object).data
    if (changed) return { is: 'account', accountId: changed.id }
  }
  if (type === 'account.application.deauthorized' && accountId) return { is: 'account', accountId }
  if (type.startsWith('checkout.session.') && accountId) {
    const session = checkout.safeParse(object).data
    if (session) return checkoutNews(type, accountId, session)
  }
  if (/^(charge\.refund|refund\.|charge\.dispute\.)/.test(type) && accountId) {
    const paymentId = moved.safeParse(object).data?.payment_intent
    if (paymentId) return { is: 'payment', paymentId }
  }
  if (/^invoice\.(paid|voided|marked_uncollectible|payment_failed)$/.test(type)) {
    const bill = invoice.safeParse(object).data
    if (bill) return { is: 'invoice', key: bill.metadata.bordee_key, invoiceId: bill.id }
  }
  return { is: 'other' }
}

/** A session may complete before it is paid: then another event follows. */
function checkoutNews(type: string, accountId: string, session: z.infer<typeof checkout>): News {
  const { client_reference_id: key, payment_status, payment_intent: paymentId, amount_total: amount } = session
  if (type === 'checkout.session.expired') return { is: 'checkout-expired', key, accountId }
  const isEnd = type === 'checkout.session.completed' || type === 'checkout.session.async_payment_succeeded'
  if (isEnd && payment_status === 'paid' && paymentId && amount) return { is: 'checkout-paid', key, accountId, paymentId, amount }
  return { is: 'other' }
}
