import { type Operation, type OperationDetails, operation, operationDetails } from '@bordee/core/operations/operation.ts'
import { notFound } from '@bordee/core/problem.ts'
import { type Ctx, companyOf } from '../engine/ctx.ts'
import { jsonOf } from '../engine/db/columns.ts'
import { type Sql, sql } from '../engine/db/sql.ts'
import { preparedRounds } from './rounds.ts'

/** The name of the account with that id. */
export const nameOf = (account: Sql<unknown>) => sql<string>`(
  select coalesce(nullif(trim(a.first_name || ' ' || a.last_name), ''), a.email)
  from accounts a
  where a.id = ${account})`

/** For the operation with alias `o`. */
export const operationCounts = {
  openedByName: nameOf(sql`o.opened_by`),
  closedByName: nameOf(sql`o.closed_by`),
  runsCount: sql`(select count(*)::int from runs r where r.company_id = o.company_id and r.operation_id = o.id)`,
  passesCount: sql`(
    select count(*)::int
    from runs r
    join run_sites s on s.company_id = r.company_id and s.run_id = r.id
    where r.company_id = o.company_id and r.operation_id = o.id and s.state = 'done')`,
  depth: sql`(
    select l.amount::float8
    from (
      select distinct on (d.sector_id) d.sector_id, d.amount
      from operation_readings d
      where d.company_id = o.company_id and d.operation_id = o.id and d.kind = 'depth'
      order by d.sector_id, d.at desc, d.id desc) l
    order by l.sector_id is not null, l.amount desc
    limit 1)`,
  hours: sql`(
    select round(extract(epoch from sum(coalesce(r.finished_at, now()) - r.started_at)) / 36)::float8 / 100
    from runs r
    where r.company_id = o.company_id and r.operation_id = o.id)`,
}

export const operationRows = (ctx: Ctx, where: Sql<unknown>) => sql<{ json: Operation }>`
  select ${jsonOf(operation.shape, 'o', operationCounts)} as json
  from operations o
  where o.company_id = ${companyOf(ctx)} and ${where}
  order by o.opened_at desc, o.id desc`

export async function requireOperation(ctx: Ctx, id: string, { evenClosed = true } = {}) {
  const [found] = await ctx.tx.sql`
    select from operations where company_id = ${companyOf(ctx)} and id = ${id} and (closed_at is null or ${evenClosed})`
  if (!found) throw notFound('Opération')
}

const { shape } = operationDetails

export async function readOperation(ctx: Ctx, id: string): Promise<OperationDetails> {
  const [row] = await ctx.tx.sql<{ json: OperationDetails }>`
    select ${jsonOf(shape, 'o', {
      ...operationCounts,
      routes: sql`coalesce((
        select json_agg(${jsonOf(shape.routes.element.shape, 'p', {
          routeName: sql`r.name`,
          preparedKind: sql`w.kind`,
          preparedSectorNames: sql`w.sector_names`,
        })} order by r.name, r.id)
        from operation_routes p
        join routes r on r.company_id = p.company_id and r.id = p.route_id
        left join (${preparedRounds(companyOf(ctx), id)}) w on w.route_id = p.route_id and w.turn = 1
        where p.company_id = o.company_id and p.operation_id = o.id), '[]')`,
      readings: sql`coalesce((
        select json_agg(${jsonOf(shape.readings.element.shape, 'd', { amount: sql`d.amount::float8` })} order by d.at, d.id)
        from operation_readings d
        where d.company_id = o.company_id and d.operation_id = o.id), '[]')`,
      notes: sql`coalesce((
        select json_agg(${jsonOf(shape.notes.element.shape, 'n')} order by n.at, n.id)
        from operation_notes n
        where n.company_id = o.company_id and n.operation_id = o.id), '[]')`,
    })} as json
    from operations o
    where o.company_id = ${companyOf(ctx)} and o.id = ${id}`
  if (!row) throw notFound('Opération')
  return row.json
}
