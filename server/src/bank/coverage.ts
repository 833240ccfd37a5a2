import { type Sql, sql } from '../engine/db/sql.ts'

/** What the bank holds on a day, and what one send to everybody would take, as `amount` and `everybody`. */
export const bankCoverage = (companyId: string, day: Sql<unknown>) => sql<{ amount: number; everybody: number }>`
  select (select coalesce(sum(l.remaining), 0)::int
          from alert_lots l
          where l.company_id = ${companyId} and (l.expires_on is null or l.expires_on >= ${day})) as amount,
         (select count(distinct o.phone)::int
          from occupants o
          join site_states t on t.company_id = o.company_id and t.site_id = o.site_id
          where o.company_id = ${companyId} and t.status <> 'inactive'
            and not exists (select from unsubscribed_phones u where u.company_id = o.company_id and u.phone = o.phone)) as everybody`
