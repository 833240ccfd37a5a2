import type { contractCalls } from '@bordee/core/contracts/contracts.calls.ts'
import { readContract } from '../contracts/contracts.queries.ts'
import type { Handlers } from '../engine/ctx.ts'
import { payContract } from './checkouts.ts'
import { keepSurplus, refundSurplus } from './refunds.ts'

export const contractPaymentHandlers: Pick<Handlers<typeof contractCalls>, 'payContract' | 'refundSurplus' | 'keepSurplus'> = {
  payContract: (ctx, { id, paymentScheduleId }) => payContract(ctx, id, paymentScheduleId),

  async refundSurplus(ctx, { id, paymentId }) {
    await refundSurplus(ctx, id, paymentId)
    return ctx.aside((work) => readContract({ ...ctx, tx: work.tx }, id))
  },

  async keepSurplus(ctx, { id, paymentId }) {
    await keepSurplus(ctx, id, paymentId)
    return readContract(ctx, id)
  },
}
