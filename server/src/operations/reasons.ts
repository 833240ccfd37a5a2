// Why a site of an operation is still to do, as its drivers said: the board shows it, and `{raison}` tells it to residents.
import { type Sql, sql } from '../engine/db/sql.ts'

/**
 * The last reason and note given at each site, unless it was done since then. An area that was done after its own mark gives
 * none. `offset 0` keeps PostgreSQL from comparing all marks with all stops when it doesn't know how many there are.
 */
export const lastReasons = (companyId: string, operation: Sql<unknown>): Sql<unknown> => sql`
  select distinct on (a.site_id) a.site_id, a.reason, a.note
  from runs r
  cross join lateral (
    select s.site_id, a.*
    from run_area_actions a
    join run_areas x on x.company_id = a.company_id and x.id = a.run_area_id and x.state <> 'done'
    join run_sites s on s.company_id = x.company_id and s.id = x.run_site_id and s.site_id is not null
    where a.company_id = ${companyId} and a.run_id = r.id and a.type in ('mark_as_not_done', 'mark_as_partial')
      and not exists ( -- even if the office has called the driver back since
        select
        from run_area_actions b
        where b.company_id = a.company_id and b.run_area_id = a.run_area_id and b.type = 'mark_as_done' and b.at > a.at
        offset 0)
      and not exists (
        select
        from run_sites d
        join runs n on n.company_id = d.company_id and n.id = d.run_id
        where d.company_id = s.company_id and d.site_id = s.site_id and n.operation_id = r.operation_id
          and d.state = 'done' and d.decided_at > a.at
        offset 0)
    offset 0) a
  where r.company_id = ${companyId} and r.operation_id = ${operation}
  order by a.site_id, a.at desc, a.created_at desc, a.id desc`
