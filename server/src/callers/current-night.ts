// The operation that a caller or a resident asks about, and what it means for one site.
import type { SiteSheet } from '@bordee/core/callers/call-sheet.ts'
import { signedStates } from '@bordee/core/contracts/contract-life.ts'
import { type OperationDetails, operationDetails } from '@bordee/core/operations/operation.ts'
import type { requirementOf } from '@bordee/core/operations/requirement.ts'
import { completeKinds } from '@bordee/core/runs/run-kind.ts'
import type { Work } from '../engine/ctx.ts'
import { jsonOf } from '../engine/db/columns.ts'
import { sql } from '../engine/db/sql.ts'
import { inStates } from '../engine/db/states.ts'

export type Night = NonNullable<SiteSheet['operation']> &
  Pick<OperationDetails, 'readings'> & { defaults: Parameters<typeof requirementOf>[1] }

const { shape } = operationDetails

/** The operation that is open, snow first, or else the latest. */
export async function currentNight({ tx }: Pick<Work, 'tx'>, companyId: string): Promise<Night | null> {
  const [night] = await tx.sql<{ json: Night }>`
    select json_build_object(
      'id', o.id,
      'kind', o.kind,
      'name', o.name,
      'openedAt', o.opened_at,
      'closedAt', o.closed_at,
      'defaults', o.defaults,
      'readings', coalesce((
        select json_agg(${jsonOf(shape.readings.element.shape, 'd', { amount: sql`d.amount::float8` })} order by d.at, d.id)
        from operation_readings d
        where d.company_id = o.company_id and d.operation_id = o.id), '[]')) as json
    from operations o
    where o.company_id = ${companyId}
    order by o.closed_at is null desc, case when o.closed_at is null then o.kind = 'snow' end desc, o.opened_at desc
    limit 1`
  return night?.json ?? null
}

export const inMilliseconds = ({ openedAt, readings }: Night) => ({
  openedAt: Date.parse(openedAt),
  readings: readings.map((reading) => ({ ...reading, at: Date.parse(reading.at) })),
})

/** What the contract in force asks for at the site `s`, on the day `m.today`. */
export const requirementInForce = sql`(
  select k.requirement
  from contracts k
  where k.company_id = s.company_id and k.site_id = s.id and k.status in ${inStates(signedStates)}
    and m.today between k.start_at and k.end_at
  order by k.end_at desc, k.id
  limit 1)`

/** The sectors of the site `s` that have readings of their own. */
export const sectorsWithReadings = (readings: Night['readings']) => sql`array(
  select m.sector_id
  from sector_members m
  where m.company_id = s.company_id and m.site_id = s.id
    and m.sector_id = any(${[...new Set(readings.flatMap(({ sectorId }) => sectorId ?? []))]}::uuid[]))`

/** Milliseconds; beside the expressions of `siteStates`, restricted to one site. */
export const lastCompletePass = sql`(
  select (extract(epoch from max(d.decided_at)) * 1000)::float8
  from stops d
  join operation_runs n on n.id = d.run_id
  where d.state = 'done' and n.kind in ${inStates(completeKinds)})`
