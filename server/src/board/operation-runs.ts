// Closing, joining and splitting operations, and runs of sites to redo: what changes the runs of an operation.
import { conflict } from '@bordee/core/problem.ts'
import { moveSends } from '../alerts/sending.ts'
import { audit } from '../engine/audit.ts'
import { type Ctx, companyOf } from '../engine/ctx.ts'
import { open } from '../operations/belonging.ts'
import { billLater } from '../operations/closed-operations.ts'
import { absorb, endOperation, type HeldOperation, lockOperation, moveRecords, moveRoutes } from '../operations/operation-changes.ts'
import { insertRedoRun, moveRuns, type RedoOrder, removeUntaken } from '../runs/redo-runs.ts'

const publish = (ctx: Ctx, operationId: string) => ctx.publish(companyOf(ctx), { topic: 'operations', operationId })

/** Repeating it changes nothing. */
export async function closeOperation(ctx: Ctx, id: string) {
  const held = await lockOperation(ctx, id)
  if (held.closedAt) return
  await endOperation(ctx, companyOf(ctx), id, ctx.now, ctx.actor.accountId)
  await removeUntaken(ctx, companyOf(ctx), id)
  await billLater(ctx, companyOf(ctx), [id])
  await audit(ctx, 'operation-closed', { operationId: id })
  publish(ctx, id)
}

export async function joinOperations(ctx: Ctx, id: string, otherId: string) {
  if (id === otherId) throw conflict('Choisissez une autre opération.', { code: 'same-operation' })
  const held = await lockOperation(ctx, id)
  const other = await lockOperation(ctx, otherId)
  if (held.kind !== other.kind) throw conflict('Seules deux opérations du même genre se joignent.', { code: 'other-kind' })
  await moveRuns(ctx, { from: otherId, to: id })
  await moveSends(ctx, { from: otherId, to: id })
  await absorb(ctx, held, other)
  await billLater(ctx, companyOf(ctx), [id, otherId])
  await audit(ctx, 'operation-joined', { operationId: id, otherId })
  publish(ctx, id)
}

/** Returns the new operation, which has what began at that moment or later. */
export async function splitOperation(ctx: Ctx, id: string, at: Date): Promise<string> {
  const companyId = companyOf(ctx)
  const held = await lockOperation(ctx, id)
  requireInside(held, at, ctx.now)
  await endOperation(ctx, companyId, id, at, ctx.actor.accountId)
  const { kind, closedAt } = held
  const newId = await open(ctx, companyId, { kind, at, closedAt, accountId: ctx.actor.accountId })
  if (closedAt) await endOperation(ctx, companyId, newId, closedAt, ctx.actor.accountId)
  const since = { from: id, to: newId, since: at }
  await moveRuns(ctx, since)
  await moveSends(ctx, since)
  await moveRecords(ctx, since)
  await moveRoutes(ctx, { from: id, to: newId })
  await billLater(ctx, companyId, [id, newId])
  await audit(ctx, 'operation-split', { operationId: id, newId })
  publish(ctx, id)
  return newId
}

function requireInside({ openedAt, closedAt }: HeldOperation, at: Date, now: Date) {
  if (at <= openedAt || at >= (closedAt ?? now))
    throw conflict('L’heure doit être entre l’ouverture et la fin de l’opération.', { code: 'outside' })
}

/** Returns the run's id. */
export async function createRedoRun(ctx: Ctx, order: RedoOrder): Promise<string> {
  const { closedAt } = await lockOperation(ctx, order.operationId)
  if (closedAt) throw conflict('Cette opération est fermée\u00a0: rouvrez-la d’abord.', { code: 'operation-closed' })
  const made = await insertRedoRun(ctx, order)
  publish(ctx, order.operationId)
  return made
}
