// Closes operations some hours after their last run (the company's setting).
import { inCompany, type Work } from '../engine/ctx.ts'
import { jobKind } from '../engine/jobs/job-kind.ts'
import { worker } from '../engine/jobs/jobs.ts'
import { lockOperations } from '../operations/belonging.ts'
import { billLater } from '../operations/closed-operations.ts'
import { endOperation } from '../operations/operation-changes.ts'
import { removeUntaken } from '../runs/redo-runs.ts'

// `outside`: each operation is closed in a separate transaction.
const closing = jobKind<object>('operations.close', { outside: true, cron: '*/10 * * * *', atStart: true })

/** Hours after its opening at which an operation in which nobody drove is closed. */
const undrivenHours = 24

interface Due {
  companyId: string
  id: string
}

export async function closeDueOperations(work: Work) {
  const due = await work.aside(async ({ tx, now }) => {
    await tx.scope({ platform: true })
    return tx.sql<Due>`
      select o.company_id as "companyId", o.id
      from operations o
      join companies c on c.id = o.company_id
      where o.closed_at is null
        and c.operation_closes_after_hours is not null
        and o.opened_at < ${now}::timestamptz - make_interval(hours => c.operation_closes_after_hours)
      order by o.id`
  })
  for (const one of due)
    await inCompany(work, one.companyId, (own) => closeIfOver(own, one))
      // One failure must not keep the others open.
      .catch((error: Error) => console.error('Opérations\u00a0:', one.id, error.message))
}

/** The end is when the last run had been over for that long, however late this job looks. */
async function closeIfOver(work: Work, { companyId, id }: Due) {
  await lockOperations(work, companyId)
  const [operation] = await work.tx.sql<{ endsAt: Date }>`
    select coalesce(
             max(r.finished_at) + make_interval(hours => min(c.operation_closes_after_hours)),
             min(o.opened_at) + make_interval(hours => ${undrivenHours})) as "endsAt"
    from operations o
    join companies c on c.id = o.company_id
    left join runs r on r.company_id = o.company_id and r.operation_id = o.id
      and exists (select from run_operators p where p.company_id = r.company_id and p.run_id = r.id)
    where o.company_id = ${companyId} and o.id = ${id} and o.closed_at is null
    group by o.id
    having bool_and(r.id is null or r.finished_at is not null)`
  if (!operation || operation.endsAt > work.now) return
  await endOperation(work, companyId, id, operation.endsAt, null)
  await removeUntaken(work, companyId, id)
  await billLater(work, companyId, [id])
  work.publish(companyId, { topic: 'operations', operationId: id })
}

export const boardWorkers = [worker(closing, closeDueOperations)]
