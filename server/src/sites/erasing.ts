import { openStates } from '@bordee/core/alerts/delivery-life.ts'
import type { ErasedPart } from '@bordee/core/privacy/erasure.ts'
import type { Ctx } from '../engine/ctx.ts'
import { type Sql, sql } from '../engine/db/sql.ts'
import { inStates } from '../engine/db/states.ts'
import { type ErasedRow, type Erasing, eraseRows, isUnderContract } from '../folders/erasing.ts'
import { joinHold } from '../folders/site-holds.ts'

/** Each site, and why it stays if it does. Lock the sites before: a claim that is about to hold one waits. */
export const sitesToErase = ({ companyId, siteIds }: Pick<Erasing, 'companyId' | 'siteIds'>): Sql<ErasedRow> => sql<ErasedRow>`
  select s.id,
         case
           when hold.claim_id is not null then 'claim'
           when ${isUnderContract('site_id', 's')} then 'running'
           when exists (
             select from run_sites t
             join runs r on r.company_id = t.company_id and r.id = t.run_id
             where t.company_id = s.company_id and t.site_id = s.id and r.finished_at is null) then 'under-way'
           when exists (
             select from alert_deliveries d
             where d.company_id = s.company_id and d.site_id = s.id and d.status in ${inStates(openStates)}) then 'under-way'
         end as reason,
         hold.day::text as day,
         hold.claim_id as "claimId"
  from sites s
  ${joinHold(sql`s.company_id`, sql`h.site_id = s.id`)}
  where s.company_id = ${companyId} and s.id = any(${siteIds}::uuid[])
  order by s.id`

/** As decided. */
export const sitesOf = ({ sites }: Erasing): Sql<ErasedRow> => sql<ErasedRow>`
  select * from jsonb_to_recordset(${JSON.stringify(sites)}::jsonb) s (id uuid, reason text, day text, "claimId" uuid)`

/** Occupants, areas and places in routes go too. */
export const eraseSites = (ctx: Ctx, erasing: Erasing): Promise<ErasedPart> =>
  eraseRows(
    ctx,
    'sites',
    sitesOf(erasing),
    (ids) => ctx.tx.sql`
    delete from sites where company_id = ${erasing.companyId} and id = any(${ids}::uuid[])`,
  )
