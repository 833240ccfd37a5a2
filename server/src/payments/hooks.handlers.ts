// The payment provider's webhook: each event counts once.
import type { paymentHookCalls } from '@bordee/core/payments/hooks.calls.ts'
import { Problem } from '@bordee/core/problem.ts'
import type { Handlers, Work } from '../engine/ctx.ts'
import type { PaymentNews } from '../outside/payments/payments.ts'
import { followAccountLater } from './payment-accounts.ts'

/** A slice that payments concern: it gets all the provider's news, each event once. */
type Listener = (work: Work, news: PaymentNews) => Promise<void>

export const paymentHookHandlers = (listeners: readonly Listener[]): Handlers<typeof paymentHookCalls> => ({
  async hearPayments(ctx) {
    // An unsigned post could claim that a contract is paid.
    const news = await ctx.gateways.payments.hear(ctx, ctx.request.posted)
    if (!news) throw new Problem(400, 'La signature de cette notification n’est pas valable.')
    // In the same transaction as its effects: if they fail, the event doesn't count as heard and is sent again.
    const [isNew] = await ctx.tx.sql`insert into payment_events (id) values (${news.eventId}) on conflict do nothing returning id`
    if (!isNew) return null
    if (news.is === 'account') await followAccountLater(ctx, news.accountId)
    for (const hear of listeners) await hear(ctx, news)
    return null
  },
})
