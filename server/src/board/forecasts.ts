// « Fin prévue » and deadlines of an operation. They cost more than the rest of the board and change slowly, so
// each server computes them at most every few seconds.

import { signedStates } from '@bordee/core/contracts/contract-life.ts'
import { forecastSeconds } from '@bordee/core/operations/board.calls.ts'
import { dueRule } from '@bordee/core/operations/due.ts'
import { delayMinutes, type FormerRound, forecastAll, forecastRoute, forecastRun, lateSiteIds } from '@bordee/core/operations/forecast.ts'
import type { OperationDetails } from '@bordee/core/operations/operation.ts'
import { noRequirement, type Requirement, requirementOf } from '@bordee/core/operations/requirement.ts'
import { completeKinds, type RunKind } from '@bordee/core/runs/run-kind.ts'
import type { Work } from '../engine/ctx.ts'
import { inStates } from '../engine/db/states.ts'
import { Recent } from '../engine/recent.ts'
import { type OfOperation, siteStates } from './site-states.ts'

export interface RoundForecast {
  expectedEnd: number | null
  /** The earliest deadline among what is left. */
  deadline: number | null
  delayMinutes: number
}

export interface SiteForecast {
  siteId: string
  deadline: number | null
  /** It missed its deadline, or will at this pace. */
  isLate: boolean
  /** When a run under way will get there; null if none will. */
  servedAt: number | null
}

interface BoardForecast extends RoundForecast {
  /** Those that are left or to redo. */
  sites: readonly SiteForecast[]
  /** By run, or by route and kind while a round has not begun. */
  rounds: ReadonlyMap<string, RoundForecast>
}

export const noForecast: BoardForecast = { expectedEnd: null, deadline: null, delayMinutes: 0, sites: [], rounds: new Map() }

const recent = new Recent<string, { at: number; forecast: BoardForecast }>(200)

type Night = Pick<OperationDetails, 'kind' | 'openedAt' | 'closedAt' | 'readings'>

/** At most `seconds` old. */
export async function forecastBoard(
  ctx: Pick<Work, 'tx' | 'now'>,
  of: OfOperation,
  operation: Night,
  seconds = forecastSeconds,
): Promise<BoardForecast> {
  const known = recent.get(of.operationId)
  const now = ctx.now.getTime()
  if (known && now - known.at < seconds * 1000 && now >= known.at) return known.forecast
  const forecast = await compute(ctx, of, operation)
  recent.set(of.operationId, { at: now, forecast })
  return forecast
}

/** Of a round that no run has begun. */
export const waitingKey = (routeId: string | null, kind: RunKind | null) => `${routeId} ${kind}`

interface RoundStops {
  /** Null while the round has not begun. */
  runId: string | null
  routeId: string | null
  kind: RunKind | null
  startedAt: number | null
  stops: [siteId: string, decidedAt: number | null][]
}

interface LeftSite {
  siteId: string
  /** Null without a contract in force. */
  requirement: Requirement | null
  sectorIds: string[]
  completePasses: number[]
}

async function compute(ctx: Pick<Work, 'tx' | 'now'>, of: OfOperation, operation: Night): Promise<BoardForecast> {
  const now = ctx.now.getTime()
  const [settings] = await ctx.tx.sql<{ zone: string; defaults: Parameters<typeof requirementOf>[1] }>`
    select c.time_zone as zone, o.defaults
    from operations o
    join companies c on c.id = o.company_id
    where o.company_id = ${of.companyId} and o.id = ${of.operationId}`
  if (!settings) return noForecast
  const due = dueRule({
    operation: {
      kind: operation.kind,
      openedAt: Date.parse(operation.openedAt),
      closedAt: operation.closedAt ? Date.parse(operation.closedAt) : null,
    },
    readings: operation.readings.map((reading) => ({ ...reading, at: Date.parse(reading.at) })),
    zone: settings.zone,
    now,
  })
  const sites = new Map(
    (await readLeft(ctx, of, operation.closedAt ? new Date(operation.closedAt) : ctx.now)).map(({ siteId, requirement, ...site }) => {
      const terms = requirementOf(requirement && { ...noRequirement, ...requirement }, settings.defaults)
      return [siteId, due({ ...site, requirement: terms })] as const
    }),
  )
  const rounds = operation.closedAt ? [] : await readRounds(ctx, of)
  const former = rounds.length > 0 ? await readFormer(ctx, of) : new Map<string, FormerRound[]>()
  const parts = rounds.map(({ runId, routeId, kind, startedAt, stops }) => {
    // A stop that another run has done meanwhile, or that is not required any more, takes this run no time.
    const own = stops
      .filter(([siteId, at]) => at !== null || sites.has(siteId))
      .map(([siteId, at]) => ({ siteId, at, deadline: sites.get(siteId)?.deadline ?? null }))
    const earlier = former.get(`${routeId} ${kind}`) ?? former.get(`${routeId}`) ?? former.get(anyRoute) ?? []
    const forecast = startedAt === null ? forecastRoute(own, earlier, now) : forecastRun({ startedAt, stops: own }, earlier, now)
    const deadlines = own.flatMap(({ at, deadline }) => (at === null && deadline !== null ? [deadline] : []))
    return { key: runId ?? waitingKey(routeId, kind), isUnderWay: runId !== null, forecast, deadline: earliest(deadlines) }
  })
  const all = forecastAll(parts.map(({ forecast }) => forecast))
  const late = new Set(lateSiteIds(all))
  const { servedAt } = forecastAll(parts.filter(({ isUnderWay }) => isUnderWay).map(({ forecast }) => forecast))
  return {
    expectedEnd: wholeMinute(all.end),
    deadline: earliest(parts.flatMap(({ deadline }) => deadline ?? [])),
    delayMinutes: delayMinutes(all),
    sites: [...sites].map(([siteId, { deadline, state }]) => ({
      siteId,
      deadline,
      isLate: state === 'overdue' || late.has(siteId),
      servedAt: servedAt.get(siteId) ?? null,
    })),
    rounds: new Map(
      parts.map(({ key, forecast, deadline }) => [
        key,
        { expectedEnd: wholeMinute(forecast.end), deadline, delayMinutes: delayMinutes(forecast) },
      ]),
    ),
  }
}

const earliest = (instants: readonly number[]): number | null =>
  instants.reduce<number | null>((first, at) => (first === null || at < first ? at : first), null)

/** A forecast moves by seconds all the time; nobody needs to be told. */
const wholeMinute = (at: number | null) => (at === null ? null : Math.round(at / 60_000) * 60_000)

/** The rounds that have not ended, each with its stops in order. */
const readRounds = (ctx: Pick<Work, 'tx' | 'now'>, of: OfOperation) => ctx.tx.sql<RoundStops>`
  with ${siteStates(of)}
  select n.id as "runId",
         n.route_id as "routeId",
         n.kind,
         (extract(epoch from n.started_at) * 1000)::float8 as "startedAt",
         (select coalesce(json_agg(json_build_array(s.site_id, (extract(epoch from s.decided_at) * 1000)::float8)
                                   order by s.sort_order), '[]')
          from run_sites s
          where s.company_id = ${of.companyId} and s.run_id = n.id and s.site_id is not null) as stops
  from operation_runs n
  where n.finished_at is null and n.handed_over_at is null and n.is_taken
  union all
  select null, r.route_id, f.kind, null,
         (select coalesce(json_agg(json_build_array(s.site_id, null) order by s.sort_order), '[]')
          from route_sites s
          where s.company_id = ${of.companyId} and s.route_id = r.route_id
            and (f.site_ids is null or s.site_id = any(f.site_ids)))
  from rounds r
  left join prepared f on f.route_id = r.route_id
  where r.run_id is null or (r.is_over and r.whole_run_id is null)`

/** The sites that are left or to redo, with what the contracts in force at that moment ask for. */
const readLeft = (ctx: Pick<Work, 'tx' | 'now'>, of: OfOperation, at: Date) => ctx.tx.sql<LeftSite>`
  with ${siteStates(of)},
  in_force as (
    select distinct on (k.site_id) k.site_id, k.requirement
    from contracts k
    join companies c on c.id = k.company_id
    where k.company_id = ${of.companyId} and k.site_id is not null and k.status in ${inStates(signedStates)}
      and (${at}::timestamptz at time zone c.time_zone)::date between k.start_at and k.end_at
    order by k.site_id, k.end_at desc, k.id),
  in_sectors as (
    select m.site_id, json_agg(m.sector_id) as ids
    from sector_members m
    where m.company_id = ${of.companyId}
      and m.sector_id in (
        select d.sector_id
        from operation_readings d
        where d.company_id = ${of.companyId} and d.operation_id = ${of.operationId} and d.sector_id is not null)
    group by m.site_id),
  complete as (
    select s.site_id, json_agg((extract(epoch from s.decided_at) * 1000)::float8) as passes
    from stops s
    join operation_runs n on n.id = s.run_id
    where s.state = 'done' and n.kind in ${inStates(completeKinds)}
    group by s.site_id)
  select b.site_id as "siteId",
         k.requirement,
         coalesce(z.ids, '[]') as "sectorIds",
         coalesce(p.passes, '[]') as "completePasses"
  from board_sites b
  left join in_force k on k.site_id = b.site_id
  left join in_sectors z on z.site_id = b.site_id
  left join complete p on p.site_id = b.site_id
  where b.state in ('left', 'redo')`

/** A route that was never driven goes as fast as the others. */
const anyRoute = ''

/** How long earlier rounds of these routes took: by route and kind, by route, and altogether. */
async function readFormer(ctx: Pick<Work, 'tx' | 'now'>, of: OfOperation): Promise<Map<string, FormerRound[]>> {
  const rows = await ctx.tx.sql<FormerRound & { routeId: string; kind: RunKind }>`
    select r.route_id as "routeId",
           r.kind,
           (extract(epoch from r.finished_at - r.started_at) * 1000)::float8 as duration,
           (select count(*)::int
            from run_sites s
            where s.company_id = r.company_id and s.run_id = r.id and s.decided_at is not null) as stops
    from operation_routes p
    cross join lateral (
      select *
      from runs r
      where r.company_id = p.company_id and r.route_id = p.route_id and r.finished_at is not null
      order by r.started_at desc
      limit 10) r
    where p.company_id = ${of.companyId} and p.operation_id = ${of.operationId}`
  const former = new Map<string, FormerRound[]>()
  for (const { routeId, kind, ...round } of rows)
    for (const key of [`${routeId} ${kind}`, routeId, anyRoute]) former.set(key, [...(former.get(key) ?? []), round])
  return former
}
