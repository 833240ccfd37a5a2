import type { Sector } from '@bordee/core/sectors/sector.ts'
import type { sectorCalls } from '@bordee/core/sectors/sectors.calls.ts'
import { companyOf, type Handlers } from '../ctx.ts'
import { sql } from '../sql.ts'

export const sectorHandlers: Handlers<typeof sectorCalls> = {
  listSectors: (ctx) =>
    ctx.tx.jsonList(sql<{ json: Sector }>`
      with members as (
        select m.sector_id, json_agg(m.site_id order by m.site_id) as sites, sum(coalesce(o.n, 0))::int as contacts
        from sector_members m left join (select site_id, count(*) as n from occupants where company_id = ${companyOf(ctx)} group by site_id) o using (site_id)
        where m.company_id = ${companyOf(ctx)} group by m.sector_id)
      select json_build_object(
        'id', s.id, 'name', s.name, 'siteIds', coalesce(m.sites, '[]'), 'polygon', s.polygon, 'alertId', s.group_id, 'groupId', s.group_id, 'groupName', g.name,
        'userIds', coalesce((select json_agg(x.account_id order by x.account_id) from access_sectors a join accesses x on x.company_id = a.company_id and x.id = a.access_id
                             where a.company_id = s.company_id and a.sector_id = s.id), '[]'),
        'contactsCount', coalesce(m.contacts, 0), 'notifiedAt', null) as json
      from sectors s left join sector_groups g on g.company_id = s.company_id and g.id = s.group_id left join members m on m.sector_id = s.id
      where s.company_id = ${companyOf(ctx)} order by s.name, s.id`),
}
