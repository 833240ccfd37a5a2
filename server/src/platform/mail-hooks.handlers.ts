import type { mailHookCalls } from '@bordee/core/platform/mail-hooks.calls.ts'
import { forbidden } from '@bordee/core/problem.ts'
import type { Handlers } from '../engine/ctx.ts'
import { type Correspondent, hearReturned } from '../engine/jobs/mail.jobs.ts'

export const mailHookHandlers = (correspondents: readonly Correspondent[]): Handlers<typeof mailHookCalls> => ({
  async hearMail(ctx) {
    // An unsigned post could mark every letter as refused.
    const news = ctx.gateways.mail.hear(ctx.request.posted)
    if (!news) throw forbidden()
    if (news.is === 'returned') await hearReturned(ctx, correspondents, news.letterId, news.reason)
    return null
  },
})
