import { sql } from '../engine/db/sql.ts'
import { isAccessEffective } from '../identity/identity.queries.ts'

/** For the route with alias `r`: nobody who still works here has driven it for a year. */
export const isDriverless = sql<boolean>`not exists (
  select
  from runs n
  join run_operators o on o.company_id = n.company_id and o.run_id = n.id
  join accesses x on x.company_id = o.company_id and x.account_id = o.account_id and ${isAccessEffective('x')}
  where n.company_id = r.company_id and n.route_id = r.id and n.started_at > now() - interval '1 year')`
