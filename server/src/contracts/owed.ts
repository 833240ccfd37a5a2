// What clients owe, in sums.
import { contractLife } from '@bordee/core/contracts/contract-life.ts'
import type { HomeParts } from '@bordee/core/home/home.ts'
import { addDays } from '@bordee/core/time.ts'
import { type Ctx, companyOf } from '../engine/ctx.ts'
import { type Sql, sql } from '../engine/db/sql.ts'
import { inStates } from '../engine/db/states.ts'
import { changesOf } from '../engine/db/versions.ts'
import { Recent } from '../engine/recent.ts'

type Owed = NonNullable<HomeParts['money']>

/** The sums of a day, as long as nothing changes in the company's contracts. */
const known = new Recent<string, Owed>(500)

export async function readOwed(ctx: Ctx, today: string): Promise<Owed> {
  const companyId = companyOf(ctx)
  // Read before the sums, which may then be newer than it, never older.
  const [read] = await ctx.tx.sql<{ changes: string | null }>`select ${changesOf(companyId, ['companies', 'contracts'])} as changes`
  const key = JSON.stringify([companyId, today, read?.changes])
  const owed = known.get(key) ?? (await sumOwed(ctx, companyId, today))
  known.set(key, owed)
  return owed
}

const sumOf = (where: Sql<unknown>, amount: Sql<unknown>) =>
  sql`json_build_object('count', count(*) filter (where ${where}), 'amount', coalesce(sum(${amount}) filter (where ${where}), 0))`

/**
 * Payments fill instalments in order, so what is due by a day and not covered is the instalments until then minus what was
 * paid. A contract counts for the week if nothing of it was due before. Reads only contracts that can be due by then.
 */
async function sumOwed(ctx: Ctx, companyId: string, today: string): Promise<Owed> {
  const last = addDays(today, 6)
  const [owed] = await ctx.tx.sql<Owed>`
    with chosen as materialized (
      select k.id, k.status, k.signed_at
      from contracts k
      where k.company_id = ${companyId} and k.status in ('accepted', 'unpaid') and k.id in (
        select u.id from contracts u where u.company_id = ${companyId} and u.status = 'unpaid'
        union all
        select a.id
        from contracts a
        where a.company_id = ${companyId} and a.status = 'accepted' and a.signed_at > ${addDays(today, -9)}::timestamptz
        union all
        select i.contract_id
        from contract_instalments i
        where i.company_id = ${companyId} and i.payment_date between ${today} and ${last})),
    owed as (
      select k.status,
             greatest(0, coalesce(d.until_today, 0) - p.paid) as late,
             greatest(0, coalesce(d.until_last, 0) - p.paid) as due
      from companies c
      cross join chosen k
      cross join lateral (
        select sum(i.amount) filter (where due_date(i.payment_date, k.signed_at, c.time_zone) < ${today}) as until_today,
               sum(i.amount) filter (where due_date(i.payment_date, k.signed_at, c.time_zone) <= ${last}) as until_last
        from contract_instalments i
        where i.company_id = ${companyId} and i.contract_id = k.id) d
      cross join lateral (
        select greatest(0, coalesce(sum(m.amount), 0)) as paid
        from contract_payments m
        where m.company_id = ${companyId} and m.contract_id = k.id and m.deleted_at is null) p
      where c.id = ${companyId})
    select (select ${sumOf(sql`w.status = 'unpaid'`, sql`w.late`)} from owed w) as overdue,
           (select ${sumOf(sql`true`, sql`k.total_price`)}
            from contracts k
            where k.company_id = ${companyId} and k.status in ${inStates(contractLife.from('accept'))}) as "toSign",
           (select ${sumOf(sql`w.late = 0 and w.due > 0`, sql`w.due`)} from owed w) as "dueThisWeek"`
  return owed as NonNullable<typeof owed>
}
