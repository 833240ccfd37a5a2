// Writes to an operation as a whole, for the handlers here and for the board, which also moves its runs.
import type { OperationKind } from '@bordee/core/operations/operation.ts'
import { conflict, notFound } from '@bordee/core/problem.ts'
import { type Ctx, companyOf } from '../engine/ctx.ts'
import { lockOperations } from './belonging.ts'

/** Reading still works without. */
export function requireModule({ actor: { modules } }: Ctx) {
  if (!modules.geolocation && !modules.alerts)
    throw conflict('Ce module n’est pas actif pour votre compagnie.', { code: 'module-inactive' })
}

export interface HeldOperation {
  id: string
  kind: OperationKind
  openedAt: Date
  closedAt: Date | null
}

/** Locked until the request ends, with all of the company's: changes happen one at a time. */
export async function lockOperation(ctx: Ctx, id: string): Promise<HeldOperation> {
  requireModule(ctx)
  await lockOperations(ctx, companyOf(ctx))
  const [held] = await ctx.tx.sql<HeldOperation>`
    select id, kind, opened_at as "openedAt", closed_at as "closedAt"
    from operations
    where company_id = ${companyOf(ctx)} and id = ${id}
    for no key update`
  if (!held) throw notFound('Opération')
  return held
}

/** The caller holds it. */
export const endOperation = ({ tx }: Pick<Ctx, 'tx'>, companyId: string, id: string, at: Date, accountId: string | null) => tx.sql`
  update operations
  set closed_at = ${at}, closed_by = ${accountId}
  where company_id = ${companyId} and id = ${id}`

/** Readings, notes, requests and decisions of one operation become another's, from a moment on. */
export async function moveRecords(ctx: Ctx, { from, to, since }: { from: string; to: string; since: Date }) {
  const companyId = companyOf(ctx)
  const { tx } = ctx
  await tx.sql`
    update operation_readings set operation_id = ${to} where company_id = ${companyId} and operation_id = ${from} and at >= ${since}`
  await tx.sql`
    update operation_notes set operation_id = ${to} where company_id = ${companyId} and operation_id = ${from} and at >= ${since}`
  await tx.sql`
    update site_requests set operation_id = ${to} where company_id = ${companyId} and operation_id = ${from} and at >= ${since}`
  // The later decision about a site counts.
  await tx.sql`
    insert into operation_sites (company_id, operation_id, site_id, is_required, reason, at, account_id, user_name)
    select company_id, ${to}, site_id, is_required, reason, at, account_id, user_name
    from operation_sites
    where company_id = ${companyId} and operation_id = ${from} and at >= ${since}
    on conflict (company_id, operation_id, site_id) do update
    set is_required = excluded.is_required, reason = excluded.reason, at = excluded.at,
        account_id = excluded.account_id, user_name = excluded.user_name
    where operation_sites.at < excluded.at`
  await tx.sql`delete from operation_sites where company_id = ${companyId} and operation_id = ${from} and at >= ${since}`
}

/** The routes of one operation take part in another too, with the rounds that wait and those whose runs were moved before. */
export async function moveRoutes(ctx: Ctx, { from, to }: { from: string; to: string }) {
  const companyId = companyOf(ctx)
  await ctx.tx.sql`
    insert into operation_routes (company_id, operation_id, route_id)
    select company_id, ${to}, route_id
    from operation_routes
    where company_id = ${companyId} and operation_id = ${from}
    on conflict do nothing`
  await ctx.tx.sql`
    update prepared_rounds w
    set operation_id = ${to}
    where company_id = ${companyId} and operation_id = ${from}
      and (begun_run_id is null
           or exists (select from runs r where r.company_id = w.company_id and r.id = w.begun_run_id and r.operation_id = ${to}))`
}

/** Nobody waits for these any more. */
const dropPrepared = (ctx: Ctx, operationId: string) => ctx.tx.sql`
  delete from prepared_rounds
  where company_id = ${companyOf(ctx)} and operation_id = ${operationId} and begun_run_id is null`

/** Everything of `other`, which is gone afterwards. */
export async function absorb(ctx: Ctx, held: HeldOperation, other: HeldOperation) {
  const companyId = companyOf(ctx)
  await moveRecords(ctx, { from: other.id, to: held.id, since: new Date(0) })
  for (const { id, closedAt } of [held, other]) if (closedAt) await dropPrepared(ctx, id)
  await moveRoutes(ctx, { from: other.id, to: held.id })
  await ctx.tx.sql`delete from operations where company_id = ${companyId} and id = ${other.id}`
  const isOpen = !held.closedAt || !other.closedAt
  await ctx.tx.sql`
    update operations
    set opened_at = least(opened_at, ${other.openedAt}),
        closed_at = case when ${isOpen} then null else greatest(closed_at, ${other.closedAt}::timestamptz) end,
        closed_by = case when ${isOpen} then null else closed_by end
    where company_id = ${companyId} and id = ${held.id}`
}
