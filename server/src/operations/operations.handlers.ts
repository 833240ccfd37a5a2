import { periodOf } from '@bordee/core/alerts/period.ts'
import { reopenedWithin } from '@bordee/core/operations/operation.ts'
import type { operationCalls } from '@bordee/core/operations/operations.calls.ts'
import { operationSeason } from '@bordee/core/operations/season.ts'
import { conflict, notFound } from '@bordee/core/problem.ts'
import { homeZone, todayIn } from '@bordee/core/time.ts'
import { audit } from '../engine/audit.ts'
import { type Ctx, companyOf, type Handlers } from '../engine/ctx.ts'
import { sql } from '../engine/db/sql.ts'
import { lockOperations, open } from './belonging.ts'
import { billLater } from './closed-operations.ts'
import { lockOperation, requireModule } from './operation-changes.ts'
import { operationRows, readOperation } from './operations.queries.ts'
import { prepareRoutes, prepareSector } from './rounds.ts'
import { insertSiteRequest, requireSite, writer } from './site-requests.ts'

export const operationHandlers: Handlers<typeof operationCalls> = {
  async listOperations(ctx, { from, to }) {
    const [company] = await ctx.tx.sql<{ zone: string }>`select time_zone as zone from companies where id = ${companyOf(ctx)}`
    const zone = company?.zone ?? homeZone
    const season = operationSeason(todayIn(zone, ctx.now))
    const { since, before } = periodOf(from ?? season.from, to ?? season.to, zone)
    return ctx.tx.jsonList(operationRows(ctx, sql`o.opened_at >= ${since} and o.opened_at < ${before}`))
  },

  /** Two people who open one at the same time get the same operation. */
  async openOperation(ctx, { kind, name, routeIds }) {
    requireModule(ctx)
    const companyId = companyOf(ctx)
    await lockOperations(ctx, companyId)
    const [known] = await ctx.tx.sql<{ id: string }>`
      select id from operations where company_id = ${companyId} and kind = ${kind} and closed_at is null`
    if (known) return readOperation(ctx, known.id)
    if (routeIds) await requireRoutes(ctx, routeIds)
    const id = await open(ctx, companyId, { kind, at: ctx.now, name, accountId: ctx.actor.accountId, routeIds })
    await audit(ctx, 'operation-opened', { operationId: id })
    return readOperation(ctx, id)
  },

  getOperation: (ctx, { id }) => readOperation(ctx, id),

  async updateOperation(ctx, { id, name, routeIds }) {
    await lockOperation(ctx, id)
    if (name) await ctx.tx.sql`update operations set name = ${name} where company_id = ${companyOf(ctx)} and id = ${id}`
    if (routeIds) await setRoutes(ctx, id, routeIds)
    return changed(ctx, id)
  },

  async reopenOperation(ctx, { id }) {
    const held = await lockOperation(ctx, id)
    if (!held.closedAt) return readOperation(ctx, id)
    if (ctx.now.getTime() - held.closedAt.getTime() > reopenedWithin * 3_600_000)
      throw conflict(`Une opération se rouvre dans les ${reopenedWithin}\u00a0h qui suivent sa fermeture.`, { code: 'too-late' })
    const [other] = await ctx.tx.sql<{ name: string }>`
      select name from operations where company_id = ${companyOf(ctx)} and kind = ${held.kind} and closed_at is null`
    if (other) throw conflict(`«\u00a0${other.name}\u00a0» est ouverte\u00a0: fermez-la ou joignez les deux.`, { code: 'operation-open' })
    await ctx.tx.sql`
      update operations set closed_at = null, closed_by = null where company_id = ${companyOf(ctx)} and id = ${id}`
    await audit(ctx, 'operation-reopened', { operationId: id })
    return changed(ctx, id)
  },

  async addOperationNote(ctx, { id, text }) {
    await lockOperation(ctx, id)
    await ctx.tx.sql`
      insert into operation_notes (company_id, operation_id, text, at, account_id, user_name)
      select ${companyOf(ctx)}, ${id}, ${text}, ${ctx.now}, ${writer(ctx)}`
    return changed(ctx, id)
  },

  async addOperationReading(ctx, { id, reading: { kind, sectorId = null, at, amount } }) {
    const held = await lockOperation(ctx, id)
    if (sectorId) {
      const [sector] = await ctx.tx.sql`select from sectors where company_id = ${companyOf(ctx)} and id = ${sectorId}`
      if (!sector) throw notFound('Secteur')
    }
    // A reading from before the opening or after the end would be outside the curve.
    const moment = new Date(Math.min(Math.max(at ? Date.parse(at) : ctx.now.getTime(), held.openedAt.getTime()), ctx.now.getTime()))
    await ctx.tx.sql`
      insert into operation_readings (company_id, operation_id, kind, sector_id, at, amount, account_id, user_name)
      select ${companyOf(ctx)}, ${id}, ${kind}, ${sectorId}, ${moment}, ${amount}, ${writer(ctx)}`
    if (held.closedAt) await billLater(ctx, companyOf(ctx), [id])
    return changed(ctx, id)
  },

  async prepareRound(ctx, { id, kind, routeIds, sectorId }) {
    await requireOpen(ctx, id)
    await requireRoutes(ctx, routeIds)
    if (sectorId) await prepareSector(ctx, id, kind, sectorId, routeIds)
    else await prepareRoutes(ctx, id, kind, routeIds)
    return changed(ctx, id)
  },

  async decideSite(ctx, { id, siteId, required, reason = null }) {
    await lockOperation(ctx, id)
    await requireSite(ctx, siteId)
    await ctx.tx.sql`
      insert into operation_sites (company_id, operation_id, site_id, is_required, reason, at, account_id, user_name)
      select ${companyOf(ctx)}, ${id}, ${siteId}, ${required}, ${reason}, ${ctx.now}, ${writer(ctx)}
      on conflict (company_id, operation_id, site_id) do update
      set is_required = excluded.is_required, reason = excluded.reason, at = excluded.at,
          account_id = excluded.account_id, user_name = excluded.user_name`
    publish(ctx, id)
    return null
  },

  async addSiteRequest(ctx, { id, request }) {
    await requireOpen(ctx, id)
    return { id: await insertSiteRequest(ctx, id, request) }
  },

  async settleSiteRequest(ctx, { id, requestId }) {
    await lockOperation(ctx, id)
    const [settled] = await ctx.tx.sql`
      update site_requests
      set settled_at = coalesce(settled_at, ${ctx.now})
      where company_id = ${companyOf(ctx)} and operation_id = ${id} and id = ${requestId}
      returning id`
    if (!settled) throw notFound('Demande')
    publish(ctx, id)
    return null
  },
}

const publish = (ctx: Ctx, operationId: string) => ctx.publish(companyOf(ctx), { topic: 'operations', operationId })

async function changed(ctx: Ctx, id: string) {
  publish(ctx, id)
  return readOperation(ctx, id)
}

async function requireOpen(ctx: Ctx, id: string) {
  const { closedAt } = await lockOperation(ctx, id)
  if (closedAt) throw conflict('Cette opération est fermée\u00a0: rouvrez-la d’abord.', { code: 'operation-closed' })
}

async function requireRoutes(ctx: Ctx, routeIds: readonly string[]) {
  const known = await ctx.tx.sql<{
    id: string
  }>`select id from routes where company_id = ${companyOf(ctx)} and id = any(${routeIds}::uuid[])`
  if (known.length < new Set(routeIds).size) throw notFound('Trajet')
}

/** A route whose round has begun stays: what it did belongs to the operation. */
async function setRoutes(ctx: Ctx, id: string, routeIds: readonly string[]) {
  await requireRoutes(ctx, routeIds)
  const companyId = companyOf(ctx)
  await ctx.tx.sql`
    delete from operation_routes p
    where p.company_id = ${companyId} and p.operation_id = ${id} and not p.route_id = any(${routeIds}::uuid[])
      and not exists (
        select from runs r where r.company_id = p.company_id and r.operation_id = p.operation_id and r.route_id = p.route_id)`
  await ctx.tx.sql`
    insert into operation_routes (company_id, operation_id, route_id)
    select distinct ${companyId}::uuid, ${id}::uuid, route_id from unnest(${routeIds}::uuid[]) w (route_id)
    on conflict do nothing`
  await ctx.tx.sql`update operations set has_chosen_routes = true where company_id = ${companyId} and id = ${id}`
}
