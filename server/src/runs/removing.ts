// Removes runs: a driver takes back a start pressed by mistake, and platform staff delete finished runs.
import { conflict } from '@bordee/core/problem.ts'
import { startTakenBackWithin } from '@bordee/core/runs/run.ts'
import { type Ctx, companyOf } from '../engine/ctx.ts'
import { sql } from '../engine/db/sql.ts'
import { lockOperations } from '../operations/belonging.ts'
import { takeRoundBack } from '../operations/rounds.ts'
import { lockNewTracks } from '../positions/tracks.ts'
import { because } from '../records/records.ts'
import { lockPresence } from './operators.ts'

/** Tracks before the run, in the same order as taking positions does; this includes tracks that are being created. */
export async function lockTracks(ctx: Ctx, id: string) {
  await lockNewTracks(ctx, id)
  await ctx.tx.sql`select from run_tracks where company_id = ${companyOf(ctx)} and run_id = ${id} order by id for update`
}

/** With its positions, visits, marks and alerts still to come. The caller holds its tracks. */
export async function removeRun(ctx: Ctx, id: string) {
  await because(ctx, 'run-removed')
  await ctx.tx.sql`delete from runs where company_id = ${companyOf(ctx)} and id = ${id}`
  ctx.publish(companyOf(ctx), { topic: 'runs', runId: id })
}

/** Repeating it changes nothing: a run that isn't there is taken back already. A start under way is waited for. */
export async function takeRunBack(ctx: Ctx, id: string): Promise<null> {
  await lockOperations(ctx, companyOf(ctx)) // before the lock of any run
  await lockPresence(ctx, companyOf(ctx), ctx.actor.accountId)
  await lockTracks(ctx, id)
  const ofRun = sql`from runs r where r.company_id = ${companyOf(ctx)} and r.id = ${id}`
  await ctx.tx.sql`select ${ofRun} for update`
  // Read by a second statement: the one that waited for the lock wouldn't see who joined meanwhile.
  const [run] = await ctx.tx.sql<Taken>`
    select r.operation_id as "operationId",
           extract(epoch from ${ctx.now}::timestamptz - r.created_at)::float8 as age,
           array(select o.account_id from run_operators o where o.company_id = r.company_id and o.run_id = r.id) as operators,
           exists (select from route_alerts t where t.company_id = r.company_id and t.run_id = r.id) as "hasAlerted"
    ${ofRun}`
  if (!run) return null
  if (!run.operators.includes(ctx.actor.accountId))
    throw conflict('Seule la personne qui a démarré cette tournée peut annuler son départ.', { code: 'not-starter' })
  if (run.operators.length > 1) throw conflict('Un collègue est dans cette tournée\u00a0: quittez-la plutôt.', { code: 'run-joined' })
  if (run.hasAlerted || run.age > startTakenBackWithin)
    throw conflict('Il est trop tard pour annuler ce départ\u00a0: quittez la tournée.', { code: 'too-late' })
  await removeRun(ctx, id)
  await takeRoundBack(ctx, id, run.operationId)
  return null
}

interface Taken {
  operationId: string | null
  age: number
  operators: (string | null)[]
  hasAlerted: boolean
}
