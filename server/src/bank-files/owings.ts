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

/** In three reads, put together here: one join of them all takes seconds when PostgreSQL hasn't counted the rows yet. */
async function contractsOwing(ctx: Ctx): Promise<Row[]> {
  const companyId = companyOf(ctx)
  const contracts = await ctx.tx.sql<Omit<Owing, 'dues'> & { contractId: string }>`
    select k.id as "contractId", null as "invoiceId", k.contract_number as number, k.client_id as "clientId",
           coalesce(f.name, k.client_name) as "clientName", o.code
    from contracts k
    left join clients f on f.company_id = k.company_id and f.id = k.client_id
    left join client_codes o on o.company_id = k.company_id and o.client_id = k.client_id
    where k.company_id = ${companyId} and k.status in ${inStates(signedStates.filter((status) => status !== 'paid'))}`
  const ids = contracts.map(({ contractId }) => contractId)
  const dues = await ctx.tx.sql<{ contractId: string; amount: number; day: string }>`
    select i.contract_id as "contractId", i.amount, due_date(i.payment_date, k.signed_at, c.time_zone)::text as day
    from contract_instalments i
    join contracts k on k.company_id = i.company_id and k.id = i.contract_id
    join companies c on c.id = i.company_id
    where i.company_id = ${companyId} and i.contract_id = any(${ids}::uuid[])
    order by i.payment_date, i.position`
  const payments = await ctx.tx.sql<{ contractId: string; paid: number }>`
    select contract_id as "contractId", sum(amount)::int as paid
    from contract_payments
    where company_id = ${companyId} and contract_id = any(${ids}::uuid[]) and deleted_at is null
    group by contract_id`
  const [duesOf, paidOf] = [Map.groupBy(dues, (due) => due.contractId), new Map(payments.map((one) => [one.contractId, one.paid]))]
  return contracts.map((contract) => {
    const own = duesOf.get(contract.contractId) ?? []
    const paid = paidOf.get(contract.contractId) ?? 0
    return { ...contract, amounts: own.map(({ amount }) => amount), days: own.map(({ day }) => day), paid }
  })
}

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
