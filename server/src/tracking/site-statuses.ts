// The state of one site tonight, as its residents may know it: for the tracking page and the voice line.
import { dueRule, snowSince } from '@bordee/core/operations/due.ts'
import type { SiteState } from '@bordee/core/operations/operation.ts'
import { noRequirement, type Requirement, requirementOf } from '@bordee/core/operations/requirement.ts'
import type { NotDoneReason } from '@bordee/core/runs/run.ts'
import type { RunKind } from '@bordee/core/runs/run-kind.ts'
import { type HourMinute, timeOfDayAfter } from '@bordee/core/time.ts'
import { nearness, residentRange } from '@bordee/core/tracking/resident-range.ts'
import type { SiteStatus } from '@bordee/core/tracking/site-status.ts'
import { forecastBoard } from '../board/forecasts.ts'
import { type OfOperation, siteStates } from '../board/site-states.ts'
import {
  currentNight,
  inMilliseconds,
  lastCompletePass,
  type Night,
  requirementInForce,
  sectorsWithReadings,
} from '../callers/current-night.ts'
import type { Work } from '../engine/ctx.ts'
import { sql } from '../engine/db/sql.ts'
import { lastReasons } from '../operations/reasons.ts'

/** A page that is read again every minute needs no newer forecast. */
const forecastSeconds = 60
/** Milliseconds without a sign of the truck after which nobody can say when it comes. */
const silence = 10 * 60_000

interface Place {
  companyId: string
  siteId: string
}

interface SiteTonight {
  isActive: boolean
  /** Null if the operation doesn't serve it. */
  state: SiteState | null
  /** What its latest stop in the current round decided. */
  decided: 'done' | 'partial' | 'not-done' | null
  decidedAt: string | null
  passesCount: number
  /** Milliseconds. */
  lastPass: number | null
  reason: NotDoneReason | null
  requirement: Requirement | null
  sectorIds: string[]
  timeZone: string
  /** The round that someone drives and in which it waits; when the truck last gave a sign, in milliseconds. */
  run: { kind: RunKind; heardAt: number } | null
  /** When the operators were last called to work, and for which departure; null if nobody was. */
  crewCall: { at: string; leavesAt: HourMinute } | null
  /** The City passed, and nobody has begun the round that takes its bank away. */
  hasWindrowAhead: boolean
}

/** The transaction is scoped to the company. Undefined for a site that is not the company's. */
export async function siteStatusOf(work: Pick<Work, 'tx' | 'now'>, { companyId, siteId }: Place): Promise<SiteStatus | undefined> {
  const night = await currentNight(work, companyId)
  const site = await readSite(work, { companyId, siteId }, night)
  if (!site) return undefined
  if (!site.isActive) return { is: 'suspended' }
  if (!night || night.closedAt !== null || site.state === null) return { is: 'idle' }
  return decidedStatus(site) ?? notRequired(site, night, work.now) ?? (await awaited(work, { companyId, siteId }, site, night))
}

/** What was decided at the site, if nothing is to come. */
function decidedStatus({ state, decided, decidedAt, passesCount, reason, run }: SiteTonight): SiteStatus | undefined {
  if (state === 'done' && decidedAt) return { is: 'done', at: decidedAt, pass: Math.max(1, passesCount) }
  if (state === 'partial' && decidedAt) return { is: 'partial', at: decidedAt, hasVehicle: reason === 'vehicle' }
  if (state === 'redo' && decided === 'not-done') return { is: 'not-done', at: decidedAt, reason, comesBack: run !== null }
  return undefined
}

function notRequired({ state, timeZone, lastPass, sectorIds, requirement }: SiteTonight, night: Night, now: Date): SiteStatus | undefined {
  const measured = inMilliseconds(night)
  const terms = requirementOf(requirement && { ...noRequirement, ...requirement }, night.defaults)
  const operation = { kind: night.kind, openedAt: measured.openedAt, closedAt: null }
  const due = dueRule({ operation, readings: measured.readings, zone: timeZone, now: now.getTime() })
  const isDue = due({ requirement: terms, sectorIds, completePasses: lastPass === null ? [] : [lastPass] }).state !== 'not-required-yet'
  if (isDue && state !== 'unneeded') return undefined
  return { is: 'not-required', fallen: snowSince(measured, { lastPass, sectorIds }), threshold: terms.triggerDepth }
}

async function awaited(
  work: Pick<Work, 'tx' | 'now'>,
  { companyId, siteId }: Place,
  { run, hasWindrowAhead, crewCall, timeZone }: SiteTonight,
  night: Night,
): Promise<SiteStatus> {
  if (!run)
    return hasWindrowAhead ? { is: 'unforeseeable', isWindrow: true } : { is: 'listed', leavesAt: departure(crewCall, timeZone, work.now) }
  const [now, isWindrow] = [work.now.getTime(), run.kind === 'windrow']
  const forecast = await forecastBoard(work, { companyId, operationId: night.id }, night, forecastSeconds)
  const servedAt = forecast.sites.find((one) => one.siteId === siteId)?.servedAt
  if (!servedAt || now - run.heardAt > silence) return { is: 'unforeseeable', isWindrow }
  if (servedAt - now <= nearness) return { is: 'near' }
  const range = residentRange(servedAt, now)
  return { is: 'expected', from: new Date(range.from).toISOString(), to: new Date(range.to).toISOString(), isWindrow }
}

/** Null once that hour has passed: nobody knows when they leave then. */
function departure(crewCall: SiteTonight['crewCall'], zone: string, now: Date): string | null {
  const at = crewCall && timeOfDayAfter(new Date(crewCall.at), crewCall.leavesAt, zone)
  return at && at > now ? at.toISOString() : null
}

async function readSite({ tx }: Pick<Work, 'tx'>, { companyId, siteId }: Place, night: Night | null): Promise<SiteTonight | undefined> {
  const of = night?.closedAt === null ? { companyId, operationId: night.id, siteIds: [siteId] } : null
  const [site] = await tx.sql<SiteTonight>`
    ${of ? sql`with ${siteStates(of)}` : sql``}
    select t.status <> 'inactive' and not exists (
             select from stopped_sites_now w where w.company_id = s.company_id and w.site_id = s.id) as "isActive",
           m.time_zone as "timeZone",
           ${requirementInForce} as requirement,
           ${sectorsWithReadings(night?.readings ?? [])} as "sectorIds",
           ${of ? tonight(of) : nothingTonight}
    from sites s
    join site_states t on t.company_id = s.company_id and t.site_id = s.id
    cross join lateral (
      select c.time_zone, (now() at time zone c.time_zone)::date as today from companies c where c.id = s.company_id) m
    ${of ? sql`left join board_sites b on b.site_id = s.id` : sql``}
    where s.company_id = ${companyId} and s.id = ${siteId}`
  return site
}

const nothingTonight = sql`
           null as state, null as decided, null as "decidedAt", 0 as "passesCount", null as "lastPass", null as reason, null as run,
           null as "crewCall", false as "hasWindrowAhead"`

/** For the site `s` and its state `b`. */
const tonight = ({ companyId, operationId }: OfOperation) => sql`
           b.state,
           b.decided_at as "decidedAt",
           (select d.state from stops d where d.id = b.stop_id) as decided,
           (select count(*)::int from stops d where d.state = 'done') as "passesCount",
           ${lastCompletePass} as "lastPass",
           (select w.reason
            from (${lastReasons(companyId, sql`${operationId}`)}) w
            where b.state in ('redo', 'partial') and w.site_id = s.id) as reason,
           (select json_build_object('kind', n.kind, 'heardAt', (extract(epoch from greatest(
              n.started_at,
              (select max(p.last_at) from run_tracks p where p.company_id = s.company_id and p.run_id = n.id),
              (select max(d.decided_at) from run_sites d where d.company_id = s.company_id and d.run_id = n.id))) * 1000)::float8)
            from operation_runs n
            join run_sites x on x.company_id = s.company_id and x.run_id = n.id and x.site_id = s.id and x.decided_at is null
            where n.is_taken and n.finished_at is null and n.handed_over_at is null
            order by n.started_at
            limit 1) as run,
           (select json_build_object('at', c.at, 'leavesAt', c.leaves_at)
            from crew_calls c
            where c.company_id = s.company_id and c.operation_id = ${operationId}
            order by c.at desc, c.id desc
            limit 1) as "crewCall",
           exists (
             select
             from prepared_rounds p
             join route_sites x on x.company_id = p.company_id and x.route_id = p.route_id and x.site_id = s.id
             where p.company_id = s.company_id and p.operation_id = ${operationId} and p.kind = 'windrow' and p.begun_run_id is null
               and (p.site_ids is null or x.site_id = any(p.site_ids))) as "hasWindrowAhead"`
