import { periodOf } from '@bordee/core/alerts/period.ts'
import { conflict, notFound } from '@bordee/core/problem.ts'
import type { runCalls } from '@bordee/core/runs/runs.calls.ts'
import { homeZone } from '@bordee/core/time.ts'
import { audit } from '../engine/audit.ts'
import { type Ctx, companyOf, type Handlers } from '../engine/ctx.ts'
import { sql } from '../engine/db/sql.ts'
import { refuseHeldRun } from '../folders/site-holds.ts'
import { addStops } from './added-stops.ts'
import { takeOwnPositions } from './batches.ts'
import { changeRun, handOver } from './changing.ts'
import { answerConsent, readConsent } from './consents.ts'
import { copyRun } from './copying.ts'
import { reportDamage } from './damages.ts'
import { readDetails } from './details.ts'
import { lastLocations, listCurrentRuns, whoIsSeen } from './last-locations.ts'
import { mark } from './marks.ts'
import { joinRun, quitRun } from './operators.ts'
import { recomputeRun } from './recomputing.ts'
import { lockTracks, removeRun, takeRunBack } from './removing.ts'
import { listStops } from './route-stops.ts'
import { isProcessed, listRunsWhere, readRun } from './runs.queries.ts'
import { requireUnsealed } from './sealing.ts'
import { listVisits } from './site-visits.ts'
import { previewStart } from './start-preview.ts'
import { startRun } from './starting.ts'
import { correctVisit } from './visit-corrections.ts'

/** Days of history shown when no period is given. */
const usualDays = 7
const day = 86_400_000

export const runHandlers: Handlers<typeof runCalls> = {
  async listRuns(ctx, { isFullyProcessed, startingDate, endingDate }) {
    const lastWeek = new Date(ctx.now.getTime() - usualDays * day).toISOString()
    const { since, before } = await periodHere(ctx, startingDate ?? lastWeek, endingDate ?? ctx.now.toISOString())
    const isAsked = isFullyProcessed === undefined ? sql`true` : isProcessed(isFullyProcessed)
    return listRunsWhere(ctx, sql`r.started_at >= ${since} and r.started_at < ${before} and ${isAsked}`)
  },

  listCurrentRuns,

  listActiveRuns: (ctx, { routeId }) => listRunsWhere(ctx, sql`r.finished_at is null and r.route_id = ${routeId}`),

  getConsent: (ctx, { version }) => readConsent(ctx, version),

  setConsent: (ctx, { accepted, version }) => answerConsent(ctx, accepted, version),

  getRunDetails: (ctx, { id, locations }) => readDetails(ctx, id, { withLocations: locations !== false }),

  startRun: async (ctx, order) => readRun(ctx, await startRun(ctx, order)),

  takeRunBack: (ctx, { id }) => takeRunBack(ctx, id),

  listRouteStops: (ctx, { id }) => listStops(ctx, id),

  previewStart: (ctx, { id, kind }) => previewStart(ctx, id, kind ?? null),

  async actOnRun(ctx, { id, type, ...told }) {
    await (type === 'start' ? joinRun : quitRun)(ctx, id, told)
    return readRun(ctx, id)
  },

  updateRun: async (ctx, { id, ...changes }) => {
    await changeRun(ctx, id, changes)
    return readRun(ctx, id)
  },

  addStops: (ctx, { id, ...addition }) => addStops(ctx, id, addition),

  handOverRun: async (ctx, { id }) => {
    await handOver(ctx, id)
    return readRun(ctx, id)
  },

  async addLocations(ctx, { id, locations, sentAt }) {
    const [companyId, { accountId }] = [companyOf(ctx), ctx.actor]
    const positions = locations.map(({ timestamp, accuracy = null, speed = null, ...point }) => ({
      ...point,
      at: timestamp,
      accuracy,
      speed,
    }))
    return takeOwnPositions(ctx, { companyId, runId: id, accountId, source: 'phone', positions, sentAt })
  },

  markAreaDone: (ctx, input) => mark(ctx, { ...input, type: 'mark_as_done' }),
  markAreaPartial: (ctx, input) => mark(ctx, { ...input, type: 'mark_as_partial' }),
  markAreaNotDone: (ctx, input) => mark(ctx, { ...input, type: 'mark_as_not_done' }),
  markSiteDone: (ctx, input) => mark(ctx, { ...input, type: 'mark_as_done' }),
  markSitePartial: (ctx, input) => mark(ctx, { ...input, type: 'mark_as_partial' }),
  markSiteNotDone: (ctx, input) => mark(ctx, { ...input, type: 'mark_as_not_done' }),

  reportDamage,

  async regenerateRun(ctx, { id }) {
    await readRun(ctx, id)
    await requireUnsealed(ctx, id)
    if (!(await recomputeRun(ctx, companyOf(ctx), id)))
      throw conflict('Les positions de cette tournée ne sont plus conservées.', { code: 'purged' })
    return { message: 'La régénération de la tournée est programmée.', type: 'success' }
  },

  async duplicateRun(ctx, { id, destinationCompany }) {
    await audit(ctx, 'run-copied', { runId: id, destinationCompany })
    const copyId = await copyRun(ctx, id, destinationCompany)
    return readRun({ ...ctx, actor: { ...ctx.actor, companyId: destinationCompany } }, copyId)
  },

  async deleteRun(ctx, { id }) {
    const { finishedAt } = await readRun(ctx, id)
    if (!finishedAt)
      throw conflict('Cette tournée est en cours\u00a0: elle pourra être supprimée quand elle sera terminée.', { code: 'run-active' })
    await lockTracks(ctx, id)
    await requireUnsealed(ctx, id)
    await refuseHeldRun(ctx, id)
    await removeRun(ctx, id)
    await audit(ctx, 'run-deleted', { runId: id })
    return null
  },

  async followLocations(ctx, { id }) {
    if (id !== companyOf(ctx)) throw notFound('Compagnie')
    const seen = await whoIsSeen(ctx)
    return {
      companyId: id,
      ...(seen && { filter: ({ userId }) => seen.has(String(userId)) }),
      channel: { name: 'locations', event: 'location' },
      first: () => ctx.aside((own) => lastLocations(own, id)),
    }
  },

  async listVisits(ctx, { from, to, siteIds }) {
    return listVisits(ctx, await periodHere(ctx, from, to), siteIds)
  },

  correctVisit: (ctx, { visitId, ...correction }) => correctVisit(ctx, visitId, correction),
}

/** Days in the company's time zone. */
async function periodHere(ctx: Ctx, from: string, to: string) {
  const [company] = await ctx.tx.sql<{ zone: string }>`select time_zone as zone from companies where id = ${ctx.actor.companyId}`
  return periodOf(from, to, company?.zone ?? homeZone)
}
