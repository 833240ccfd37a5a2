// What happened in an operation, newest first, gathered from where it is recorded.
import { type JournalEntry, journalEntry } from '@bordee/core/operations/board.ts'
import { notDoneReasonNames } from '@bordee/core/runs/run.ts'
import { runKindNames } from '@bordee/core/runs/run-kind.ts'
import { jsonOf } from '../engine/db/columns.ts'
import { type Sql, sql } from '../engine/db/sql.ts'
import { nameOf } from '../operations/operations.queries.ts'
import type { OfOperation } from './site-states.ts'

/** How many entries are read: a night of sixty routes has some hundreds. */
const mostEntries = 2000

/** The word for a code, from a list of core. */
export const wordFor = (code: Sql<unknown>, words: Record<string, string>) => sql`${JSON.stringify(words)}::jsonb ->> ${code}`

export const journalRows = ({ companyId, operationId }: OfOperation) => sql<{ json: JournalEntry }>`
  with operation as (
    select * from operations where company_id = ${companyId} and id = ${operationId}),
  operation_runs as (
    select * from runs where company_id = ${companyId} and operation_id = ${operationId}),
  entries (at, kind, text, user_name, run_id, site_id) as (
    select o.opened_at, 'opened', o.name, ${nameOf(sql`o.opened_by`)}, null::uuid, null::uuid from operation o
    union all
    select o.closed_at, 'closed', o.name, ${nameOf(sql`o.closed_by`)}, null, null from operation o where o.closed_at is not null
    union all
    select r.started_at, 'run-started', concat_ws(' · ', r.route_name, ${wordFor(sql`r.kind`, runKindNames)}, r.unit), d.name, r.id, null
    from operation_runs r
    join lateral (
      select o.name
      from run_operators o
      where o.company_id = r.company_id and o.run_id = r.id
      order by o.started_at, o.id
      limit 1) d on true
    union all
    select r.finished_at, 'run-finished', concat_ws(' · ', r.route_name, r.areas_done || ' / ' || r.areas_count), null, r.id, null
    from operation_runs r
    where r.finished_at is not null
    union all
    select r.handed_over_at, 'handed-over', r.route_name, null, r.id, null from operation_runs r where r.handed_over_at is not null
    union all
    (select distinct on (s.id) a.at, 'not-done',
            concat_ws(' · ', s.site_name, ${wordFor(sql`a.reason`, notDoneReasonNames)}, a.note), a.user_name, r.id, s.site_id
     from operation_runs r
     join run_area_actions a on a.company_id = r.company_id and a.run_id = r.id and a.type = 'mark_as_not_done'
     join run_areas x on x.company_id = a.company_id and x.id = a.run_area_id
     join run_sites s on s.company_id = x.company_id and s.id = x.run_site_id
     order by s.id, a.at desc, a.created_at desc, a.id desc)
    union all
    select q.at, 'request', concat_ws(' · ', s.name, q.note), q.user_name, null, q.site_id
    from site_requests q
    join sites s on s.company_id = q.company_id and s.id = q.site_id
    where q.company_id = ${companyId} and q.operation_id = ${operationId}
    union all
    select d.at, 'reading',
           concat(
             z.name || ' · ',
             translate(trim_scale(d.amount)::text, '.-', ',−'),
             case d.kind when 'depth' then ' cm' else ' °C' end),
           d.user_name, null, null
    from operation_readings d
    left join sectors z on z.company_id = d.company_id and z.id = d.sector_id
    where d.company_id = ${companyId} and d.operation_id = ${operationId}
    union all
    select n.at, 'note', n.text, n.user_name, null, null
    from operation_notes n
    where n.company_id = ${companyId} and n.operation_id = ${operationId}
    union all
    select s.created_at, 'send', concat_ws(' · ', s.target_name, s.message), s.sent_by_name, null, null
    from alert_sends s
    where s.company_id = ${companyId} and s.operation_id = ${operationId} and s.purpose <> 'line'
    union all
    select w.at, 'decision', concat_ws(' · ', s.name, case when w.is_required then 'Requis' else 'Non requis' end, w.reason),
           w.user_name, null, w.site_id
    from operation_sites w
    join sites s on s.company_id = w.company_id and s.id = w.site_id
    where w.company_id = ${companyId} and w.operation_id = ${operationId})
  select ${jsonOf(journalEntry.shape, 'e')} as json
  from entries e
  order by e.at desc, e.kind = 'opened', e.kind, e.site_id, e.run_id, e.text
  limit ${mostEntries}`
