import { isSigned } from '@bordee/core/contracts/contract-life.ts'
import type { contractCalls } from '@bordee/core/contracts/contracts.calls.ts'
import { setStatuses } from '../contracts/contracts.handlers.ts'
import { readContract } from '../contracts/contracts.queries.ts'
import { companyOf, type Handlers } from '../engine/ctx.ts'
import { payContract } from './checkouts.ts'
import { closeCheckoutsOf } from './closing-checkouts.ts'
import { keepSurplus, refundSurplus } from './refunds.ts'

type Handled = 'payContract' | 'refundSurplus' | 'keepSurplus' | 'setContractStatuses'

export const contractPaymentHandlers: Pick<Handlers<typeof contractCalls>, Handled> = {
  payContract: (ctx, { id, paymentScheduleId }) => payContract(ctx, id, paymentScheduleId),

  async refundSurplus(ctx, { id, paymentId, ...wanted }) {
    await refundSurplus(ctx, id, paymentId, wanted)
    return ctx.aside((work) => readContract({ ...ctx, tx: work.tx }, id))
  },

  async keepSurplus(ctx, { id, paymentId }) {
    await keepSurplus(ctx, id, paymentId)
    return readContract(ctx, id)
  },

  /**
   * Ends the checkouts of contracts that nobody should pay any more before they change. A payment made a moment before
   * is recorded: then the contract is canceled with a surplus, or isn't unsigned.
   */
  async setContractStatuses(ctx, { contractIds, status }) {
    if (!isSigned(status)) await closeCheckoutsOf(ctx, companyOf(ctx), contractIds)
    return { updatedCount: await setStatuses(ctx, contractIds, status) }
  },
}
