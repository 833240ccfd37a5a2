// What a bank's lines may pay: signed contracts and issued invoices with something left, and deposits of cheques.
import type { DepositSum, Owing } from '@bordee/core/bank-files/matching.ts'
import { owingStates } from '@bordee/core/client-invoices/client-invoice-life.ts'
import { signedStates } from '@bordee/core/contracts/contract-life.ts'
import { amountsLeft } from '@bordee/core/contracts/contract-money.ts'
import { type Ctx, companyOf } from '../engine/ctx.ts'
import { inStates } from '../engine/db/states.ts'

interface Row extends Omit<Owing, 'dues'> {
  amounts: number[]
  days: string[]
  paid: number
}

/** Of everyone in the company, in one query each: there may be twenty thousand. */
export async function readOwings(ctx: Ctx): Promise<Owing[]> {
  const rows = [...(await contractsOwing(ctx)), ...(await invoicesOwing(ctx))]
  return rows.flatMap(({ amounts, days, paid, ...owing }) => {
    const left = amountsLeft(
      amounts.map((amount) => ({ amount })),
      [{ amount: paid }],
    )
    const dues = days.flatMap((dueDate, i) => ((left[i] ?? 0) > 0 ? { dueDate, left: left[i] ?? 0 } : []))
    return dues.length > 0 ? { ...owing, dues } : []
  })
}

const contractsOwing = (ctx: Ctx) =>
  ctx.tx.sql<Row>`
    with chosen as materialized (
      select k.id, k.company_id, k.contract_number, k.client_id, k.client_name, k.signed_at
      from contracts k
      where k.company_id = ${companyOf(ctx)} and k.status in ${inStates(signedStates.filter((status) => status !== 'paid'))}),
    dues as (
      select i.contract_id, array_agg(i.amount order by i.payment_date, i.position) as amounts,
             array_agg(due_date(i.payment_date, k.signed_at, c.time_zone)::text order by i.payment_date, i.position) as days
      from chosen k
      join companies c on c.id = k.company_id
      join contract_instalments i on i.company_id = k.company_id and i.contract_id = k.id
      group by i.contract_id),
    paid as (
      select p.contract_id, sum(p.amount)::int as amount
      from chosen k
      join contract_payments p on p.company_id = k.company_id and p.contract_id = k.id
      where p.deleted_at is null
      group by p.contract_id)
    select k.id as "contractId", null as "invoiceId", k.contract_number as number, k.client_id as "clientId",
           coalesce(f.name, k.client_name) as "clientName", o.code, d.amounts, d.days, coalesce(p.amount, 0) as paid
    from chosen k
    join dues d on d.contract_id = k.id
    left join paid p on p.contract_id = k.id
    left join clients f on f.company_id = k.company_id and f.id = k.client_id
    left join client_codes o on o.company_id = k.company_id and o.client_id = k.client_id`

const invoicesOwing = (ctx: Ctx) =>
  ctx.tx.sql<Row>`
    select null as "contractId", i.id as "invoiceId", i.number, i.client_id as "clientId", coalesce(f.name, i.client_name) as "clientName",
           o.code, array[i.total_price] as amounts, array[i.due_date::text] as days,
           (coalesce(p.amount, 0) + coalesce(r.amount, 0))::int as paid
    from client_invoices i
    left join clients f on f.company_id = i.company_id and f.id = i.client_id
    left join client_codes o on o.company_id = i.company_id and o.client_id = i.client_id
    cross join lateral (
      select sum(m.amount) as amount
      from client_invoice_payments m
      where m.company_id = i.company_id and m.invoice_id = i.id and m.deleted_at is null) p
    cross join lateral (
      select sum(m.total_price) as amount
      from client_invoice_credits m
      where m.company_id = i.company_id and m.invoice_id = i.id) r
    where i.company_id = ${companyOf(ctx)}
      and i.status in ${inStates(owingStates)}`

/** Those that no line has cleared yet. */
export const readDeposits = (ctx: Ctx) =>
  ctx.tx.sql<DepositSum & { number: number }>`
    select d.id, d.number, d.deposited_on::text as "depositedOn", sum(q.amount)::int as amount
    from cheque_deposits d
    join cheques q on q.company_id = d.company_id and q.deposit_id = d.id
    where d.company_id = ${companyOf(ctx)}
      and not exists (select from bank_lines l where l.company_id = d.company_id and l.deposit_id = d.id)
    group by d.id, d.number, d.deposited_on
    having bool_or(q.state = 'deposited')`
