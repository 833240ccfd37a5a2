// Calls to our numbers, as Twilio posts them: when one begins, at each key, and once the office’s phone has rung.
import { type LineAnswer, lineQuestions } from '@bordee/core/voice-line/line.ts'
import { goodbyeWords } from '@bordee/core/voice-line/script.ts'
import type { LineEvent } from './sms.ts'
import { putThrough, refused, silence, spoken, spokenWithAnswer } from './twiml.ts'

/** Twilio adds what happened to what the address says that it answers. */
export function lineEventOf(form: Record<string, string>, query: URLSearchParams): LineEvent | null {
  const { CallSid, From = '', To, Digits, DialCallStatus } = form
  if (!CallSid || !To) return null
  const call = { callId: CallSid, phone: /^\+1([2-9]\d{9})$/.exec(From)?.[1] ?? null, to: To }
  if (DialCallStatus !== undefined) return { ...call, is: 'dialled', wasReached: DialCallStatus === 'completed' }
  const asked = lineQuestions.find((question) => question === query.get('asked'))
  if (!asked || Digits === undefined) return { ...call, is: 'call' }
  return { ...call, is: 'key', pressed: { asked, key: Digits, tries: Number(query.get('tries')) || 0 } }
}

export function lineTwiml(answer: LineAnswer | null, publicUrl: string): string {
  const hook = `${publicUrl}/api/webhooks/twilio/line`
  if (!answer) return silence
  if (answer.next === 'refuse') return refused
  if (answer.next === 'ask') return spokenWithAnswer(answer.say, `${hook}?asked=${answer.asked}&tries=${answer.tries}`, goodbyeWords)
  if (answer.next === 'dial') return putThrough(answer.say, answer.phone, hook)
  return spoken(answer.say)
}
