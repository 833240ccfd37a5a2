// What a start would do now, for the driver who is about to press it.
import { notFound } from '@bordee/core/problem.ts'
import { sitesToWarn } from '@bordee/core/runs/route-alerts.ts'
import type { StartPreview } from '@bordee/core/runs/run.ts'
import type { RunKind } from '@bordee/core/runs/run-kind.ts'
import { forecastForRun } from '../alerts/sending.ts'
import { aimAtRouteSites } from '../alerts/targets.ts'
import { type Ctx, companyOf } from '../engine/ctx.ts'
import { operationAt } from '../operations/belonging.ts'
import { roundOf } from '../operations/rounds.ts'
import { stopsOfRoute } from './route-stops.ts'

interface WarningRoute {
  name: string
  /** Whether the route and the company alert residents ahead of the truck, in rounds of this kind. */
  warns: boolean
  siteBefore: number
  messageId: string | null
  initialMessageId: string | null
  /** Seconds. */
  interval: number
}

/** Every driver may see it: the limits concern alerts sent by hand. It holds no figure of the bank. */
export async function previewStart(ctx: Ctx, routeId: string, chosen: RunKind | null): Promise<StartPreview> {
  const companyId = companyOf(ctx)
  const operationId = (await operationAt(ctx, companyId, { at: ctx.now, kind: chosen ?? 'full' })) ?? null
  const start = { companyId, operationId, routeId, at: ctx.now, kind: chosen, isWholeRoute: null }
  const { kind, siteIds, sectorNames } = await roundOf(ctx, start)
  const [route] = await ctx.tx.sql<WarningRoute>`
    select r.name,
           c.geolocation_has_geolocation_alerts and r.has_alerts and c.operation_warned_run_kinds ? ${kind} as warns,
           r.site_before as "siteBefore",
           r.message_id as "messageId",
           r.initial_message_id as "initialMessageId",
           c.geolocation_alerts_interval_delay_seconds as interval
    from routes r
    join companies c on c.id = r.company_id
    where r.company_id = ${companyId} and r.id = ${routeId}`
  if (!route) throw notFound('Trajet')
  const stops = await readStops(ctx, routeId, route.interval, siteIds)
  const round = { kind, sectorNames, siteIds, stopsCount: stops.length }
  const nobody = { ...round, peopleCount: 0, alertsCount: 0, amount: 0, siteBefore: null, refusal: null }
  if (!route.warns) return nobody

  const first = stops.filter(({ isWarnedAtStart }) => !isWarnedAtStart).map(({ id }) => id)
  const ahead = sitesToWarn(stops, route.siteBefore)
  const phones: string[] = []
  const refusals: string[] = []
  let amount = 0
  for (const [messageId, sites] of [
    [route.initialMessageId, first],
    [route.messageId, ahead],
  ] as const) {
    if (messageId === null || sites.length === 0) continue
    const aim = aimAtRouteSites({ companyId, routeId, name: route.name }, sites)
    const forecast = await forecastForRun(ctx, { companyId, aim, messageId, interval: route.interval })
    phones.push(...forecast.phones)
    amount += forecast.phones.length * forecast.price
    if (forecast.refusal) refusals.push(forecast.refusal)
  }
  return {
    ...round,
    peopleCount: new Set(phones).size,
    alertsCount: phones.length,
    amount,
    siteBefore: route.messageId === null ? null : route.siteBefore,
    refusal: refusals[0] ?? null,
  }
}

/** In clearing order; nobody has reached them yet. */
const readStops = (ctx: Ctx, routeId: string, interval: number, only: readonly string[] | null) => ctx.tx.sql<{
  id: string
  isReached: false
  isWarnedAtStart: boolean
  isWarned: boolean
}>`
  with told as (
    select site_id, kind
    from route_alerts
    where company_id = ${companyOf(ctx)} and route_id = ${routeId} and told_at > now() - make_interval(secs => ${interval}))
  select s.site_id as id,
         false as "isReached",
         exists (select from told t where t.site_id = s.site_id and t.kind = 'initial') as "isWarnedAtStart",
         exists (select from told t where t.site_id = s.site_id and t.kind = 'ahead') as "isWarned"
  from (${stopsOfRoute(companyOf(ctx), routeId, only)}) s
  order by s.sort_order`
