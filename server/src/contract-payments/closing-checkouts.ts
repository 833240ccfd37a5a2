// Closes checkouts that nobody needs any more, at the provider first, then here.
import { checkoutLife } from '@bordee/core/contracts/online-payment.ts'
import { closeCheckouts, lockOpenCheckouts, type OpenCheckout } from '../contracts/open-checkouts.ts'
import { inCompany, type Work } from '../engine/ctx.ts'
import { inStates, state } from '../engine/db/states.ts'
import { worker } from '../engine/jobs/jobs.ts'
import type { CheckoutEnd } from '../outside/payments/payments.ts'
import { recordEnd } from './recorded-checkouts.ts'

/** After a crash in between, it is redone. A payment that was made a moment before is recorded. */
export async function closeCheckout(work: Work, checkout: OpenCheckout): Promise<CheckoutEnd['status']> {
  const { accountId, sessionId } = checkout
  const end: CheckoutEnd = sessionId
    ? await work.aside((own) => own.gateways.payments.expireCheckout(own, accountId, sessionId))
    : { status: 'expired' }
  await recordEnd(work, checkout, end)
  return end.status
}

/** All that are open for these contracts. */
export async function closeCheckoutsOf(work: Work, companyId: string, contractIds: readonly string[]) {
  const open = await inCompany(work, companyId, (own) => lockOpenCheckouts(own, companyId, contractIds))
  for (const checkout of open) await closeCheckout(work, checkout)
}

/** The sandbox's sessions can't be paid at a real provider. */
export async function expireSandboxCheckouts({ tx }: Work, companyId: string) {
  await tx.sql`
    update contract_checkouts
    set status = ${state(checkoutLife.to('expire'))}
    where company_id = ${companyId}
      and status in ${inStates(checkoutLife.from('expire'))}
      and account_id in (select id from sandbox_accounts)`
}

export const checkoutWorkers = [
  worker(closeCheckouts, (work, { companyId, contractIds }) => closeCheckoutsOf(work, companyId, contractIds)),
]
