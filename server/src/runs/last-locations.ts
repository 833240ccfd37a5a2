// Where a company's trucks are now, for someone who starts watching.
import { type LastLocation, locationLife } from '@bordee/core/runs/run.ts'
import type { Work } from '../engine/ctx.ts'
import { sql } from '../engine/db/sql.ts'

/** The latest position of each operator in a run, unless it is too old to mean anything. */
export async function lastLocations({ tx, now }: Work, companyId: string): Promise<LastLocation[]> {
  const since = new Date(now.getTime() - locationLife * 1000)
  const rows = await tx.rows(sql<{ json: LastLocation }>`
    select distinct on (o.id) json_build_object(
      'userId', o.account_id,
      'userName', o.name,
      'runId', o.run_id,
      'routeName', r.route_name,
      'lat', t.lat,
      'lng', t.lng,
      'timestamp', t.last_at,
      'speed', t.speed) as json
    from run_operators o
    join runs r on r.company_id = o.company_id and r.id = o.run_id
    join run_tracks t on t.company_id = o.company_id and t.operator_id = o.id
    where o.company_id = ${companyId} and o.is_present and o.account_id is not null and t.last_at > ${since}
    order by o.id, t.last_at desc`)
  return rows.map(({ json }) => json)
}
