// The office says what a visit was in truth. The computed visit stays, and so does every correction (docs/product/records.md).
import { conflict, invalid, notFound } from '@bordee/core/problem.ts'
import type { SiteVisit } from '@bordee/core/runs/run.ts'
import { correctionTrouble } from '@bordee/core/runs/visit-correction.ts'
import { type Ctx, companyOf } from '../engine/ctx.ts'
import { sql } from '../engine/db/sql.ts'
import { newId } from '../engine/db/writing.ts'
import { accountName } from './operators.ts'
import { visitsWhere } from './site-visits.ts'

interface Correction {
  id?: string | null | undefined
  startedAt: string | null
  finishedAt: string | null
  reason: string
}

/** Sent again with its id, it is the same correction. */
export async function correctVisit(ctx: Ctx, visitId: string, { id, startedAt, finishedAt, reason }: Correction): Promise<SiteVisit> {
  const companyId = companyOf(ctx)
  const thisVisit = visitsWhere(ctx, sql`v.id = ${visitId}`)
  const found = await ctx.tx.row(thisVisit)
  if (!found) throw notFound('Visite')
  const trouble = correctionTrouble({ startedAt, finishedAt }, found.json.startedAt)
  if (trouble) throw invalid({ correction: { finishedAt: trouble } })
  const correctionId = id ?? (await newId(ctx.tx))
  await ctx.tx.sql`
    insert into visit_corrections (id, company_id, run_id, visit_id, started_at, finished_at, reason, account_id, user_name, at)
    select ${correctionId}, ${companyId}, ${found.json.runId}, ${visitId}, ${startedAt}, ${finishedAt}, ${reason},
           a.id, ${accountName}, ${ctx.now}
    from accounts a
    where a.id = ${ctx.actor.accountId}
    on conflict (id) do nothing`
  ctx.publish(companyId, { topic: 'runs', runId: found.json.runId })
  const corrected = await ctx.tx.row(thisVisit)
  if (!corrected?.json.corrections.some((known) => known.id === correctionId))
    throw conflict('Cet identifiant a déjà servi à une autre correction.', { code: 'id-used' })
  return corrected.json
}
