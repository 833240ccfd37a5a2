// Proposes lines when an operation is closed; and each morning looks at the whole season again, for marks that came late,
// corrections, and contracts that were signed since.
import { seasonYear } from '@bordee/core/operations/season.ts'
import { addDays } from '@bordee/core/time.ts'
import { beginBillableDay } from '../companies/company-days.ts'
import type { Work } from '../engine/ctx.ts'
import { jobKind } from '../engine/jobs/job-kind.ts'
import { worker } from '../engine/jobs/jobs.ts'
import { type ClosedOperations, closedOperations } from '../operations/closed-operations.ts'
import { proposeBillables } from './proposing.ts'

interface OfCompany {
  companyId: string
}

const clock = jobKind<object>('billables.clock', { cron: '*/10 * * * *', atStart: true })
const look = jobKind<OfCompany>('billables.look', { onePer: ({ companyId }) => companyId })

/** After the night, before the office. */
const morning = '05:00'

/** The companies with something to bill beside the season, whose morning has come since the last look. */
export async function enqueueBillableLooks(work: Work) {
  await work.tx.scope({ platform: true })
  const due = await work.tx.sql<OfCompany>`
    with clocks as (
      select c.id, c.billables_on, (${work.now}::timestamptz at time zone c.time_zone) as wall
      from companies c
      where c.contract_is_active and c.is_active and c.archived_at is null and c.trial_of is null
        and (exists (select from contract_services l where l.company_id = c.id and l.pricing <> 'season')
          or exists (select from contracts k where k.company_id = c.id and k.ceiling is not null)))
    select id as "companyId"
    from clocks
    where (billables_on is null or billables_on < wall::date) and wall::time >= ${morning}::time
    order by id`
  for (const company of due) await work.later(look, company)
}

/** Days for which the season before is still looked at. */
const lateDays = 60

/** Locks the company until the job ends: a second server finds the day done. */
export async function lookAtBillables(work: Work, { companyId }: OfCompany) {
  await work.tx.scope({ companies: [companyId] })
  const day = await beginBillableDay(work, companyId)
  if (!day) return
  for (const year of new Set([seasonYear(addDays(day, -lateDays)), seasonYear(day)])) await proposeBillables(work, companyId, year)
}

/** One that was opened again meanwhile waits until it is closed. */
export async function proposeOfOperations(work: Work, { companyId, operationIds }: ClosedOperations) {
  await work.tx.scope({ companies: [companyId] })
  const days = await work.tx.sql<{ day: string }>`
    select distinct (o.opened_at at time zone c.time_zone)::date::text as day
    from companies c
    join operations o on o.company_id = c.id and o.id = any(${operationIds}::uuid[])
    where c.id = ${companyId} and c.contract_is_active`
  for (const year of new Set(days.map(({ day }) => seasonYear(day)))) await proposeBillables(work, companyId, year, operationIds)
}

export const billableWorkers = [
  worker(closedOperations, proposeOfOperations),
  worker(clock, enqueueBillableLooks),
  worker(look, lookAtBillables),
]
