// Closes checkouts that nobody needs any more, at the provider first, then here; and looks at every open one until it has ended,
// so that a lost webhook strands no payment.
import { checkoutLife } from '@bordee/core/contracts/online-payment.ts'
import { closeCheckouts, findOpenCheckout, type OpenCheckout } from '../client-invoices/open-checkouts.ts'
import { inCompany, type Work } from '../engine/ctx.ts'
import { inStates, state } from '../engine/db/states.ts'
import { jobKind } from '../engine/jobs/job-kind.ts'
import { worker } from '../engine/jobs/jobs.ts'
import { enqueueLooks, isForgotten, type Watched } from '../outside/payments/looks.ts'
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

async function closeThem(work: Work, { companyId, checkoutIds }: { companyId: string; checkoutIds: readonly string[] }) {
  for (const id of checkoutIds) {
    const checkout = await inCompany(work, companyId, (own) => findOpenCheckout(own, companyId, id))
    if (checkout) await closeCheckout(work, checkout)
  }
}

const clock = jobKind<object>('client-invoices.checkout-clock', { cron: '* * * * *', atStart: true })
const look = jobKind<Watched>('client-invoices.look-at-checkout', { outside: true, retryLimit: 8, atOnce: 4, onePer: ({ id }) => id })

const findCheckoutsToLookAt = (work: Work) => enqueueLooks(work, 'client_invoice_checkouts', look)

async function lookAtCheckout(work: Work, { id, companyId }: Watched) {
  const checkout = await inCompany(work, companyId, (own) => findOpenCheckout(own, companyId, id))
  if (!checkout) return
  const { accountId, sessionId } = checkout
  if (isForgotten(checkout, work.now)) await closeCheckout(work, checkout)
  // Without a session nobody can have paid.
  else if (sessionId)
    await recordEnd(work, checkout, await work.aside((own) => own.gateways.payments.readCheckout(own, accountId, sessionId)))
}

/** The sandbox's sessions can't be paid at a real provider. */
export async function expireSandboxInvoiceCheckouts({ tx }: Work, companyId: string) {
  await tx.sql`
    update client_invoice_checkouts
    set status = ${state(checkoutLife.to('expire'))}
    where company_id = ${companyId}
      and status in ${inStates(checkoutLife.from('expire'))}
      and account_id in (select id from sandbox_accounts)`
}

export const invoiceCheckoutWorkers = [
  worker(closeCheckouts, closeThem),
  worker(clock, findCheckoutsToLookAt),
  worker(look, lookAtCheckout),
]
