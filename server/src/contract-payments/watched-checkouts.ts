// Looks at every open checkout at the provider until it has ended, so that a lost webhook strands no payment.
import { findOpenCheckout } from '../contracts/open-checkouts.ts'
import { inCompany, type Work } from '../engine/ctx.ts'
import { jobKind } from '../engine/jobs/job-kind.ts'
import { worker } from '../engine/jobs/jobs.ts'
import { enqueueLooks, isForgotten, type Watched } from '../outside/payments/looks.ts'
import { closeCheckout } from './closing-checkouts.ts'
import { recordEnd } from './recorded-checkouts.ts'

const clock = jobKind<object>('contracts.checkout-clock', { cron: '* * * * *', atStart: true })
const look = jobKind<Watched>('contracts.look-at-checkout', { outside: true, retryLimit: 8, atOnce: 4, onePer: ({ id }) => id })

export const findCheckoutsToLookAt = (work: Work) => enqueueLooks(work, 'contract_checkouts', look)

export async function lookAtCheckout(work: Work, { id, companyId }: Watched) {
  const checkout = await inCompany(work, companyId, (own) => findOpenCheckout(own, companyId, id))
  if (!checkout) return
  const { accountId, sessionId } = checkout
  if (isForgotten(checkout, work.now)) await closeCheckout(work, checkout)
  // Without a session nobody can have paid.
  else if (sessionId)
    await recordEnd(work, checkout, await work.aside((own) => own.gateways.payments.readCheckout(own, accountId, sessionId)))
}

export const checkoutWatchers = [worker(clock, findCheckoutsToLookAt), worker(look, lookAtCheckout)]
