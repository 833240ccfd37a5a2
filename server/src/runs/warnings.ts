// « The truck is coming soon » alerts that a run sends. They are sent by a job, so that neither the phone nor its
// driver waits, and two servers send them once.
import { isFresh, sitesToWarn } from '@bordee/core/runs/route-alerts.ts'
import { startHeld } from '@bordee/core/runs/run.ts'
import type { RunKind } from '@bordee/core/runs/run-kind.ts'
import { sendForRun } from '../alerts/sending.ts'
import { aimAtSitesOf } from '../alerts/targets.ts'
import type { Work } from '../engine/ctx.ts'
import { sql } from '../engine/db/sql.ts'
import { jobKind } from '../engine/jobs/job-kind.ts'
import { worker } from '../engine/jobs/jobs.ts'

interface RunOfCompany {
  companyId: string
  runId: string
}

const warning = jobKind<RunOfCompany>('runs.warn', { urgent: true, atOnce: 2, onePer: ({ runId }) => runId })

/** The driver has a few seconds to take a start back. Until this job runs, no other job of the run is enqueued. */
export async function warnAfterStart(work: Work, companyId: string, runId: string, at: Date) {
  if (isFresh(at.getTime(), work.now.getTime())) await work.later(warning, { companyId, runId }, startHeld)
}

/** After a visit or a mark at `at`. Late reports warn nobody: the truck is long gone. */
export async function warnLater(work: Work, companyId: string, runId: string, at: Date) {
  if (!isFresh(at.getTime(), work.now.getTime())) return
  // Most runs warn nobody, and a job costs as much as the mark itself.
  const [warns] = await work.tx.sql`select from ${warningRuns} where n.company_id = ${companyId} and n.id = ${runId} and ${isWarning}`
  if (warns) await work.later(warning, { companyId, runId })
}

const warningRuns = sql`runs n
  join companies c on c.id = n.company_id
  join routes r on r.company_id = n.company_id and r.id = n.route_id`
/** Only where the car must be moved. */
const isWarning = sql<boolean>`(
  n.finished_at is null and c.geolocation_is_active and c.geolocation_has_geolocation_alerts and r.has_alerts
  and c.operation_warned_run_kinds ? n.kind)`

interface WarningRun {
  id: string
  companyId: string
  routeId: string
  routeName: string
  startedAt: Date
  operationId: string | null
  kind: RunKind
  zone: string
  siteBefore: number
  messageId: string | null
  initialMessageId: string | null
  /** In seconds. */
  interval: number
}

interface WarnedSite {
  id: string
  reachedAt: Date | null
  isAdded: boolean
  isWarnedAtStart: boolean
  isWarned: boolean
}

/** Locks the company, so that a concurrent check of the run waits and finds the warnings already sent. */
async function warnNow(work: Work, { companyId, runId }: RunOfCompany) {
  const { tx, now } = work
  await tx.scope({ companies: [companyId] })
  await tx.sql`select from companies where id = ${companyId} for no key update`
  const [run] = await tx.sql<WarningRun>`
    select n.id,
           n.company_id as "companyId",
           n.route_id as "routeId",
           n.route_name as "routeName",
           n.started_at as "startedAt",
           n.operation_id as "operationId",
           n.kind,
           c.time_zone as zone,
           r.site_before as "siteBefore",
           r.message_id as "messageId",
           r.initial_message_id as "initialMessageId",
           c.geolocation_alerts_interval_delay_seconds as interval
    from ${warningRuns}
    where n.company_id = ${companyId} and n.id = ${runId} and ${isWarning}`
  if (!run) return
  const isNews = (at: Date | null) => at !== null && isFresh(at.getTime(), now.getTime())
  const sites = await readSites(work, run)
  if (isNews(run.startedAt)) {
    const untold = sites.filter(({ isWarnedAtStart, reachedAt }) => !isWarnedAtStart && reachedAt === null)
    await tell(
      work,
      run,
      'initial',
      untold.map(({ id }) => id),
    )
  }
  if (!isNews(run.startedAt) && !sites.some(({ reachedAt }) => isNews(reachedAt))) return
  const ahead = sites.map((site) => ({ ...site, isReached: site.reachedAt !== null }))
  await tell(work, run, 'ahead', sitesToWarn(ahead, run.siteBefore))
}

/**
 * In clearing order. A site is warned once per run, and at most once per interval on its route; not again if the round of
 * another route warned it before it was given to this run.
 */
const readSites = ({ tx }: Work, { companyId, id, routeId, operationId, kind, interval }: WarningRun) => tx.sql<WarnedSite>`
  with told as (
    select site_id, kind
    from route_alerts
    where company_id = ${companyId}
      and (run_id = ${id} or (route_id = ${routeId} and told_at > now() - make_interval(secs => ${interval})))
    union all
    select t.site_id, t.kind
    from runs x
    join route_alerts t on t.company_id = x.company_id and t.run_id = x.id
    where x.company_id = ${companyId} and x.operation_id = ${operationId} and x.kind = ${kind} and x.route_id <> ${routeId}
      and not exists (
        select from runs y
        where y.company_id = x.company_id and y.operation_id = x.operation_id and y.route_id = x.route_id
          and y.started_at > x.started_at))
  select s.site_id as id,
         (select min(a.reached_at) from run_areas a where a.company_id = s.company_id and a.run_site_id = s.id) as "reachedAt",
         s.added_at is not null as "isAdded",
         exists (select from told t where t.site_id = s.site_id and t.kind = 'initial') as "isWarnedAtStart",
         exists (select from told t where t.site_id = s.site_id and t.kind = 'ahead') as "isWarned"
  from run_sites s
  where s.company_id = ${companyId} and s.run_id = ${id} and s.site_id is not null
  order by s.sort_order`

/** A send refused as a whole (outside allowed hours, say) isn't recorded: a site still ahead may be warned later. */
async function tell(work: Work, run: WarningRun, kind: 'initial' | 'ahead', siteIds: readonly string[]) {
  const messageId = kind === 'initial' ? run.initialMessageId : run.messageId
  if (messageId === null || siteIds.length === 0) return
  const { companyId, interval } = run
  const sendId = await sendForRun(work, { companyId, aim: aimAtSitesOf(run, siteIds), messageId, interval })
  if (sendId === null) return
  await work.tx.sql`
    insert into route_alerts (company_id, run_id, route_id, site_id, kind, send_id)
    select ${companyId}, ${run.id}, ${run.routeId}, site_id, ${kind}, ${sendId}
    from unnest(${siteIds}::uuid[]) s (site_id)
    on conflict (company_id, run_id, site_id, kind) do nothing`
}

export const warningWorkers = [worker(warning, warnNow)]
