// The register: cheques with what they pay, and payments by cheque that someone typed in a contract.
import { type Cheque, cheque, type Deposit, deposit } from '@bordee/core/cheques/cheque.ts'
import { notFound } from '@bordee/core/problem.ts'
import { type Ctx, companyOf } from '../engine/ctx.ts'
import { jsonOf } from '../engine/db/columns.ts'
import { type Sql, sql } from '../engine/db/sql.ts'

const part = cheque.shape.parts.element.shape

/** What is typed takes the place of its cheque: it has its payment's id. */
const register = (companyId: string) => sql`
  select q.id, q.number, q.bank, q.amount, q.dated, q.note, q.state, q.state_at, q.reason, q.nsf_fee, q.deposit_id, q.recorded_by,
         q.created_at
  from cheques q
  where q.company_id = ${companyId}
  union all
  select p.id, null, null, p.amount, p.paid_at, null, 'typed', null, null, null, null, p.recorded_by, p.created_at
  from contract_payments p
  where p.company_id = ${companyId} and p.type = 'check' and not p.was_online and p.cheque_id is null and p.deleted_at is null`

/** In the order of their dates; the alias is `q`. What a bounced cheque paid is still told, though it counts for nothing. */
export async function findCheques(ctx: Ctx, where: Sql<unknown>, clientId: string | null = null): Promise<Cheque[]> {
  const companyId = companyOf(ctx)
  const rows = await ctx.tx.sql<{ json: Cheque }>`
    select ${jsonOf(cheque.shape, 'q', {
      parts: sql`w.parts`,
      clientId: sql`w.client_id`,
      clientName: sql`w.client_name`,
      depositNumber: sql`d.number`,
    })} as json
    from (${register(companyId)}) q
    left join cheque_deposits d on d.company_id = ${companyId} and d.id = q.deposit_id
    cross join lateral (
      select json_agg(${jsonOf(part, 'p', { contractNumber: sql`k.contract_number` })} order by k.contract_number, p.id) as parts,
             (array_agg(k.client_id))[1] as client_id,
             (array_agg(k.client_name order by k.id))[1] as client_name
      from contract_payments p
      join contracts k on k.company_id = p.company_id and k.id = p.contract_id
      where p.company_id = ${companyId} and (p.cheque_id = q.id or q.state = 'typed' and p.id = q.id)) w
    where w.parts is not null and ${where} and (${clientId === null} or w.client_id = ${clientId})
    order by q.dated, q.created_at, q.id`
  return rows.map(({ json }) => json)
}

export async function readCheque(ctx: Ctx, id: string): Promise<Cheque> {
  const [found] = await findCheques(ctx, sql`q.id = ${id}`)
  if (!found) throw notFound('Chèque')
  return found
}

/** Whoever writes a cheque holds this: also for one that isn't in the register yet. */
export const holdCheque = ({ tx }: Ctx, id: string) => tx.sql`select pg_advisory_xact_lock(hashtextextended(${`cheque:${id}`}, 0))`

/** Held until the request ends: read it this way before changing it. */
export async function lockCheque(ctx: Ctx, id: string): Promise<Cheque> {
  await holdCheque(ctx, id)
  return readCheque(ctx, id)
}

/** Newest first. */
export async function findDeposits(ctx: Ctx, where: Sql<unknown>): Promise<Deposit[]> {
  const rows = await ctx.tx.sql<{ json: Deposit }>`
    select ${jsonOf(deposit.shape, 'd', { chequeIds: sql`coalesce(w.ids, '[]')`, amount: sql`coalesce(w.amount, 0)` })} as json
    from cheque_deposits d
    cross join lateral (
      select json_agg(q.id order by q.dated, q.id) as ids, sum(q.amount)::int as amount
      from cheques q
      where q.company_id = d.company_id and q.deposit_id = d.id) w
    where d.company_id = ${companyOf(ctx)} and ${where}
    order by d.number desc`
  return rows.map(({ json }) => json)
}

export async function readDeposit(ctx: Ctx, id: string): Promise<Deposit> {
  const [found] = await findDeposits(ctx, sql`d.id = ${id}`)
  if (!found) throw notFound('Dépôt')
  return found
}
