// Closes checkouts that nobody needs any more, at the provider first, then here.
import { checkoutLife } from '@bordee/core/contracts/online-payment.ts'
import { closeCheckouts, lockOpenCheckouts, type OpenCheckout } from '../contracts/open-checkouts.ts'
import type { Work } from '../engine/ctx.ts'
import { inStates, state } from '../engine/db/states.ts'
import { worker } from '../engine/jobs/jobs.ts'

/** After a crash in between, it is redone. One paid meanwhile stays open until the provider reports the payment. */
export async function closeCheckout(work: Work, checkout: OpenCheckout): Promise<'expired' | 'paid'> {
  const { companyId, accountId, sessionId } = checkout
  const end = sessionId ? await work.aside((own) => own.gateways.payments.expireCheckout(own, accountId, sessionId)) : 'expired'
  if (end === 'expired')
    await work.aside(async (own) => {
      await own.tx.scope({ companies: [companyId] })
      await expireCheckout(own, checkout)
    })
  return end
}

export async function expireCheckout({ tx }: Work, { id, companyId }: { id: string; companyId: string }) {
  await tx.sql`
    update contract_checkouts
    set status = ${state(checkoutLife.to('expire'))}
    where company_id = ${companyId} and id = ${id} and status in ${inStates(checkoutLife.from('expire'))}`
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
  worker(closeCheckouts, async (work, { companyId, contractIds }) => {
    const open = await work.aside(async (own) => {
      await own.tx.scope({ companies: [companyId] })
      return lockOpenCheckouts(own, companyId, contractIds)
    })
    for (const checkout of open) await closeCheckout(work, checkout)
  }),
]
