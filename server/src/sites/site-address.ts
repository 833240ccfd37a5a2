// A site's address, as SQL.
import { siteAddress } from '@bordee/core/sites/site.ts'
import { jsonOf } from '../engine/db/columns.ts'
import { sql } from '../engine/db/sql.ts'

const column = (alias: string, name: string) => sql.ref(`${alias}.${name}`)

export const addressJson = (s: string, shape: Record<string, unknown> = siteAddress.shape) => {
  const [lat, lng] = [column(s, 'lat'), column(s, 'lng')]
  return jsonOf(shape, s, { location: sql`case when ${lat} is not null then json_build_object('lat', ${lat}, 'lng', ${lng}) end` })
}

/** « 123, rue Saint-Jean, app. 4, Québec »: the same as core's addressLine. */
export const addressText = (s: string) => sql<string>`concat_ws(', ', ${column(s, 'civic_number')}, ${column(s, 'street')},
  'app. ' || ${column(s, 'apartment')}, ${column(s, 'city')})`
