// Damage reported at a site, by an operator or by the office.
import { notFound } from '@bordee/core/problem.ts'
import { type Damage, damage } from '@bordee/core/runs/run.ts'
import { type Ctx, companyOf } from '../engine/ctx.ts'
import { jsonOf } from '../engine/db/columns.ts'
import { type Sql, sql } from '../engine/db/sql.ts'
import { newId } from '../engine/db/writing.ts'
import type { ReportedTime } from './clocks.ts'
import { momentOf } from './marks.ts'
import { accountName, lockPresence, lockRun } from './operators.ts'

interface Report extends ReportedTime {
  runId: string
  runSiteId: string
  id?: string | null | undefined
  note: string
}

/** Sending the same one again changes nothing. */
export async function reportDamage(ctx: Ctx, { runId, runSiteId, id, note, ...told }: Report): Promise<Damage> {
  const companyId = companyOf(ctx)
  await lockPresence(ctx, companyId, ctx.actor.accountId)
  const run = await lockRun(ctx, runId)
  const [site] = await ctx.tx.sql`
    select from run_sites where company_id = ${companyId} and run_id = ${runId} and id = ${runSiteId}`
  if (!site) throw notFound('Point de service')
  const at = await momentOf(ctx, run, told)
  const damageId = id ?? (await newId(ctx.tx))
  await ctx.tx.sql`
    insert into run_damages (id, company_id, run_id, run_site_id, operator_id, user_name, note, at)
    select ${damageId}, ${companyId}, ${runId}, ${runSiteId}, ${run.operator?.id ?? null}, ${accountName}, ${note}, ${at}
    from accounts a
    where a.id = ${ctx.actor.accountId}
    on conflict (id) do nothing`
  const reported = await ctx.tx.row(damagesWhere(companyId, sql`d.id = ${damageId} and d.run_id = ${runId}`))
  if (!reported) throw notFound('Dommage')
  ctx.publish(companyId, { topic: 'runs', runId })
  return reported.json
}

/** In time order; the alias is `d`. */
export const damagesWhere = (companyId: string, where: Sql<unknown>) => sql<{ json: Damage }>`
  select ${jsonOf(damage.shape, 'd')} as json
  from run_damages d
  where d.company_id = ${companyId} and ${where}
  order by d.at, d.created_at, d.id`
