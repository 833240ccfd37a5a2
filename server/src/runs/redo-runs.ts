// Runs of just the sites to redo, which any driver may take, and runs that move between operations.
import { conflict } from '@bordee/core/problem.ts'
import { type Ctx, companyOf, type Work } from '../engine/ctx.ts'
import { sql } from '../engine/db/sql.ts'
import { insertStops, requireActive, requireNotGiven } from './added-stops.ts'

/** How the run is called where a route's name is shown. */
const redoName = 'Reprise'

export interface RedoOrder {
  operationId: string
  siteIds: readonly string[]
  /** Sent again after a lost answer, it is the same run. */
  id: string | null
  /** Although another run has been given one of them. */
  evenIfGiven: boolean
}

export async function insertRedoRun(ctx: Ctx, { operationId, siteIds, id, evenIfGiven }: RedoOrder): Promise<string> {
  const companyId = companyOf(ctx)
  const [made] = await ctx.tx.sql<{ id: string }>`
    insert into runs (id, company_id, route_name, operation_id, is_redo, started_at, last_sign_at)
    values (coalesce(${id}, uuidv7()), ${companyId}, ${redoName}, ${operationId}, true, ${ctx.now}, ${ctx.now})
    on conflict (id) do nothing
    returning id`
  if (!made) return findRedoRun(ctx, operationId, id)
  await requireActive(ctx, siteIds)
  if (!evenIfGiven) await requireNotGiven(ctx, made.id, siteIds)
  await insertStops(ctx, made.id, [...new Set(siteIds)])
  ctx.publish(companyId, { topic: 'runs', runId: made.id })
  return made.id
}

async function findRedoRun(ctx: Ctx, operationId: string, id: string | null): Promise<string> {
  const [known] = await ctx.tx.sql<{ id: string }>`
    select id from runs where company_id = ${companyOf(ctx)} and id = ${id} and operation_id = ${operationId} and is_redo`
  if (!known) throw conflict('Cet identifiant a déjà servi à une autre tournée.', { code: 'id-used' })
  return known.id
}

/** Ends the redo runs of an operation that no driver took: one in which the office reported something stays, the others go. */
export async function removeUntaken({ tx, now }: Pick<Work, 'tx' | 'now'>, companyId: string, operationId: string) {
  const ofOperation = sql`r.company_id = ${companyId} and r.operation_id = ${operationId} and r.is_redo and r.finished_at is null`
  await tx.sql`select from runs r where ${ofOperation} order by r.id for update`
  // Second statements: the one that waited for the lock wouldn't see who joined meanwhile.
  const isUntaken = sql`
    ${ofOperation} and not exists (select from run_operators o where o.company_id = r.company_id and o.run_id = r.id)`
  await tx.sql`
    delete from runs r
    where ${isUntaken}
      and not exists (select from run_area_actions a where a.company_id = r.company_id and a.run_id = r.id)
      and not exists (select from run_damages d where d.company_id = r.company_id and d.run_id = r.id)
      and not exists (select from photos p where p.company_id = r.company_id and p.run_id = r.id)`
  await tx.sql`update runs r set finished_at = ${now} where ${isUntaken}`
}

/** The runs of one operation become another's: all of them, or those that began at a moment or later. */
export const moveRuns = (ctx: Ctx, { from, to, since = new Date(0) }: { from: string; to: string; since?: Date }) => ctx.tx.sql`
  update runs
  set operation_id = ${to}
  where company_id = ${companyOf(ctx)} and operation_id = ${from} and started_at >= ${since}`
