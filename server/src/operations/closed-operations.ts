// What is billed after an operation is looked at again once it is closed, and when something of a closed one changes. The slice that
// bills comes after these; it has the worker (server/src/billables/billables.jobs.ts).
import type { Work } from '../engine/ctx.ts'
import { jobKind } from '../engine/jobs/job-kind.ts'

/** Several that exchanged runs are looked at together. One that is gone has left its lines. */
export interface ClosedOperations {
  companyId: string
  operationIds: string[]
}

export const closedOperations = jobKind<ClosedOperations>('billables.propose', {
  onePer: ({ companyId, operationIds }) => [companyId, ...operationIds.toSorted()].join(' '),
})

export const billLater = (work: Pick<Work, 'later'>, companyId: string, operationIds: string[]) =>
  work.later(closedOperations, { companyId, operationIds })
