import { call, slice } from '../call.ts'
import { platformStaff } from '../roles.ts'
import { playedAnswer, playedCall } from './line.ts'

export const lineHookCalls = slice('webhooks', {
  hearLine: call('POST /webhooks/twilio/line', {
    who: 'anyone',
    raw: true,
    file: 'text/xml; charset=utf-8',
    summary: 'Someone calls a company’s number, or presses a key in that call; repeated, it is answered alike and charged once',
  }),
})

export const voiceLineCalls = slice('voice-line', {
  playCall: call('POST /voice-line/played', {
    who: platformStaff,
    across: true,
    input: playedCall,
    returns: playedAnswer,
    touches: ['alerts', 'bank', 'billing', 'callers', 'home', 'operations', 'platform', 'replies', 'runs'],
    summary: 'Without a real provider: calls the company as if from a phone, and presses keys; the same `callId` is the same call',
  }),
})
