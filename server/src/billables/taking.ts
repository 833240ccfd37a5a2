// How an invoice of the company takes lines, and lets go of them before it is issued.
import { billableLife } from '@bordee/core/billables/billable-life.ts'
import { conflict, notFound } from '@bordee/core/problem.ts'
import { type Ctx, companyOf } from '../engine/ctx.ts'
import { sql } from '../engine/db/sql.ts'
import { inStates, state } from '../engine/db/states.ts'
import { lockBillables } from './proposing.ts'

export interface Taken {
  /** Of the line. */
  id: string
  invoiceId: string
}

/** All or none: of two invoices at once, the second is refused. A line that is incomplete, waived or on an invoice is refused. */
export async function takeBillables(ctx: Ctx, wanted: readonly Taken[]) {
  const companyId = companyOf(ctx)
  await lockBillables(ctx, companyId)
  const taken = await ctx.tx.sql<{ id: string }>`
    update billables b
    set state = ${state(billableLife.to('invoice'))}, invoice_id = t."invoiceId"
    from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as t (id uuid, "invoiceId" uuid)
    where b.company_id = ${companyId} and b.id = t.id
      and b.state in ${inStates(billableLife.from('invoice'))} and b.amount is not null
    returning b.id`
  if (taken.length === wanted.length) return
  const known = await ctx.tx.sql<{ id: string; message: string }>`
    select id, description as message
    from billables
    where company_id = ${companyId} and id = any(${wanted.map(({ id }) => id)}::uuid[])`
  if (known.length < wanted.length) throw notFound('Ligne à facturer')
  const left = new Set(taken.map(({ id }) => id))
  throw billablesTaken(known.filter(({ id }) => !left.has(id)))
}

export const billablesTaken = (conflicts: { id: string; message: string }[]) =>
  conflict('Des lignes ne sont plus à facturer\u00a0: quelqu’un les a facturées ou écartées, ou il leur manque un montant.', {
    code: 'billables-taken',
    conflicts,
  })

/** Those of a draft that goes, or some of them. What someone decided about them stays. */
export async function releaseBillables(ctx: Ctx, invoiceId: string, ids?: readonly string[]) {
  await lockBillables(ctx, companyOf(ctx))
  await ctx.tx.sql`
    update billables
    set state = ${state(billableLife.to('release'))}, invoice_id = null
    where company_id = ${companyOf(ctx)} and invoice_id = ${invoiceId} and state in ${inStates(billableLife.from('release'))}
      and ${ids === undefined ? sql`true` : sql`id = any(${ids}::uuid[])`}`
}
