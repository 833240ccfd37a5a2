import { notFound } from '@bordee/core/problem.ts'
import { type Ctx, companyOf } from '../engine/ctx.ts'

/** 404 unless all are the company's own. */
export async function requireServices(ctx: Ctx, ids: readonly string[]) {
  const wanted = [...new Set(ids)]
  if (wanted.length === 0) return
  const rows = await ctx.tx.sql`select id from services where company_id = ${companyOf(ctx)} and id = any(${wanted}::uuid[]) for key share`
  if (rows.length !== wanted.length) throw notFound('Service')
}
