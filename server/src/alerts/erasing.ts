import { openStates } from '@bordee/core/alerts/delivery-life.ts'
import type { ErasedPart } from '@bordee/core/privacy/erasure.ts'
import type { Ctx } from '../engine/ctx.ts'
import { sql } from '../engine/db/sql.ts'
import { inStates } from '../engine/db/states.ts'
import { type ErasedRow, type Erasing, eraseRows } from '../folders/erasing.ts'
import { joinHold } from '../folders/site-holds.ts'
import { eraseRecorded } from '../records/records.ts'

/** Who was alerted and where. The rows stay without it: they are what the company is billed for. */
export const eraseAlerts = (ctx: Ctx, { companyId, clientIds, siteIds }: Erasing): Promise<ErasedPart> =>
  eraseRows(
    ctx,
    'alerts',
    sql<ErasedRow>`
      select d.id,
             case when hold.claim_id is not null then 'claim' when d.status in ${inStates(openStates)} then 'under-way' end as reason,
             hold.day::text as day,
             hold.claim_id as "claimId"
      from alert_deliveries d
      ${joinHold(sql`d.company_id`, sql`h.site_id = d.site_id and d.created_at >= h.since and d.created_at < h.before`)}
      where d.company_id = ${companyId} and d.phone <> ''
        and (d.site_id = any(${siteIds}::uuid[]) or d.client_id = any(${clientIds}::uuid[]))
      for update of d`,
    (ids) => emptyDeliveries(ctx, companyId, ids),
  )

async function emptyDeliveries(ctx: Ctx, companyId: string, ids: readonly string[]) {
  await eraseRecorded(
    ctx,
    companyId,
    'alert',
    sql`select id from alert_deliveries where company_id = ${companyId} and id = any(${ids}::uuid[])`,
  )
  await ctx.tx.sql`
    update alert_deliveries
    set occupant_id = null, phone = '', first_name = null, last_name = null, site_name = 'Effacé', client_name = 'Effacé', message = null
    where company_id = ${companyId} and id = any(${ids}::uuid[])`
  // The name of a send to one person, or to one site, is theirs.
  await ctx.tx.sql`
    update alert_sends s
    set target = 'erased', target_name = 'Destinataire effacé', message = case when s.purpose = 'alert' then s.message else '' end
    where s.company_id = ${companyId}
      and s.id in (select d.send_id from alert_deliveries d where d.company_id = ${companyId} and d.id = any(${ids}::uuid[]))
      and not exists (select from alert_deliveries d where d.company_id = s.company_id and d.send_id = s.id and d.phone <> '')
      and (s.purpose <> 'alert' or s.target like 'sites%')`
}
