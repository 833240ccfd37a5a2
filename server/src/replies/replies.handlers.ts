import { conflict, notFound } from '@bordee/core/problem.ts'
import type { replyCalls } from '@bordee/core/replies/replies.calls.ts'
import type { Handlers } from '../engine/ctx.ts'
import { isPiece, readPiece } from '../engine/db/pieces.ts'
import { answerReply, changeReply } from './answering.ts'
import { callCrew, phoneCrew, readCrew, readCrewCall } from './crew-calls.ts'
import { hearText } from './hearing.ts'
import { countUnread, readConversation, replyList, wholeList } from './replies.queries.ts'

export const replyHandlers: Handlers<typeof replyCalls> = {
  async listReplies(ctx, { filter, ...asked }) {
    if (isPiece(asked)) return readPiece(ctx, replyList(filter), asked)
    return ctx.tx.jsonList(wholeList(ctx, filter))
  },

  countUnreadReplies: async (ctx) => ({ count: await countUnread(ctx) }),

  getReply: (ctx, { id }) => readConversation(ctx, id),

  async updateReply(ctx, { id, ...changes }) {
    await changeReply(ctx, id, changes)
    return readConversation(ctx, id)
  },

  async answerReply(ctx, answer) {
    await answerReply(ctx, answer)
    return readConversation(ctx, answer.id)
  },

  async playReply(ctx, { companyId, phone, text }) {
    if (!ctx.gateways.alerts.isInside) throw conflict('De vrais textos arrivent ici\u00a0: on n’en joue pas.', { code: 'real-provider' })
    await ctx.tx.scope({ platform: true })
    const [company] = await ctx.tx.sql<{ id: string; name: string; phone: string }>`
      select id, name, phone from companies where id = ${companyId} and archived_at is null`
    if (!company) throw notFound('Compagnie')
    await ctx.tx.scope({ companies: [companyId] })
    return { answer: await hearText(ctx, { company, phone, to: null, text, messageId: null }) }
  },

  getCrew: (ctx, { id }) => readCrew(ctx, id),

  callCrew,

  getCrewCall: (ctx, { id }) => readCrewCall(ctx, id),

  phoneCrew,
}
