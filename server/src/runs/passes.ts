// Numbers of passes: the n-th stop that was done at a site in an operation is its n-th pass.
import { type Sql, sql } from '../engine/db/sql.ts'

/** A row per pass of the sites and operations that `where` chooses, as a whole: alias `r` for the run, `s` for the stop. */
export const passNumbers = (where: Sql<unknown>): Sql<unknown> => sql`
  select s.id as stop_id,
         s.site_id,
         (row_number() over (partition by r.company_id, r.operation_id, s.site_id order by s.decided_at, s.id))::int as number
  from runs r
  join run_sites s on s.company_id = r.company_id and s.run_id = r.id
  where s.state = 'done' and r.operation_id is not null and ${where}`
