// Deposits cheques, all or none, and prints the slip.
import type { Deposit, depositFields } from '@bordee/core/cheques/cheque.ts'
import { chequeLife } from '@bordee/core/cheques/cheque-life.ts'
import { depositTrouble, mayBeDated } from '@bordee/core/cheques/register.ts'
import { conflict, invalid, notFound } from '@bordee/core/problem.ts'
import { todayIn } from '@bordee/core/time.ts'
import type * as z from 'zod'
import { type Ctx, companyOf } from '../engine/ctx.ts'
import { sql } from '../engine/db/sql.ts'
import { change, insert, newId } from '../engine/db/writing.ts'
import { findCheques, findDeposits, holdCheque, readDeposit } from './cheques.queries.ts'
import { printSlip } from './printing.ts'

type Wanted = z.output<typeof depositFields>

/** The same id is the same deposit. Of two that take the same cheque at once, the second is refused. */
export async function makeDeposit(ctx: Ctx, sentId: string | null, { chequeIds: sentIds, ...wanted }: Wanted): Promise<Deposit> {
  const companyId = companyOf(ctx)
  const id = sentId ?? (await newId(ctx.tx))
  const chequeIds = [...new Set(sentIds)].toSorted()
  for (const chequeId of chequeIds) await holdCheque(ctx, chequeId) // in one order, so that two deposits never wait for each other
  await ctx.tx.sql`select pg_advisory_xact_lock(hashtextextended(${`deposits:${companyId}`}, 0))`
  const [known] = await findDeposits(ctx, sql`d.id = ${id}`)
  if (known) {
    const held = await findCheques(ctx, sql`q.deposit_id = ${id}`)
    if (chequeIds.every((chequeId) => held.some((cheque) => cheque.id === chequeId))) return known
    throw conflict('Ce dépôt est déjà fait, avec d’autres chèques.', { code: 'id-used' })
  }
  const cheques = await findCheques(ctx, sql`q.id = any(${chequeIds}::uuid[])`)
  if (cheques.length !== chequeIds.length) throw notFound('Chèque')
  const { zone, number } = await nextDeposit(ctx)
  if (!mayBeDated(wanted.depositedOn, todayIn(zone, ctx.now)))
    throw invalid({ deposit: { depositedOn: 'Un dépôt se prépare au plus une semaine d’avance.' } })
  const conflicts = cheques.flatMap((cheque) => {
    const message = depositTrouble(cheque, wanted.depositedOn)
    return message ? [{ id: cheque.id, message }] : []
  })
  const [first] = conflicts
  if (first)
    throw conflict(conflicts.length === 1 ? first.message : `${first.message} Aucun chèque n’a été déposé.`, {
      code: 'not-at-hand',
      conflicts,
    })
  await insert(ctx.tx, 'cheque_deposits', { ...wanted, id, companyId, number, madeBy: ctx.actor.email, createdAt: ctx.now })
  await change(
    ctx.tx,
    'cheques',
    { companyId, id: chequeIds },
    { state: chequeLife.to('deposit'), stateAt: ctx.now, depositId: id, reason: null },
  )
  return readDeposit(ctx, id)
}

/** The caller holds the company's deposits: numbers have no gaps. */
async function nextDeposit(ctx: Ctx) {
  const [next] = await ctx.tx.sql<{ zone: string; number: number }>`
    select c.time_zone as zone, coalesce((select max(d.number) from cheque_deposits d where d.company_id = c.id), 0) + 1 as number
    from companies c
    where c.id = ${companyOf(ctx)}`
  if (!next) throw notFound('Compagnie')
  return next
}

/** Reads in a transaction of its own: printing holds no connection. */
export async function printDeposit(ctx: Ctx, id: string) {
  const slip = await ctx.aside(async ({ tx }) => {
    const own = { ...ctx, tx }
    const deposit = await readDeposit(own, id)
    const cheques = await findCheques(own, sql`q.deposit_id = ${id}`)
    const [company] = await tx.sql<{ name: string; address: string | null; phone: string | null; logo: string | null }>`
      select c.name, c.phone, c.logo,
             nullif(concat_ws(', ', nullif(concat_ws(' ', c.civic_number, c.street), ''), c.city, c.zip), '') as address
      from companies c
      where c.id = ${companyOf(ctx)}`
    if (!company) throw notFound('Compagnie')
    return { deposit, cheques, company }
  })
  return { bytes: await printSlip(companyOf(ctx), slip), name: `Bordereau de dépôt ${slip.deposit.number}.pdf` }
}
