// Open checkouts, and the job that closes those that nobody may pay any more (contract-payments/closing-checkouts.ts).
import type { Work } from '../engine/ctx.ts'
import { sql } from '../engine/db/sql.ts'
import { jobKind } from '../engine/jobs/job-kind.ts'

/** A payment that a client began. */
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

export const closeCheckouts = jobKind<{ companyId: string; contractIds: string[] }>('contracts.close-checkouts', {
  outside: true,
  urgent: true,
})

const openCheckouts = sql<OpenCheckout>`
  select id, company_id as "companyId", contract_id as "contractId", instalment_id as "instalmentId", account_id as "accountId",
         session_id as "sessionId", amount, created_at as "createdAt"
  from contract_checkouts
  where status = 'open'`

/** Locked until the transaction ends. */
export const lockOpenCheckouts = ({ tx }: Pick<Work, 'tx'>, companyId: string, contractIds: readonly string[]) =>
  tx.rows(sql<OpenCheckout>`
    ${openCheckouts} and company_id = ${companyId} and contract_id = any(${contractIds}::uuid[])
    order by id
    for update`)

export async function findOpenCheckout({ tx }: Pick<Work, 'tx'>, companyId: string, id: string): Promise<OpenCheckout | undefined> {
  const [checkout] = await tx.rows(sql<OpenCheckout>`${openCheckouts} and company_id = ${companyId} and id = ${id}`)
  return checkout
}

/** For contracts that can no longer be paid. In a job, as it calls the provider. */
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
