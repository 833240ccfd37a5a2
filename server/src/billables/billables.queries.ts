import { type Billable, type BillableGroup, type BillableGrouping, billable, billableGroup } from '@bordee/core/billables/billable.ts'
import { type BillableState, billableLife } from '@bordee/core/billables/billable-life.ts'
import { notFound } from '@bordee/core/problem.ts'
import { type Ctx, companyOf } from '../engine/ctx.ts'
import { jsonOf } from '../engine/db/columns.ts'
import type { PiecedList } from '../engine/db/pieces.ts'
import { type Sql, sql } from '../engine/db/sql.ts'
import { inStates } from '../engine/db/states.ts'

interface Asked {
  operationId?: string | undefined
  clientId?: string | undefined
  contractId?: string | undefined
  month?: string | undefined
  state?: BillableState | undefined
}

/** A filter that wasn't given lets everything through. */
const when = (value: string | undefined, condition: Sql<unknown>) => (value === undefined ? sql`true` : condition)

const asked = ({ operationId, clientId, contractId, month, state }: Asked) => sql<boolean>`
  ${when(operationId, sql`b.operation_id = ${operationId}`)} and ${when(clientId, sql`b.client_id = ${clientId}`)}
  and ${when(contractId, sql`b.contract_id = ${contractId}`)} and ${when(state, sql`b.state = ${state}`)}
  and ${when(month, sql`b.day >= ${`${month}-01`}::date and b.day < ${`${month}-01`}::date + interval '1 month'`)}`

const billableRows = (ctx: Ctx, where: Sql<unknown>) => sql<{ json: Billable }>`
  select ${jsonOf(billable.shape, 'b', {
    contractNumber: sql`k.contract_number`,
    clientName: sql`k.client_name`,
    siteAddress: sql`nullif(concat_ws(', ', concat_ws(' ', k.site_civic_number, k.site_street), k.site_city), '')`,
    quantity: sql`b.quantity::float8`,
    sourceQuantity: sql`b.source_quantity::float8`,
    isSiteMoved: sql`coalesce(s.client_id <> b.client_id, false)`,
    isSignedLater: sql`coalesce((k.signed_at at time zone c.time_zone)::date > b.day, false)`,
    isTwice: sql`
      b.kind in ('pass', 'outing', 'hour', 'material') and b.adjusts_id is null and exists (
        select
        from billables t
        where t.company_id = b.company_id and t.site_id = b.site_id and t.operation_id = b.operation_id
          and t.contract_id <> b.contract_id and t.kind = b.kind and t.adjusts_id is null
          and t.state not in ${inStates(billableLife.from('takeBack'))}
          and (b.kind in ('outing', 'hour') or split_part(t.source_key, ':', 2) = split_part(b.source_key, ':', 2)))`,
  })} as json
  from billables b
  join companies c on c.id = b.company_id
  join contracts k on k.company_id = b.company_id and k.id = b.contract_id
  left join sites s on s.company_id = b.company_id and s.id = b.site_id
  where b.company_id = ${companyOf(ctx)} and ${where}
  order by b.created_at desc, b.id desc`

export const askedRows = (ctx: Ctx, input: Asked) => billableRows(ctx, asked(input))

/** Newest first. */
export const billableList = (input: Asked): PiecedList<Billable> => ({
  order: { 'b.created_at': 'timestamptz', 'b.id': 'uuid' },
  descending: true,
  from: (ctx) => sql`billables b where b.company_id = ${companyOf(ctx)} and ${asked(input)}`,
  rows: (ctx, ids) => billableRows(ctx, sql`b.id = any(${ids}::uuid[])`),
})

export async function readBillable(ctx: Ctx, id: string): Promise<Billable> {
  const [found] = await ctx.tx.rows(billableRows(ctx, sql`b.id = ${id}`))
  if (!found) throw notFound('Ligne à facturer')
  return found.json
}

const groupedBy: Record<BillableGrouping, { id: Sql<unknown>; name: Sql<unknown> }> = {
  operation: { id: sql`b.operation_id::text`, name: sql`max(coalesce(o.name, b.operation_name))` },
  month: { id: sql`to_char(b.day, 'YYYY-MM')`, name: sql`to_char(b.day, 'YYYY-MM')` },
  // A folder that is gone leaves its contracts.
  client: { id: sql`coalesce(b.client_id, b.contract_id)::text`, name: sql`max(k.client_name)` },
}

/** The latest first; clients by name. */
export const billableGroups = (ctx: Ctx, by: BillableGrouping, state: BillableState | undefined) => sql<{ json: BillableGroup }>`
  with groups as (
    select ${groupedBy[by].id} as id, ${groupedBy[by].name} as name, max(b.day) as day, count(*)::int as count,
           count(*) filter (where b.amount is null and b.state = 'proposed')::int as incomplete,
           count(*) filter (where b.is_source_changed)::int as changed,
           coalesce(sum(b.amount), 0)::float8 as amount
    from billables b
    join contracts k on k.company_id = b.company_id and k.id = b.contract_id
    left join operations o on o.company_id = b.company_id and o.id = b.operation_id
    where b.company_id = ${companyOf(ctx)} and ${when(state, sql`b.state = ${state}`)}
    group by 1${by === 'month' ? sql`, 2` : sql``})
  select ${jsonOf(billableGroup.shape, 'g')} as json
  from groups g
  order by ${by === 'client' ? sql`g.name collate "fr-CA-x-icu", g.id` : sql`g.day desc, g.id`}`
