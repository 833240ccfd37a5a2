// What the mail provider posts to us. Webhooks are public, so anything without its signature is refused.
import { call, slice } from '../call.ts'

export const mailHookCalls = slice('webhooks', {
  hearMail: call('POST /webhooks/mail', {
    who: 'anyone',
    raw: true,
    maxBytes: 16 * 1024,
    summary: 'The mail provider reports that a letter came back after it had left; repeated events count once',
  }),
})
