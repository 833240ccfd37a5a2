// Checkouts that someone began and nobody needs any more: they are closed with the provider, then here.
import type { Work } from '../engine/ctx.ts'
import { change } from '../engine/db/writing.ts'
import { jobKind } from '../engine/jobs/job-kind.ts'
import { worker } from '../engine/jobs/jobs.ts'

/** What a client began to pay. */
export interface OpenCheckout {
  id: string
  companyId: string
  contractId: string
  instalmentId: string
  accountId: string
  sessionId: string | null
  amount: number
  createdAt: Date
}

const closeCheckouts = jobKind<{ companyId: string; contractIds: string[] }>('contracts.close-checkouts', { outside: true, urgent: true })

/** Held until the transaction ends. */
export const lockOpenCheckouts = ({ tx }: Pick<Work, 'tx'>, companyId: string, contractIds: readonly string[]) =>
  tx.sql<OpenCheckout>`
    select id, company_id as "companyId", contract_id as "contractId", instalment_id as "instalmentId", account_id as "accountId",
           session_id as "sessionId", amount, created_at as "createdAt"
    from contract_checkouts
    where company_id = ${companyId} and contract_id = any(${contractIds}::uuid[]) and status = 'open'
    order by id
    for update`

/** Once these contracts can no longer be paid. By a job: the provider is outside. */
export async function closeCheckoutsLater(work: Work, contracts: readonly { id: string; companyId: string }[]) {
  for (const [companyId, those] of Map.groupBy(contracts, (one) => one.companyId)) {
    const open = await lockOpenCheckouts(
      work,
      companyId,
      those.map(({ id }) => id),
    )
    const contractIds = open.map(({ contractId }) => contractId)
    if (contractIds.length > 0) await work.later(closeCheckouts, { companyId, contractIds })
  }
}

/** With the provider first: whatever dies in between, it is done again. One that was paid meanwhile stays open until the provider tells of it. */
export async function closeCheckout(work: Work, { id, companyId, accountId, sessionId }: OpenCheckout): Promise<'expired' | 'paid'> {
  const end = sessionId ? await work.aside((own) => own.gateways.payments.expireCheckout(own, accountId, sessionId)) : 'expired'
  if (end === 'expired')
    await work.aside(async ({ tx }) => {
      await tx.scope({ companies: [companyId] })
      await change(tx, 'contract_checkouts', { id, companyId, status: 'open' }, { status: 'expired' })
    })
  return end
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
