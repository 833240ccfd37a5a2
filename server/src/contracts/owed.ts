// What clients owe, in sums.
import { contractLife } from '@bordee/core/contracts/contract-life.ts'
import type { HomeParts } from '@bordee/core/home/home.ts'
import { addDays } from '@bordee/core/time.ts'
import { type Ctx, companyOf } from '../engine/ctx.ts'
import { type Sql, sql } from '../engine/db/sql.ts'
import { inStates } from '../engine/db/states.ts'
import { dues } from './contracts.queries.ts'

const sumOf = (where: Sql<unknown>, amount: Sql<unknown>) =>
  sql`json_build_object('count', count(*) filter (where ${where}), 'amount', coalesce(sum(${amount}) filter (where ${where}), 0))`

/** A contract counts for the week if the first of what it has left is due then. Reads only those that can be due by then. */
export async function readOwed(ctx: Ctx, today: string): Promise<HomeParts['money']> {
  const companyId = companyOf(ctx)
  const last = addDays(today, 6)
  const [owed] = await ctx.tx.sql<HomeParts['money']>`
    with chosen as materialized (
      select k.id, k.company_id, k.status, k.signed_at
      from contracts k
      where k.company_id = ${companyId} and k.status in ('accepted', 'unpaid') and k.id in (
        select u.id from contracts u where u.company_id = ${companyId} and u.status = 'unpaid'
        union all
        select a.id
        from contracts a
        where a.company_id = ${companyId} and a.status = 'accepted' and a.signed_at > ${today}::date - interval '9 days'
        union all
        select i.contract_id
        from contract_instalments i
        where i.company_id = ${companyId} and i.payment_date between ${today} and ${last})),
    payments as (
      select p.contract_id, sum(p.amount) as paid
      from contract_payments p
      join chosen k on k.company_id = p.company_id and k.id = p.contract_id
      where p.deleted_at is null
      group by p.contract_id),
    dues as (${dues}),
    next as (
      select d.contract_id,
             min(d.due_date) as day,
             sum(d.amount_left) filter (where d.due_date < ${today}) as late_amount,
             sum(d.amount_left) filter (where d.due_date between ${today} and ${last}) as soon_amount
      from dues d
      where d.amount_left > 0
      group by d.contract_id)
    select (select ${sumOf(sql`k.status = 'unpaid'`, sql`n.late_amount`)}
            from chosen k
            left join next n on n.contract_id = k.id) as overdue,
           (select ${sumOf(sql`true`, sql`w.total_price`)}
            from contracts w
            where w.company_id = ${companyId} and w.status in ${inStates(contractLife.from('accept'))}) as "toSign",
           (select ${sumOf(sql`n.day between ${today} and ${last}`, sql`n.soon_amount`)} from next n) as "dueThisWeek"`
  return owed as NonNullable<typeof owed>
}
