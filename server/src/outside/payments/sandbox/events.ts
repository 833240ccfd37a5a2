// The sandbox's news, as a real provider sends it: signed, over HTTP, repeated until we confirm it.
import { createHmac, timingSafeEqual } from 'node:crypto'
import { parsedJson } from '@bordee/core/text.ts'
import * as z from 'zod'
import type { Env } from '../../../engine/env.ts'
import { jobKind } from '../../../engine/jobs/job-kind.ts'
import { worker } from '../../../engine/jobs/jobs.ts'
import type { GatewayWork } from '../../gateway-work.ts'
import type { PaymentNews, PaymentProvider } from '../payments.ts'
import { providerId } from './links.ts'

/** As Stripe signs: `t=<seconds>,v1=<HMAC-SHA256 of "t.payload">`. */
export const signatureHeader = 'payment-signature'
/** Seconds. An older signature may have been captured and replayed by someone else. */
const tolerance = 300
/** Milliseconds. */
const patience = 10_000

/** About two days, as the pauses between tries grow. */
const deliver = jobKind<{ eventId: string }>('sandbox.deliver-event', {
  outside: true,
  urgent: true,
  retryLimit: 16,
  atOnce: 4,
  onePer: ({ eventId }) => eventId,
})

interface SandboxEvent {
  type: string
  /** The account it concerns. */
  account?: string
  data: { object: Record<string, unknown> & { id: string } }
}

/** Sent if and only if what it reports was written. */
export async function reportLater({ tx, later, now }: GatewayWork, event: SandboxEvent) {
  const eventId = providerId('evt')
  const payload = JSON.stringify({ id: eventId, created: secondsOf(now), ...event })
  await tx.sql`insert into sandbox_events (id, payload) values (${eventId}, ${payload})`
  await later(deliver, { eventId })
}

export const sandboxWorkers = [
  worker(deliver, async ({ aside, secrets, env }, { eventId }) => {
    const [event] = await aside(({ tx }) => tx.sql<{ payload: string }>`select payload from sandbox_events where id = ${eventId}`)
    if (!event) return
    const answer = await fetch(`${ownAddress(env)}/api/webhooks/payments`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', [signatureHeader]: signatureOf(secrets, event.payload, new Date()) },
      body: event.payload,
      signal: AbortSignal.timeout(patience),
    })
    if (!answer.ok) throw new Error(`the webhook answered ${answer.status}`)
    await aside(({ tx }) => tx.sql`delete from sandbox_events where id = ${eventId}`)
  }),
]

/** Reaches this server from its own machine: a proxy may not let it out and back in by the public address. */
function ownAddress({ host, port }: Env): string {
  const reached = { '0.0.0.0': '127.0.0.1', '::': '::1' }[host] ?? host
  return `http://${reached.includes(':') ? `[${reached}]` : reached}:${port}`
}

const secondsOf = (moment: Date) => Math.floor(moment.getTime() / 1000)

const digestOf = (secrets: GatewayWork['secrets'], text: string) =>
  createHmac('sha256', secrets.key('payment-webhooks')).update(text).digest('hex')

export function signatureOf(secrets: GatewayWork['secrets'], payload: string, at: Date): string {
  const seconds = secondsOf(at)
  return `t=${seconds},v1=${digestOf(secrets, `${seconds}.${payload}`)}`
}

function isSigned({ secrets, now }: GatewayWork, payload: string, signature: unknown): boolean {
  const [, seconds, digest] = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(typeof signature === 'string' ? signature : '') ?? []
  if (!seconds || !digest || Math.abs(secondsOf(now) - Number(seconds)) > tolerance) return false
  return timingSafeEqual(Buffer.from(digest), Buffer.from(digestOf(secrets, `${seconds}.${payload}`)))
}

const event = z.object({
  id: z.string().min(1).max(255),
  type: z.string(),
  data: z.object({ object: z.looseObject({ id: z.string() }) }),
})

const checkoutSession = z.object({
  client_reference_id: z.string(),
  payment_intent: z.string().nullish(),
  amount_total: z.int().positive(),
})

const ofPayment = z.object({ payment_intent: z.string() })
const issuedInvoice = z.object({ id: z.string(), metadata: z.object({ key: z.string() }) })

export const sandboxHearing: Pick<PaymentProvider, 'hear'> = {
  async hear(work, { headers, body }) {
    const payload = body.toString()
    if (!isSigned(work, payload, headers[signatureHeader])) return null
    const parsed = event.safeParse(parsedJson(payload))
    return parsed.success ? newsOf(parsed.data) : null
  },
}

function newsOf({ id: eventId, type, data }: z.infer<typeof event>): PaymentNews {
  if (type === 'account.updated') return { eventId, is: 'account', accountId: data.object.id }
  const invoice = issuedInvoice.safeParse(data.object).data
  if (invoice && type.startsWith('invoice.')) return { eventId, is: 'invoice', key: invoice.metadata.key, invoiceId: invoice.id }
  const session = checkoutSession.safeParse(data.object).data
  if (session && type === 'checkout.session.expired')
    return { eventId, is: 'checkout-expired', key: session.client_reference_id, accountId: null }
  if (session?.payment_intent && type === 'checkout.session.completed')
    return {
      eventId,
      is: 'checkout-paid',
      key: session.client_reference_id,
      accountId: null, // the sandbox has only its own accounts
      paymentId: session.payment_intent,
      amount: session.amount_total,
    }
  const moved = ofPayment.safeParse(data.object).data
  if (moved && type.startsWith('charge.')) return { eventId, is: 'payment', paymentId: moved.payment_intent }
  return { eventId, is: 'other' }
}
