// What the payment provider tells us, each event once.
import type { paymentHookCalls } from '@bordee/core/payments/hooks.calls.ts'
import { Problem } from '@bordee/core/problem.ts'
import type { Handlers, Work } from '../engine/ctx.ts'
import type { PaymentNews } from '../outside/payments/payments.ts'
import { followAccountLater } from './payment-accounts.ts'

/** A slice that payments are about: it hears all that the provider tells, each event once. */
type Listener = (work: Work, news: PaymentNews) => Promise<void>

export const paymentHookHandlers = (listeners: readonly Listener[]): Handlers<typeof paymentHookCalls> => ({
  async hearPayments(ctx) {
    // Whoever could post here unsigned could say that a contract is paid.
    const news = await ctx.gateways.payments.hear(ctx, ctx.request.posted)
    if (!news) throw new Problem(400, 'La signature de cet avis n’est pas valable.')
    // In the transaction of what it leads to: if that fails it has not been heard, and is told again.
    const [isNew] = await ctx.tx.sql`insert into payment_events (id) values (${news.eventId}) on conflict do nothing returning id`
    if (!isNew) return null
    if (news.is === 'account') await followAccountLater(ctx, news.accountId)
    for (const hear of listeners) await hear(ctx, news)
    return null
  },
})
