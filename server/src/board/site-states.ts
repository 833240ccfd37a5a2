// The state of every site of an operation in its current round (docs/product/operations.md), as common table expressions.
import { type Sql, sql } from '../engine/db/sql.ts'
import { preparedRounds } from '../operations/rounds.ts'

export interface OfOperation {
  companyId: string
  operationId: string
  /** Only these sites. */
  siteIds?: readonly string[] | undefined
}

/**
 * Ends with `board_sites`, one row per site: `state`, and the stop that decided it. A route's current round is the one that
 * was prepared, or else its latest run; what was decided since that round began counts, in whichever run. A round of only
 * some of the sites leaves the others in the round before it, the latest of the whole route. `rounds` has a row per route
 * that takes part.
 */
export const siteStates = ({ companyId, operationId, siteIds }: OfOperation): Sql<unknown> => sql`
  operation_runs as materialized (
    select r.id, r.route_id, r.is_redo, r.kind, r.route_name, r.unit, r.started_at, r.finished_at, r.handed_over_at,
           r.is_part,
           not r.is_redo or exists (select from run_operators p where p.company_id = r.company_id and p.run_id = r.id) as is_taken,
           row_number() over (partition by r.route_id, r.is_redo order by r.started_at, r.id) as number,
           row_number() over (partition by r.route_id, r.is_redo order by r.started_at desc, r.id desc) = 1 as is_latest,
           row_number() over (partition by r.route_id, r.is_redo, r.is_part order by r.started_at desc, r.id desc) = 1 as is_latest_so
    from runs r
    where r.company_id = ${companyId} and r.operation_id = ${operationId}),
  prepared as materialized (${preparedRounds(companyId, operationId)}),
  rounds as materialized (
    select p.route_id,
           case when f.route_id is null then n.id end as run_id,
           n.id is not null and f.route_id is null and (n.finished_at is not null or n.handed_over_at is not null) as is_over,
           w.id as whole_run_id,
           coalesce(w.started_at, f.whole_at, o.opened_at) as whole_since,
           w.id is not null and (w.finished_at is not null or w.handed_over_at is not null) as is_whole_over,
           coalesce(w.handed_over_at, w.finished_at) as whole_over_at
    from operation_routes p
    join operations o on o.company_id = p.company_id and o.id = p.operation_id
    left join (select route_id, max(whole_at) as whole_at from prepared group by route_id) f on f.route_id = p.route_id
    left join operation_runs n on n.route_id = p.route_id and not n.is_redo and n.is_latest
    left join operation_runs w on w.route_id = p.route_id and not w.is_redo and not w.is_part and w.is_latest_so
      and f.whole_at is null
    where p.company_id = ${companyId} and p.operation_id = ${operationId}),
  members as (
    select s.site_id, r.whole_since as since, r.is_whole_over as is_over, r.whole_over_at as over_at
    from rounds r
    join run_sites s on s.company_id = ${companyId} and s.run_id = r.whole_run_id
    where s.site_id is not null and s.added_no = 0 ${among(siteIds)}
    union all
    select s.site_id, r.whole_since, false, null
    from rounds r
    join route_sites s on s.company_id = ${companyId} and s.route_id = r.route_id
    join site_states t on t.company_id = s.company_id and t.site_id = s.site_id and t.status = 'active'
    where r.whole_run_id is null ${among(siteIds)}
    union all
    select s.site_id, n.started_at, n.finished_at is not null or n.handed_over_at is not null, coalesce(n.handed_over_at, n.finished_at)
    from rounds r
    join operation_runs n on n.route_id = r.route_id and n.is_part and n.started_at >= r.whole_since
    join run_sites s on s.company_id = ${companyId} and s.run_id = n.id
    where s.site_id is not null and s.added_no = 0 ${among(siteIds)}
    union all
    select s.site_id, p.prepared_at, false, null
    from prepared_rounds p
    join route_sites s on s.company_id = p.company_id and s.route_id = p.route_id and s.site_id = any(p.site_ids)
    join site_states t on t.company_id = s.company_id and t.site_id = s.site_id and t.status = 'active'
    where p.company_id = ${companyId} and p.operation_id = ${operationId} and p.begun_run_id is null ${among(siteIds)}
    union all
    select s.site_id, '-infinity', true, null
    from operation_runs n
    join run_sites s on s.company_id = ${companyId} and s.run_id = n.id
    where s.site_id is not null and s.added_no > 0 ${among(siteIds)}),
  operation_members as materialized (
    select site_id, max(since) as since, bool_and(is_over) as is_over, max(over_at) as over_at
    from members
    group by site_id),
  stops as materialized (
    select s.id, s.site_id, s.run_id, s.state, s.decided_at, s.added_at
    from operation_runs n
    join run_sites s on s.company_id = ${companyId} and s.run_id = n.id
    where s.site_id is not null and (s.decided_at is not null or s.added_at is not null) ${among(siteIds)}),
  decided as (
    select distinct on (s.site_id) s.site_id, s.id as stop_id, s.run_id, s.state, s.decided_at
    from stops s
    join operation_members m on m.site_id = s.site_id and s.decided_at >= m.since
    order by s.site_id, s.decided_at desc, s.id),
  called_back as (
    select site_id, max(added_at) as at
    from stops
    where added_at is not null and state = 'todo'
    group by site_id),
  requested as (
    select site_id, max(at) as at
    from site_requests
    where company_id = ${companyId} and operation_id = ${operationId} and settled_at is null
    group by site_id),
  stopped as materialized (
    select distinct i.id as site_id
    from operations o
    join companies c on c.id = o.company_id
    join service_stops p on p.company_id = o.company_id
    join sites i on i.company_id = p.company_id and i.client_id = p.client_id
    where o.company_id = ${companyId} and o.id = ${operationId}
      and p.from_day <= (coalesce(o.closed_at, now()) at time zone c.time_zone)::date
      and (p.until_day is null or p.until_day > (coalesce(o.closed_at, now()) at time zone c.time_zone)::date)),
  board_sites as materialized (
    select m.site_id,
           m.since,
           coalesce(m.over_at, b.at) as over_at,
           d.stop_id,
           d.run_id,
           d.decided_at,
           coalesce(q.at > coalesce(d.decided_at, '-infinity'), false) as is_requested,
           x.site_id is not null as is_service_stopped,
           case
             when d.state = 'done' and b.at > d.decided_at then 'redo'
             when d.state in ('done', 'partial') and q.at > d.decided_at then 'redo'
             when d.state in ('done', 'partial') then d.state
             when x.site_id is not null or w.is_required = false then 'unneeded'
             when d.state = 'not-done' or b.at is not null or m.is_over then 'redo'
             else 'left'
           end as state
    from operation_members m
    left join decided d on d.site_id = m.site_id
    left join called_back b on b.site_id = m.site_id
    left join requested q on q.site_id = m.site_id
    left join stopped x on x.site_id = m.site_id
    left join operation_sites w
      on w.company_id = ${companyId} and w.operation_id = ${operationId} and w.site_id = m.site_id)`

const among = (siteIds: readonly string[] | undefined) => (siteIds ? sql`and s.site_id = any(${siteIds}::uuid[])` : sql``)
