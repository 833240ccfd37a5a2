// What the office changes about a run: its operation, its kind, its unit, and who does what is left of it.
import type { RunKind } from '@bordee/core/runs/run-kind.ts'
import { visitRulesFor } from '@bordee/core/runs/visit-rules.ts'
import { type Ctx, companyOf } from '../engine/ctx.ts'
import { change } from '../engine/db/writing.ts'
import { lockOperations } from '../operations/belonging.ts'
import { requireOperation } from '../operations/operations.queries.ts'
import { takePart } from '../operations/rounds.ts'
import { judgeAgain } from './completion.ts'
import { lockRun, runOver } from './operators.ts'
import { recomputeRun } from './recomputing.ts'
import { lockTracks } from './removing.ts'
import { requireUnsealed } from './sealing.ts'

interface Changes {
  operationId?: string | null | undefined
  kind?: RunKind | undefined
  unit?: string | null | undefined
}

export async function changeRun(ctx: Ctx, id: string, changes: Changes) {
  const companyId = companyOf(ctx)
  await lockOperations(ctx, companyId)
  await lockTracks(ctx, id)
  const { kind, routeId } = await lockRun(ctx, id)
  if (changes.operationId) await requireOperation(ctx, changes.operationId)
  if (changes.operationId && routeId) await takePart(ctx, companyId, changes.operationId, routeId)
  await change(ctx.tx, 'runs', { companyId, id }, changes)
  if (changes.kind && changes.kind !== kind) {
    await requireUnsealed(ctx, id)
    await judgeAgain(ctx, companyId, id, changes.kind)
    if (visitRulesFor(changes.kind) !== visitRulesFor(kind)) await recomputeRun(ctx, companyId, id)
  }
  ctx.publish(companyId, { topic: 'runs', runId: id })
}

/** The run goes on for its driver: what they still do, or did without a network, counts. Repeating it changes nothing. */
export async function handOver(ctx: Ctx, id: string) {
  const run = await lockRun(ctx, id)
  if (run.finishedAt) throw runOver()
  await ctx.tx.sql`
    update runs
    set handed_over_at = coalesce(handed_over_at, ${ctx.now})
    where company_id = ${companyOf(ctx)} and id = ${id}`
  ctx.publish(companyOf(ctx), { topic: 'runs', runId: id })
}
