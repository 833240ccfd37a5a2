// Keeps automatic bulletins up to date, and lets go of addresses that have redirected for a year.
import { inCompany, type Work } from '../engine/ctx.ts'
import { jobKind } from '../engine/jobs/job-kind.ts'
import { worker } from '../engine/jobs/jobs.ts'
import { countedMs, writeAutomatic } from './automatic.ts'

interface OfCompany {
  companyId: string
}

const clock = jobKind<object>('bulletins.clock', { cron: '* * * * *', atStart: true })
export const writing = jobKind<OfCompany>('bulletins.write', { urgent: true, onePer: ({ companyId }) => companyId })
// `outside`: each address is dropped in the scope of its company.
const forgetting = jobKind<object>('bulletins.forget', { outside: true, cron: '20 4 * * *' })

/**
 * Companies with an automatic bulletin in which an operation or a run began or ended since the last look, or whose time has
 * come to look again. Those without one cost nothing but a look at an index.
 */
export async function enqueueDue(work: Work) {
  await work.tx.scope({ platform: true })
  const due = await work.tx.sql<OfCompany>`
    select k.company_id as "companyId"
    from bulletin_configs k
    join companies c on c.id = k.company_id and c.is_active and c.archived_at is null
    where k.is_on and k.is_automatic
      and (k.computed_at is null
        or k.look_again_at <= ${work.now}
        or exists (
          select
          from operations o
          where o.company_id = k.company_id and (o.opened_at >= k.computed_at or o.closed_at >= k.computed_at))
        -- One that a phone began without a network opened in the past.
        or (k.look_again_at is null or k.look_again_at > k.computed_at + ${countedMs} * interval '1 millisecond')
          and exists (select from operations o where o.company_id = k.company_id and o.closed_at is null)
        or exists (
          select
          from operations o
          join runs r on r.company_id = o.company_id and r.operation_id = o.id
          where o.company_id = k.company_id and o.closed_at is null
            and greatest(r.started_at, r.finished_at, r.handed_over_at) >= k.computed_at))
    order by k.company_id`
  for (const company of due) await work.later(writing, company)
}

export async function writeDue(work: Work, { companyId }: OfCompany) {
  await work.tx.scope({ companies: [companyId] })
  await writeAutomatic(work, companyId)
}

export async function forgetAddresses(work: Work) {
  const old = await work.aside(async ({ tx, now }) => {
    await tx.scope({ platform: true })
    return tx.sql<OfCompany>`select distinct company_id as "companyId" from bulletin_addresses where until < ${now}`
  })
  for (const { companyId } of old)
    await inCompany(
      work,
      companyId,
      async ({ tx, now }) => void (await tx.sql`delete from bulletin_addresses where company_id = ${companyId} and until < ${now}`),
    )
}

export const bulletinWorkers = [worker(clock, enqueueDue), worker(writing, writeDue), worker(forgetting, forgetAddresses)]
