// Starts a run with its operator and a copy of its route's sites and areas. Later changes to the route don't affect it.
import { conflict, notFound } from '@bordee/core/problem.ts'
import type { RunKind } from '@bordee/core/runs/run-kind.ts'
import { type Ctx, companyOf } from '../engine/ctx.ts'
import { lockOperations, operationOfRun } from '../operations/belonging.ts'
import { beginRound, requireUnbegun, roundOf } from '../operations/rounds.ts'
import { type ReportedTime, reportedAt } from './clocks.ts'
import { type Joining, putOperator, requireNoOtherRun } from './operators.ts'
import { copyAreas, stopColumns, stopsOfRoute } from './route-stops.ts'
import { warnAfterStart } from './warnings.ts'

interface Order extends ReportedTime, Joining {
  routeId: string
  kind?: RunKind | null | undefined
  unit?: string | null | undefined
  isWholeRoute?: boolean | null | undefined
  id?: string | null | undefined
  /** The caller's other run, which ends for them when this one starts. */
  leaves?: string | null | undefined
}

/** Returns the run's id. A phone that missed the answer retries with the same id. */
export async function startRun(ctx: Ctx, order: Order): Promise<string> {
  const { routeId, id, leaves, kind = null, unit = null, isWholeRoute = null, phone, ...told } = order
  const known = id && (await findOwnRun(ctx, id))
  if (known) return known
  const companyId = companyOf(ctx)
  // Locked against deletion. Operators may drive every route: access limits only concern alerts.
  const [route] = await ctx.tx.sql<{ name: string }>`
    select name from routes where company_id = ${companyId} and id = ${routeId} for key share`
  if (!route) throw notFound('Trajet')
  const { at, offset } = reportedAt(told, ctx.now)
  await lockOperations(ctx, companyId) // before the lock of any run
  const meanwhile = id && (await findOwnRun(ctx, id))
  if (meanwhile) return meanwhile
  await requireNoOtherRun(ctx, id, { leaves, at })
  const operationId = await operationOfRun(ctx, companyId, { at, kind: kind ?? 'full' })
  const start = { companyId, operationId, routeId, at, kind, isWholeRoute }
  const round = await roundOf(ctx, start)
  if (!round.isPrepared) await requireUnbegun(ctx, start)
  const name = round.sectorNames ? `${route.name} (${round.sectorNames.join(', ')})` : route.name
  const [made] = await ctx.tx.sql<{ id: string }>`
    insert into runs (id, company_id, route_id, route_name, operation_id, kind, is_part, unit, started_at, last_sign_at)
    values (coalesce(${id ?? null}, uuidv7()), ${companyId}, ${routeId}, ${name}, ${operationId},
            ${round.kind}, ${round.siteIds !== null}, ${unit}, ${at}, ${at})
    on conflict (id) do nothing
    returning id`
  if (!made) return (id && (await findOwnRun(ctx, id))) || notYours()
  await beginRound(ctx, made.id, start, round)
  await putOperator(ctx, made.id, { at, offset, phone })
  const stops = await copySites(ctx, made.id, routeId, round.siteIds)
  await copyAreas(
    ctx,
    made.id,
    stops.map(({ id }) => id),
    routeId,
  )
  await warnAfterStart(ctx, companyId, made.id, at)
  ctx.publish(companyId, { topic: 'runs', runId: made.id })
  return made.id
}

/** The caller's run with that id. Someone else's gets the same answer as one of another company. */
async function findOwnRun(ctx: Ctx, id: string): Promise<string | undefined> {
  const [own] = await ctx.tx.sql<{ isOwn: boolean }>`
    select exists (
      select from run_operators o
      where o.company_id = r.company_id and o.run_id = r.id and o.account_id = ${ctx.actor.accountId}) as "isOwn"
    from runs r
    where r.company_id = ${companyOf(ctx)} and r.id = ${id}`
  if (own && !own.isOwn) notYours()
  return own && id
}

function notYours(): never {
  throw conflict('Cet identifiant a déjà servi à une autre tournée.', { code: 'id-used' })
}

const copySites = (ctx: Ctx, runId: string, routeId: string, siteIds: readonly string[] | null) => ctx.tx.sql<{ id: string }>`
  insert into run_sites (run_id, sort_order, ${stopColumns})
  select ${runId}, sort_order, ${stopColumns}
  from (${stopsOfRoute(companyOf(ctx), routeId, siteIds)}) s
  returning id`
