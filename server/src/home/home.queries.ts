// The parts of the first page, one statement each.
import { openStates } from '@bordee/core/alerts/delivery-life.ts'
import { periodOf } from '@bordee/core/alerts/period.ts'
import { seasonDays, seasonOf } from '@bordee/core/contracts/season.ts'
import { type FirstStep, firstSteps, type HomeParts, home, type OpenOperation } from '@bordee/core/home/home.ts'
import { operationSeason, seasonYear } from '@bordee/core/operations/season.ts'
import { markOf } from '@bordee/core/operations/snowfall.ts'
import { type IsoDate, monthBefore } from '@bordee/core/time.ts'
import { hasLeft } from '../alerts/history.ts'
import { readBoard } from '../board/board.queries.ts'
import { readUsages } from '../contracts/ceiling-usage.ts'
import { type Ctx, companyOf } from '../engine/ctx.ts'
import { jsonOf } from '../engine/db/columns.ts'
import { type Sql, sql } from '../engine/db/sql.ts'
import { inStates } from '../engine/db/states.ts'
import { Recent } from '../engine/recent.ts'
import { operationCounts } from '../operations/operations.queries.ts'
import { seasonIn } from '../operations/snowfall.ts'
import { isDriverless } from '../runs/route-drivers.ts'

export interface Day {
  zone: string
  today: IsoDate
}

/** The board of a big operation is dear, and every owner's page is read again at each change: it is at most this old. */
const stripMs = 5000
type Strip = Omit<OpenOperation, 'crew'>
const strips = new Recent<string, { at: number; strip: Strip }>(200)

export async function readOpenOperations(ctx: Ctx): Promise<OpenOperation[]> {
  const open = await ctx.tx.sql<{ id: string }>`
    select id from operations where company_id = ${companyOf(ctx)} and closed_at is null order by opened_at, id`
  const found: OpenOperation[] = []
  for (const { id } of open) found.push({ ...(await readStrip(ctx, id)), crew: await readCrewCounts(ctx, id) })
  return found
}

async function readStrip(ctx: Ctx, operationId: string): Promise<Strip> {
  const known = strips.get(operationId)
  const at = ctx.now.getTime()
  if (known && at >= known.at && at - known.at < stripMs) return known.strip
  const { operation, counts, items, itemsCount, expectedEnd, delayMinutes } = await readBoard(ctx, operationId)
  const { id, name, kind, openedAt, depth } = operation
  const strip = {
    id,
    name,
    kind,
    openedAt,
    depth,
    expectedEnd,
    delayMinutes,
    sitesCount: counts.total,
    doneCount: counts.done,
    overdueCount: counts.overdue,
    redoCount: counts.redo,
    requestsCount: items.filter(({ kind: item }) => item === 'request').length,
    itemsCount,
  }
  strips.set(operationId, { at, strip })
  return strip
}

/** Null if nobody was called to work for it. */
async function readCrewCounts({ tx, actor }: Ctx, operationId: string): Promise<OpenOperation['crew']> {
  const [counts] = await tx.sql<NonNullable<OpenOperation['crew']>>`
    select (count(*) filter (where answer = 'confirmed'))::int as confirmed,
           (count(*) filter (where answer = 'refused'))::int as refused,
           (count(*) filter (where answer is null))::int as silent
    from (
      select distinct on (p.access_id) p.answer
      from crew_calls c
      join crew_call_people p on p.company_id = c.company_id and p.crew_call_id = c.id
      where c.company_id = ${actor.companyId} and c.operation_id = ${operationId}
      order by p.access_id, c.at desc, c.id desc) latest`
  return counts && counts.confirmed + counts.refused + counts.silent > 0 ? counts : null
}

/** What the lists behind the numbers show when they open: sends and disputes of the last month, contracts of this season. */
export async function readWaiting(ctx: Ctx, { zone, today }: Day): Promise<HomeParts['waiting']> {
  const companyId = companyOf(ctx)
  const { since } = periodOf(monthBefore(today), today, zone)
  const season = seasonDays(seasonOf(today)).from
  const [found] = await ctx.tx.sql<Omit<HomeParts['waiting'], 'ceilings'>>`
    select (
             select count(*)::int from replies r where r.company_id = ${companyId} and r.read_at is null and r.kind <> 'damage') as replies,
           (
             select count(*)::int from replies r where r.company_id = ${companyId} and r.read_at is null and r.kind = 'damage') as damages,
           (
             select count(*)::int
             from alert_sends s
             where s.company_id = ${companyId} and s.created_at >= ${since} and s.stopped_at is null -- whoever stopped one knows
               and exists (select from alert_deliveries d where d.company_id = s.company_id and d.send_id = s.id and d.detail is not null)
               and not exists (
                 select
                 from alert_deliveries d
                 where d.company_id = s.company_id and d.send_id = s.id and d.status in ${inStates(openStates)})) as "stoppedSends",
           (
             select count(*)::int
             from quote_requests q
             where q.company_id = ${companyId} and q.status = 'new' and q.withdrawn_at is null) as quotes,
           (
             select count(*)::int
             from contracts k
             where k.company_id = ${companyId} and k.status = 'declined'
               and coalesce(k.start_at, (k.created_at at time zone ${zone})::date) >= ${season}) as "declinedContracts",
           (
             select count(*)::int
             from contract_history h
             where h.company_id = ${companyId} and h.event = 'dispute' and h.created_at >= ${since}) as disputes`
  return { ...(found as NonNullable<typeof found>), ceilings: await countCeilings(ctx, today) }
}

async function countCeilings(ctx: Ctx, today: IsoDate): Promise<number> {
  if (!ctx.actor.modules.contracts) return 0
  const companyId = companyOf(ctx)
  const usages = await readUsages(ctx, companyId, await seasonIn(ctx, companyId, seasonYear(today)))
  return usages.filter(({ percent }) => markOf(percent) !== null).length
}

export async function readBank(ctx: Ctx, { today }: Day): Promise<HomeParts['bank']> {
  const companyId = companyOf(ctx)
  const [found] = await ctx.tx.sql<HomeParts['bank']>`
    select coalesce((
             select sum(l.remaining)
             from alert_lots l
             where l.company_id = ${companyId} and (l.expires_on is null or l.expires_on >= ${today})), 0)::int as left,
           (
             select json_build_object('id', o.id, 'name', o.name, 'alertsCount', (
               select count(*)
               from alert_sends s
               join alert_deliveries d on d.company_id = s.company_id and d.send_id = s.id and ${hasLeft}
               where s.company_id = o.company_id and s.operation_id = o.id and s.purpose <> 'line'))
             from operations o
             where o.company_id = ${companyId} and o.closed_at is not null
             order by o.opened_at desc, o.id desc
             limit 1) as "lastOperation"`
  return found as NonNullable<typeof found>
}

const seasonShape = home.shape.season.unwrap().element.shape

export async function readSeason(ctx: Ctx, { zone, today }: Day): Promise<HomeParts['season']> {
  const { from, to } = operationSeason(today)
  const { since, before } = periodOf(from, to, zone)
  const rows = await ctx.tx.sql<{ json: HomeParts['season'][number] }>`
    select ${jsonOf(seasonShape, 'o', operationCounts)} as json
    from operations o
    where o.company_id = ${companyOf(ctx)} and o.opened_at >= ${since} and o.opened_at < ${before}
    order by o.opened_at, o.id`
  return rows.map(({ json }) => json)
}

export const readDriverless = (ctx: Ctx): Promise<HomeParts['driverless']> => ctx.tx.sql`
  select r.id, r.name from routes r where r.company_id = ${companyOf(ctx)} and ${isDriverless} order by r.name, r.id`

export async function readShift(ctx: Ctx): Promise<HomeParts['shift']> {
  const [own] = await ctx.tx.sql<{ json: NonNullable<HomeParts['shift']> }>`
    select json_build_object(
             'routeName', n.route_name,
             'kind', n.kind,
             'isRedo', n.is_redo,
             'unit', n.unit,
             'startedAt', o.started_at,
             'finishedAt', case when not o.is_present then coalesce(n.finished_at, o.last_acted_at) end) as json
    from run_operators o
    join runs n on n.company_id = o.company_id and n.id = o.run_id
    where o.company_id = ${companyOf(ctx)} and o.account_id = ${ctx.actor.accountId}
    order by o.is_present desc, o.started_at desc
    limit 1`
  return own?.json ?? null
}

/** For staff who are in no company. */
export async function readPlatform(ctx: Ctx): Promise<HomeParts['platform']> {
  await ctx.tx.scope({ account: ctx.actor.accountId, platform: true })
  const [found] = await ctx.tx.sql<Omit<HomeParts['platform'], 'failedJobs'>>`
    select (
             select count(*)::int
             from companies c
             where c.is_active and c.archived_at is null
               and (c.quote_is_active is not null and c.quote_admission = 'pending'
                 or exists (select from module_requests r where r.company_id = c.id and r.status = 'pending')
                 or exists (select from import_requests r where r.company_id = c.id and r.status = 'pending'))) as "companiesToReview",
           (
             select json_build_object('count', count(*), 'amount', coalesce(sum(i.total), 0))
             from invoices i
             where i.status in ('open', 'uncollectible') and i.due_at < ${ctx.now}) as "overdueInvoices"`
  const dead = await ctx.jobs.dead()
  return { ...(found as NonNullable<typeof found>), failedJobs: dead.length }
}

/** Whether a company has come so far, by its rows. */
const isStepDone: Record<FirstStep, Sql<unknown>> = {
  clients: sql`exists (select from clients x where x.company_id = c.id)`,
  places: sql`(
    exists (select from sites x where x.company_id = c.id and x.lat is not null)
    and not exists (select from sites x where x.company_id = c.id and x.lat is null))`,
  contract: sql`exists (select from contracts x where x.company_id = c.id)`,
  route: sql`exists (select from route_sites x where x.company_id = c.id)`,
  driver: sql`exists (select from accesses x where x.company_id = c.id and x.role = 'employee')`,
  message: sql`exists (select from messages x where x.company_id = c.id)`,
  trial: sql`exists (select from audit_log x where x.company_id = c.id and x.action = 'trial-night')`,
}

/** Undefined once they are done or dismissed, or a truck has driven: such a company isn't new. */
export async function readFirstSteps(ctx: Ctx): Promise<HomeParts['firstSteps'] | undefined> {
  const [company] = await ctx.tx.sql<Record<FirstStep, boolean>>`
    select ${sql.join(firstSteps.map((step) => sql`${isStepDone[step]} as ${sql.ref(step)}`))}
    from companies c
    where c.id = ${companyOf(ctx)} and c.first_steps_dismissed_at is null
      and not exists (select from runs x where x.company_id = c.id)`
  const done = company && firstSteps.filter((step) => company[step])
  return done?.length === firstSteps.length ? undefined : done
}
