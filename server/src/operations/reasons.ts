// Why a site of an operation is still to do, as its drivers said: the board shows it, and `{raison}` tells it to residents.
import { type Sql, sql } from '../engine/db/sql.ts'

/**
 * The last reason and note given at each of `sites` (a relation with `site_id`), unless it was done since then. An area that was
 * done after its own mark gives none.
 */
export const lastReasons = (companyId: string, operation: Sql<unknown>, sites: Sql<unknown>): Sql<unknown> => sql`
  select distinct on (s.site_id) s.site_id, a.reason, a.note
  from ${sites} t
  join run_sites s on s.company_id = ${companyId} and s.site_id = t.site_id
  join runs r on r.company_id = s.company_id and r.id = s.run_id and r.operation_id = ${operation}
  join run_areas x on x.company_id = s.company_id and x.run_site_id = s.id and x.state <> 'done'
  join run_area_actions a on a.company_id = x.company_id and a.run_area_id = x.id
  where a.type in ('mark_as_not_done', 'mark_as_partial')
    and not exists ( -- even if the office has called the driver back since
      select from run_area_actions b
      where b.company_id = a.company_id and b.run_area_id = a.run_area_id and b.type = 'mark_as_done' and b.at > a.at)
    and not exists (
      select
      from run_sites d
      join runs n on n.company_id = d.company_id and n.id = d.run_id
      where d.company_id = s.company_id and d.site_id = s.site_id and n.operation_id = r.operation_id
        and d.state = 'done' and d.decided_at > a.at)
  order by s.site_id, a.at desc, a.created_at desc, a.id desc`
