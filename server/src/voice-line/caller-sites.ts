// The sites of whoever calls, by the phones of occupants and clients.
import { mostSitesTold, type SitePlace } from '@bordee/core/voice-line/script.ts'
import type { Work } from '../engine/ctx.ts'

export interface CallerSite extends SitePlace {
  siteId: string
  clientId: string
  /** Null: the client’s own phone. */
  occupantId: string | null
  isActive: boolean
}

/** Active ones first, then where the caller lives; one more than are told, if there are more. */
export const sitesOfCaller = ({ tx }: Pick<Work, 'tx'>, companyId: string, phone: string) => tx.sql<CallerSite>`
  with own as (
    select distinct on (site_id) site_id, occupant_id
    from (
      select o.site_id, o.id as occupant_id, o.created_at
      from occupants o
      where o.company_id = ${companyId} and o.phone = ${phone}
      union all
      select s.id, null, null
      from clients c
      join sites s on s.company_id = c.company_id and s.client_id = c.id
      where c.company_id = ${companyId} and c.phone = ${phone}) found
    order by site_id, occupant_id is null, created_at, occupant_id)
  select s.id as "siteId",
         s.client_id as "clientId",
         w.occupant_id as "occupantId",
         s.civic_number as "civicNumber",
         s.street,
         s.apartment,
         t.status <> 'inactive' as "isActive"
  from own w
  join sites s on s.company_id = ${companyId} and s.id = w.site_id
  join site_states t on t.company_id = s.company_id and t.site_id = s.id
  order by t.status = 'inactive', w.occupant_id is null, s.street, s.civic_number, s.id
  limit ${mostSitesTold + 1}`
