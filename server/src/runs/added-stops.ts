// Stops that the office adds to a run under way: a site to redo, or what a truck that broke down had left.
import { conflict, notFound } from '@bordee/core/problem.ts'
import { withStops } from '@bordee/core/runs/stop-order.ts'
import { count, sentence } from '@bordee/core/text.ts'
import { type Ctx, companyOf } from '../engine/ctx.ts'
import { newId } from '../engine/db/writing.ts'
import { lockOperations } from '../operations/belonging.ts'
import { touchTracksOfRun } from '../positions/tracks.ts'
import { judgeAreas } from './completion.ts'
import { accountName, lockRun, runOver } from './operators.ts'
import { lockTracks } from './removing.ts'
import { copyAreas, siteAsStop, stopColumns } from './route-stops.ts'

interface Stop {
  id: string
  siteId: string | null
  decidedAt: number | null
}

interface Addition {
  siteIds: readonly string[]
  place: 'next' | 'end'
  /** Although another run has been given one of them. */
  evenIfGiven?: boolean
}

/** The phone hears of it on the live channel, or finds it at its next request. Repeating it changes nothing more. */
export async function addStops(ctx: Ctx, runId: string, { siteIds, place, evenIfGiven = false }: Addition) {
  const companyId = companyOf(ctx)
  await lockOperations(ctx, companyId) // of two dispatchers, the second sees what the first gave
  await lockTracks(ctx, runId)
  const run = await lockRun(ctx, runId)
  if (run.finishedAt) throw runOver()
  const wanted = [...new Set(siteIds)]
  await requireActive(ctx, wanted)
  if (!evenIfGiven) await requireNotGiven(ctx, runId, wanted)
  const known = await ctx.tx.sql<Stop>`
    select id, site_id as "siteId", (extract(epoch from decided_at) * 1000)::float8 as "decidedAt"
    from run_sites
    where company_id = ${companyId} and run_id = ${runId}
    order by sort_order`
  const missing = wanted.filter((siteId) => !known.some((stop) => stop.siteId === siteId))
  const added = await insertStops(ctx, runId, missing)
  const bySite = new Map([...known, ...added].map((stop) => [stop.siteId, stop.id]))
  const stopIds = wanted.map((siteId) => bySite.get(siteId) ?? '')
  await reorder(ctx, runId, withStops(known, stopIds, place))
  await callBack(ctx, runId, stopIds)
  await touchTracksOfRun(ctx, companyId, runId)
  ctx.publish(companyId, { topic: 'runs', runId })
  return { addedCount: stopIds.length }
}

export async function requireActive(ctx: Ctx, siteIds: readonly string[]) {
  const [site] = await ctx.tx.sql<{ name: string }>`
    select s.name
    from sites s
    join site_states t on t.company_id = s.company_id and t.site_id = s.id and t.status <> 'active'
    where s.company_id = ${companyOf(ctx)} and s.id = any(${siteIds}::uuid[])
    order by s.name, s.id
    limit 1`
  if (site) throw conflict(`Le point de service «\u00a0${site.name}\u00a0» est inactif.`, { code: 'inactive-site' })
}

/** One truck per site: the office is told which other run has been given it and hasn't got there. */
export async function requireNotGiven(ctx: Ctx, runId: string, siteIds: readonly string[]) {
  const given = await ctx.tx.sql<{ runId: string; siteName: string; taker: string }>`
    select r.id as "runId",
           s.site_name as "siteName",
           r.route_name || coalesce(', unité ' || r.unit, '') as taker
    from runs r
    join run_sites s on s.company_id = r.company_id and s.run_id = r.id
    where r.company_id = ${companyOf(ctx)} and r.id <> ${runId} and r.finished_at is null and r.handed_over_at is null
      and s.site_id = any(${siteIds}::uuid[]) and s.added_at is not null and s.state = 'todo'
    order by s.site_name, s.id`
  const [first] = given
  if (!first) return
  const others = given.length > 1 ? `, et ${count(given.length - 1, 'autre')} aussi` : ''
  throw conflict(sentence(`«\u00a0${first.siteName}\u00a0» est déjà à faire par une autre tournée (${first.taker})${others}`), {
    code: 'given-already',
    conflicts: given.map((one) => ({ id: one.runId, message: `${one.siteName}\u00a0: ${one.taker}` })),
  })
}

/** After all others for now, with all their areas. */
export async function insertStops(ctx: Ctx, runId: string, siteIds: readonly string[]): Promise<Stop[]> {
  if (siteIds.length === 0) return []
  const companyId = companyOf(ctx)
  const [run] = await ctx.tx.sql<{ version: number }>`
    update runs
    set stops_version = stops_version + 1
    where company_id = ${companyId} and id = ${runId}
    returning stops_version as version`
  const stops = await ctx.tx.sql<Stop>`
    insert into run_sites (run_id, sort_order, added_no, added_at, ${stopColumns})
    select ${runId},
           coalesce((select max(sort_order) from run_sites where company_id = ${companyId} and run_id = ${runId}), -1) + w.n,
           ${run?.version ?? 0},
           ${ctx.now},
           ${stopColumns}
    from unnest(${siteIds}::uuid[]) with ordinality w (id, n)
    join (${siteAsStop(companyId)}) s on s.site_id = w.id
    returning id, site_id as "siteId", null as "decidedAt"`
  if (stops.length < siteIds.length) throw notFound('Point de service')
  await copyAreas(
    ctx,
    runId,
    stops.map(({ id }) => id),
    null,
  )
  return stops
}

/** In two steps, because two stops never share a number. */
async function reorder(ctx: Ctx, runId: string, order: readonly string[]) {
  const companyId = companyOf(ctx)
  await ctx.tx.sql`
    update run_sites s
    set sort_order = -w.n
    from unnest(${order}::uuid[]) with ordinality w (id, n)
    where s.company_id = ${companyId} and s.run_id = ${runId} and s.id = w.id`
  await ctx.tx.sql`
    update run_sites
    set sort_order = -sort_order - 1
    where company_id = ${companyId} and run_id = ${runId}`
}

/** The driver has to come again, whatever became of these stops: what they mark or do after this counts. */
async function callBack(ctx: Ctx, runId: string, stopIds: readonly string[]) {
  const companyId = companyOf(ctx)
  await ctx.tx.sql`
    update run_sites set added_at = ${ctx.now} where company_id = ${companyId} and id = any(${stopIds}::uuid[])`
  const decided = await ctx.tx.sql<{ id: string }>`
    insert into run_area_actions (company_id, run_id, run_area_id, user_name, request_id, type, at)
    select x.company_id, x.run_id, x.id, ${accountName}, ${await newId(ctx.tx)}, 'mark_as_todo', ${ctx.now}
    from run_areas x
    join accounts a on a.id = ${ctx.actor.accountId}
    where x.company_id = ${companyId} and x.run_site_id = any(${stopIds}::uuid[]) and x.state <> 'todo'
    returning run_area_id as id`
  await judgeAreas(
    ctx,
    companyId,
    runId,
    decided.map(({ id }) => id),
  )
}
