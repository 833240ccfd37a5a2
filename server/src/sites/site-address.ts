// A site's address, as SQL answers it.
import { sql } from '../sql.ts'

const column = (alias: string, name: string) => sql.ref(`${alias}.${name}`)

export const addressJson = (s: string) => sql`json_build_object(
  'civicNumber', ${column(s, 'civic_number')}, 'apartment', ${column(s, 'apartment')}, 'street', ${column(s, 'street')}, 'zip', ${column(s, 'zip')},
  'city', ${column(s, 'city')}, 'state', ${column(s, 'state')}, 'country', ${column(s, 'country')},
  'location', case when ${column(s, 'lat')} is not null then json_build_object('lat', ${column(s, 'lat')}, 'lng', ${column(s, 'lng')}) end)`

/** « 123, rue Saint-Jean, app. 4, Québec »: what core's addressLine says. */
export const addressText = (s: string) => sql<string>`concat_ws(', ', ${column(s, 'civic_number')}, ${column(s, 'street')},
  'app. ' || ${column(s, 'apartment')}, ${column(s, 'city')})`
