// Addresses of Canada, found as one types. The embedded provider searches the gazetteer in PostgreSQL.

import { addressKey } from '@bordee/core/addresses/address-key.ts'
import type { Place, Suggestion } from '@bordee/core/addresses/addresses.calls.ts'
import type { Work } from '../ctx.ts'

export interface Places {
  suggest(work: Work, search: string): Promise<Suggestion[]>
  details(work: Work, placeId: string): Promise<Place | undefined>
}

const isId = (text: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)

export const gazetteer: Places = {
  async suggest({ tx }, search) {
    const key = addressKey(search)
    if (key.length < 3) return []
    return tx.sql<Suggestion>`
      select id as "placeId", civic_number || ', ' || street || ', ' || city || ' (' || state || ')' || coalesce(' ' || zip, '') as description
      from addresses
      where ${key} <% search
      order by word_similarity(${key}, search) desc, length(search), search
      limit 8`
  },

  async details({ tx }, placeId) {
    const [place] = await tx.sql<Place>`
      select civic_number as "civicNumber", null as apartment, street, city, state, 'CA' as country, zip,
             json_build_object('lat', lat, 'lng', lng) as location
      from addresses where id = ${isId(placeId) ? placeId : null}::uuid`
    return place
  },
}
