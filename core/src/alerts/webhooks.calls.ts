// What an alert provider posts to us. Webhooks are public, so anything without the provider's signature is refused.
import * as z from 'zod'
import { call, slice } from '../call.ts'

export const webhookCalls = slice('webhooks', {
  hearAlerts: call('POST /webhooks/twilio/:hook', {
    who: 'anyone',
    raw: true,
    input: { hook: z.enum(['status', 'sms', 'voice']) },
    file: 'text/xml; charset=utf-8',
    summary:
      'The provider reports what became of a message or call (repeated events count once), an answer (ARRET, DÉBUT, ' +
      'AIDE), or a key pressed in a call',
  }),
})
