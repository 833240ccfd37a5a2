import { conflict, forbidden, notFound } from '@bordee/core/problem.ts'
import type { LineAnswer, PlayedAnswer } from '@bordee/core/voice-line/line.ts'
import type { lineHookCalls, voiceLineCalls } from '@bordee/core/voice-line/voice-line.calls.ts'
import type { Handlers } from '../engine/ctx.ts'
import { afterDial, answerLine } from './answering.ts'
import { lineOfCompany, lineOfNumber } from './lines.ts'

export const voiceLineHandlers: Handlers<typeof lineHookCalls & typeof voiceLineCalls> = {
  async hearLine(ctx) {
    const { alerts } = ctx.gateways
    const event = await alerts.hearCall(ctx.request.posted)
    if (!event) throw forbidden()
    const answer = (said: LineAnswer | null) => ({ bytes: alerts.answerCall(said), name: '' })
    if (event.is === 'dialled') return answer(afterDial(event.wasReached))
    const line = await lineOfNumber(ctx, event.to)
    // A number that no company holds.
    if (!line) return answer({ next: 'refuse' })
    return answer(await answerLine(ctx, line, { ...event, pressed: event.is === 'key' ? event.pressed : null }))
  },

  async playCall(ctx, { companyId, ...call }) {
    if (!ctx.gateways.alerts.isInside) throw conflict('De vrais appels arrivent ici\u00a0: on n’en joue pas.', { code: 'real-provider' })
    const line = await lineOfCompany(ctx, companyId)
    if (!line) throw notFound('Compagnie')
    return asPlayed(await answerLine(ctx, line, { ...call, to: null }))
  },
}

const asPlayed = (answer: LineAnswer): PlayedAnswer => ({
  next: answer.next,
  say: answer.next === 'refuse' ? '' : answer.say,
  asked: answer.next === 'ask' ? answer.asked : null,
  tries: answer.next === 'ask' ? answer.tries : 0,
  dialled: answer.next === 'dial' ? answer.phone : null,
})
