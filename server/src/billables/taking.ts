// How an invoice of the company takes lines, and lets go of them before it is issued.
import { billableLife } from '@bordee/core/billables/billable-life.ts'
import { conflict, notFound } from '@bordee/core/problem.ts'
import { type Ctx, companyOf } from '../engine/ctx.ts'
import { sql } from '../engine/db/sql.ts'
import { inStates, state } from '../engine/db/states.ts'
import { lockBillables } from './proposing.ts'

/** All or none: of two invoices at once, the second is refused. A line that is incomplete, waived or on an invoice is refused. */
export async function takeBillables(ctx: Ctx, ids: readonly string[], invoiceId: string) {
  const companyId = companyOf(ctx)
  const wanted = [...new Set(ids)]
  await lockBillables(ctx, companyId)
  const taken = await ctx.tx.sql<{ id: string }>`
    update billables
    set state = ${state(billableLife.to('invoice'))}, invoice_id = ${invoiceId}
    where company_id = ${companyId} and id = any(${wanted}::uuid[])
      and state in ${inStates(billableLife.from('invoice'))} and amount is not null
    returning id`
  if (taken.length === wanted.length) return
  const known = await ctx.tx.sql<{ id: string; message: string }>`
    select id, description as message
    from billables
    where company_id = ${companyId} and id = any(${wanted}::uuid[])`
  if (known.length < wanted.length) throw notFound('Ligne à facturer')
  const left = new Set(taken.map(({ id }) => id))
  throw conflict('Des lignes ne sont plus à facturer\u00a0: quelqu’un les a facturées ou écartées, ou il leur manque un montant.', {
    code: 'billables-taken',
    conflicts: known.filter(({ id }) => !left.has(id)),
  })
}

/** Those of a draft that goes. What someone decided about them stays. */
export async function releaseBillables(ctx: Ctx, invoiceId: string) {
  await lockBillables(ctx, companyOf(ctx))
  await ctx.tx.sql`
    update billables
    set state = ${state(billableLife.to('release'))}, invoice_id = null
    where company_id = ${companyOf(ctx)} and invoice_id = ${invoiceId} and ${sql`state in ${inStates(billableLife.from('release'))}`}`
}
