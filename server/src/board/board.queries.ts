// Reads the board: the numbers, the rounds and what someone has to deal with.
import type { Board, BoardItem, BoardRound } from '@bordee/core/operations/board.ts'
import type { SiteState } from '@bordee/core/operations/operation.ts'
import { byUrgency, roundState } from '@bordee/core/operations/round-state.ts'
import { type RunKind, suggestedKind } from '@bordee/core/runs/run-kind.ts'
import { type Ctx, companyOf } from '../engine/ctx.ts'
import { type Sql, sql } from '../engine/db/sql.ts'
import { readOperation } from '../operations/operations.queries.ts'
import { lastReasons } from '../operations/reasons.ts'
import { heardAtOf } from '../runs/runs.queries.ts'
import { addressText } from '../sites/site-address.ts'
import { forecastBoard, noForecast, type RoundForecast, waitingKey } from './forecasts.ts'
import { type OfOperation, siteStates } from './site-states.ts'

/** One statement: the state of the sites is what costs, and all of it is made of that. */
export async function readBoard(ctx: Ctx, id: string): Promise<Board> {
  const operation = await readOperation(ctx, id)
  const of = { companyId: companyOf(ctx), operationId: id }
  const [read] = await ctx.tx.sql<{ counts: Record<string, number>; rounds: RoundRow[]; items: BoardItem[]; itemsCount: number }>`
    with ${siteStates(of)},
    ${addedStops},
    ${shownRounds},
    ${wantedSites(of)},
    reasons as materialized (${lastReasons(of.companyId, sql`${id}`)})
    select (select json_object_agg(state, n) from (select state, count(*)::int as n from board_sites group by state) c) as counts,
           coalesce((select json_agg(${roundJson(of)}) from shown_rounds x ${roundJoins(of)}), '[]') as rounds,
           coalesce((
             select json_agg(${itemJson()} order by w.is_urgent desc, w.at, w.site_id)
             from (select * from wanted order by is_urgent desc, at, site_id limit ${mostItems}) w
             ${itemJoins(of)}), '[]') as items,
           (select count(*)::int from wanted) as "itemsCount"`
  const { counts, rounds: rows, items, itemsCount } = read as NonNullable<typeof read>
  const forecast = await forecastBoard(ctx, of, operation)
  const rounds = rows
    .map((row) =>
      roundOf(row, forecast.rounds.get(row.runId ?? waitingKey(row.routeId, row.preparedKind)) ?? noForecast, ctx.now.getTime()),
    )
    .toSorted(byUrgency)
  const sites = { ...noSites, ...counts }
  return {
    operation,
    counts: {
      ...sites,
      total: Object.values(sites).reduce((sum, n) => sum + n, 0),
      overdue: forecast.sites.filter(({ isLate }) => isLate).length,
      silent: rounds.filter(({ state }) => state === 'silent').length,
    },
    expectedEnd: instantAt(forecast.expectedEnd),
    deadline: instantAt(forecast.deadline),
    delayMinutes: forecast.delayMinutes,
    rounds,
    items,
    itemsCount,
  }
}

const noSites: Record<SiteState, number> = { done: 0, partial: 0, redo: 0, left: 0, unneeded: 0 }

interface RoundRow extends Omit<BoardRound, 'kind' | 'state' | 'since' | keyof RoundForecast> {
  kind: RunKind | null
  preparedKind: RunKind | null
  lastKind: RunKind | null
  heardAt: string | null
  stillSince: number | null
}

/** The few stops that the office added, apart from the thousands of others. */
const addedStops = sql`
    added as materialized (
      select site_id, run_id, state, added_at
      from stops
      where added_at is not null)`

/**
 * One per route that takes part, or per kind of round that waits for it, one per run of sites to redo, and one per earlier run
 * that is still out.
 */
const shownRounds = sql`
    shown_rounds as (
      select n.id, n.route_id, n.is_redo, null as kind
      from operation_runs n
      where n.is_redo or n.finished_at is null
        or exists (select from rounds r where r.run_id = n.id)
        or (n.is_latest and not exists (select from rounds r where r.route_id = n.route_id))
      union all
      select null, r.route_id, false, f.kind
      from rounds r
      left join prepared f on f.route_id = r.route_id
      where r.run_id is null or (r.is_over and r.whole_run_id is null))`

/** Of the last call to work in which the route was. */
const crewOf = (companyId: string, operationId: string) => sql`coalesce((
      select json_agg(json_build_object('name', w.name, 'phone', w.phone, 'answer', w.answer, 'answeredAt', w.answered_at) order by w.id)
      from crew_call_people w
      where w.company_id = ${companyId} and w.route_id = x.route_id and not x.is_redo and w.crew_call_id = (
        select c.id
        from crew_calls c
        join crew_call_people q on q.company_id = c.company_id and q.crew_call_id = c.id and q.route_id = x.route_id
        where c.company_id = ${companyId} and c.operation_id = ${operationId}
        order by c.at desc, c.id desc
        limit 1)), '[]')`

const roundJson = ({ companyId, operationId }: OfOperation) => sql`json_build_object(
    'runId', n.id,
    'routeId', x.route_id,
    'routeName', coalesce(n.route_name, t.name || coalesce(' (' || array_to_string(f.sector_names, ', ') || ')', '')),
    'kind', n.kind,
    'preparedKind', x.kind,
    'lastKind', (select l.kind from operation_runs l where l.route_id = x.route_id and not l.is_redo and not l.is_part and l.is_latest_so),
    'isRedo', x.is_redo,
    'number', coalesce(n.number, 1 + (select count(*) from operation_runs l where l.route_id = x.route_id and not l.is_redo)),
    'unit', n.unit,
    'startedAt', case when n.is_taken then n.started_at end,
    'finishedAt', n.finished_at,
    'handedOverAt', n.handed_over_at,
    'drivers', coalesce((
      select json_agg(json_build_object('name', o.name, 'phone', o.phone) order by o.is_present desc, o.started_at, o.id)
      from run_operators o
      where o.company_id = ${companyId} and o.run_id = n.id and (o.is_present or n.finished_at is not null)), '[]'),
    'crew', ${crewOf(companyId, operationId)},
    'handedTo', case when n.handed_over_at is null then '[]' else coalesce((
      select json_agg(distinct m.route_name)
      from run_sites s
      join added later on later.site_id = s.site_id and later.run_id <> n.id and later.added_at >= n.handed_over_at
      join operation_runs m on m.id = later.run_id
      where s.company_id = ${companyId} and s.run_id = n.id), '[]') end,
    'heardAt', ${heardAtOf(companyId, sql`n.id`)},
    'stillSince', (
      select min((k.reckoning -> 'standstill' ->> 'startedAt')::float8 + case when k.source = 'phone' then o.clock_offset else 0 end)
      from run_operators o
      join run_tracks k on k.company_id = o.company_id and k.operator_id = o.id
      where o.company_id = ${companyId} and o.run_id = n.id and o.is_present),
    'sitesCount', c.total,
    'doneCount', c.done,
    'partialCount', c.partial,
    'redoCount', c.redo,
    'nextStop', coalesce(
      ${stopLeft(companyId, sql`s.sort_order > c.last_order order by s.sort_order`)},
      ${stopLeft(companyId, sql`true order by s.sort_order`)}),
    'lastStop', ${stopLeft(companyId, sql`true order by s.sort_order desc`)})`

const stopLeft = (companyId: string, whereAndOrder: Sql<unknown>) => sql`(
      select json_build_object('lat', s.lat, 'lng', s.lng)
      from run_sites s
      where s.company_id = ${companyId} and s.run_id = n.id and s.state = 'todo' and s.lat is not null and n.finished_at is null
        and not exists (select from stopped w where w.site_id = s.site_id)
        and ${whereAndOrder}
      limit 1)`

const roundJoins = ({ companyId }: OfOperation) => sql`
    left join operation_runs n on n.id = x.id
    left join rounds p on p.route_id = x.route_id and not x.is_redo
    left join prepared f on f.route_id = x.route_id and f.kind = x.kind
    left join routes t on t.company_id = ${companyId} and t.id = x.route_id
    cross join lateral (
      select count(*)::int as total,
             (count(*) filter (where s.state = 'done'))::int as done,
             (count(*) filter (where s.state = 'partial'))::int as partial,
             (count(*) filter (
               where not s.is_stopped and (s.state = 'not-done' or (s.state = 'todo' and p.is_over))))::int as redo,
             coalesce(max(s.sort_order) filter (where s.state <> 'todo'), -1) as last_order
      from (
        select s.state, s.sort_order, exists (select from stopped w where w.site_id = s.site_id) as is_stopped
        from run_sites s
        where s.company_id = ${companyId} and s.run_id = n.id
        union all
        select 'todo', s.sort_order, exists (select from stopped w where w.site_id = s.site_id)
        from route_sites s
        join site_states a on a.company_id = s.company_id and a.site_id = s.site_id and a.status = 'active'
        where s.company_id = ${companyId} and s.route_id = x.route_id and n.id is null
          and (f.site_ids is null or s.site_id = any(f.site_ids))) s) c`

function roundOf(
  { kind, preparedKind, lastKind, heardAt, stillSince, ...row }: RoundRow,
  { expectedEnd, deadline, delayMinutes }: RoundForecast,
  now: number,
): BoardRound {
  const signs = {
    startedAt: millisecondsOf(row.startedAt),
    finishedAt: millisecondsOf(row.finishedAt),
    handedOverAt: millisecondsOf(row.handedOverAt),
    heardAt: millisecondsOf(heardAt),
    stillSince,
    delayMinutes,
  }
  const { state, since } = roundState(signs, now)
  return {
    ...row,
    kind: kind ?? preparedKind ?? suggestedKind(lastKind),
    state,
    since: instantAt(since),
    expectedEnd: instantAt(expectedEnd),
    deadline: instantAt(deadline),
    delayMinutes,
  }
}

const millisecondsOf = (at: string | null) => (at === null ? null : Date.parse(at))
const instantAt = (at: number | null) => (at === null ? null : new Date(at).toISOString())

/** How many of them the board shows. */
const mostItems = 100

/** Requests, and sites to redo that nobody asked for. */
const wantedSites = ({ companyId, operationId }: OfOperation) => sql`
    wanted as materialized (
      select q.id as request_id, q.site_id, q.at, q.source, q.note, q.is_urgent, b.stop_id, b.run_id
      from site_requests q
      left join board_sites b on b.site_id = q.site_id -- none: no route that takes part has it
      where q.company_id = ${companyId} and q.operation_id = ${operationId} and q.settled_at is null
        and coalesce(b.is_requested, true)
      union all
      select null, b.site_id, coalesce(b.decided_at, b.over_at, b.since), null, null, false, b.stop_id, b.run_id
      from board_sites b
      where b.state = 'redo' and not b.is_requested)`

const itemJson = () => sql`json_build_object(
    'kind', case
      when w.request_id is not null then 'request'
      when n.handed_over_at is not null and w.stop_id is null then 'handed-over'
      else 'redo'
    end,
    'requestId', w.request_id,
    'runId', n.id,
    'siteId', w.site_id,
    'siteName', s.name,
    'siteAddress', ${addressText('s')},
    'customerName', c.name,
    'location', case when s.lat is not null then json_build_object('lat', s.lat, 'lng', s.lng) end,
    'at', w.at,
    'source', w.source,
    'reason', m.reason,
    'note', coalesce(w.note, m.note),
    'isUrgent', w.is_urgent,
    'addedTo', (
      select json_build_object('runId', a.id, 'routeName', a.route_name, 'unit', a.unit)
      from added p
      join operation_runs a on a.id = p.run_id
      where p.site_id = w.site_id and p.state = 'todo' and a.finished_at is null
      order by p.added_at desc
      limit 1))`

const itemJoins = ({ companyId }: OfOperation) => sql`
    join sites s on s.company_id = ${companyId} and s.id = w.site_id
    join clients c on c.company_id = s.company_id and c.id = s.client_id
    left join lateral (
      select x.id, x.handed_over_at
      from operation_runs x
      join run_sites p on p.company_id = ${companyId} and p.run_id = x.id and p.site_id = w.site_id
      where w.run_id is null or x.id = w.run_id
      order by x.started_at desc
      limit 1) n on true
    left join reasons m on m.site_id = w.site_id`
