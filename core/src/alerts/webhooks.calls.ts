// What Twilio posts to us. Open, as webhooks are, and signed: what does not bear Twilio's signature is refused (WIRE §0).
import * as z from 'zod'
import { call, slice } from '../call.ts'
import { id } from '../wire.ts'

const word = z.string().max(2000).optional()
const xml = 'text/xml; charset=utf-8'

export const webhookCalls = slice('webhooks', {
  twilioStatus: call('POST /webhooks/twilio/status', {
    who: 'anyone',
    form: true,
    input: { deliveryId: id, MessageSid: word, MessageStatus: word, CallSid: word, CallStatus: word, ErrorCode: word },
    summary: 'Twilio tells what became of a message or a call; told twice, it counts once',
  }),

  twilioMessage: call('POST /webhooks/twilio/sms', {
    who: 'anyone',
    form: true,
    input: { From: word, To: word, Body: word },
    file: xml,
    summary: 'Somebody answers an alert: ARRET, DÉBUT or AIDE',
  }),

  twilioKey: call('POST /webhooks/twilio/voice', {
    who: 'anyone',
    form: true,
    input: { deliveryId: id, Digits: word },
    file: xml,
    summary: 'Somebody pressed a key during a call: 9 unsubscribes',
  }),
})
