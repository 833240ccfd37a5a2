// Mailgun's webhooks: an event is JSON, signed in its own body.
import { createHmac, timingSafeEqual } from 'node:crypto'
import { parsedJson } from '@bordee/core/text.ts'
import * as z from 'zod'
import type { Posted } from '../../engine/http/posted.ts'
import type { MailNews } from './mail.ts'
import { inOneLine } from './refusals.ts'

const signature = z.object({ timestamp: z.coerce.string().regex(/^\d{10}$/), token: z.string(), signature: z.string() })
const webhook = z.object({ signature, 'event-data': z.unknown() })

/** Seconds. The signature doesn't cover the event: captured once, it would sign anything for ever. Mailgun tries for eight hours. */
const tolerance = { past: 86_400, future: 300 }

/** A letter that came back for good. Temporary failures are tried again by Mailgun. */
const returned = z.object({
  event: z.literal('failed'),
  severity: z.literal('permanent'),
  message: z.object({ headers: z.object({ 'message-id': z.string() }) }),
  'delivery-status': z.object({ message: z.string().nullish(), description: z.string().nullish() }).nullish(),
  reason: z.string().nullish(),
})

export function mailgunNews({ body }: Pick<Posted, 'body'>, signingKey: string): MailNews | null {
  const { data: posted } = webhook.safeParse(parsedJson(body.toString('utf8')))
  if (!posted || !isSigned(posted.signature, signingKey)) return null
  const { data: event } = returned.safeParse(posted['event-data'])
  const letterId = z.uuid().safeParse(event?.message.headers['message-id'].replace(/^<|@.*$/g, '')).data
  if (!event || !letterId) return { is: 'other' }
  const { message, description } = event['delivery-status'] ?? {}
  return { is: 'returned', letterId, reason: inOneLine(message || description || event.reason || '') }
}

function isSigned({ timestamp, token, signature }: z.infer<typeof webhook>['signature'], key: string): boolean {
  const expected = createHmac('sha256', key).update(`${timestamp}${token}`).digest()
  const given = Buffer.from(signature, 'hex')
  const age = Date.now() / 1000 - Number(timestamp)
  if (age > tolerance.past || age < -tolerance.future) return false
  return given.length === expected.length && timingSafeEqual(given, expected)
}
