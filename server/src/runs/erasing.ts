import type { ErasedPart } from '@bordee/core/privacy/erasure.ts'
import type { Ctx } from '../engine/ctx.ts'
import { sql } from '../engine/db/sql.ts'
import { atTheirSites, type ErasedRow, type Erasing, eraseRows } from '../folders/erasing.ts'
import { joinHold } from '../folders/site-holds.ts'

/** The names, addresses and notes that runs copied. When and how a stop was done stays: it is the company's own work. */
export const eraseStops = (ctx: Ctx, { companyId, ...erasing }: Erasing): Promise<ErasedPart> =>
  eraseRows(
    ctx,
    'stops',
    sql<ErasedRow>`
      select s.id,
             case when hold.claim_id is not null then 'claim' when r.finished_at is null then 'under-way' end as reason,
             hold.day::text as day,
             hold.claim_id as "claimId"
      from run_sites s
      join runs r on r.company_id = s.company_id and r.id = s.run_id
      ${joinHold(sql`s.company_id`, sql`h.site_id = s.site_id and r.started_at >= h.since and r.started_at < h.before`)}
      where s.company_id = ${companyId} and ${atTheirSites('s', erasing)} and s.customer_name <> ${erasedName}`,
    async (ids) => {
      await ctx.tx.sql`
        update run_sites
        set customer_name = ${erasedName}, site_name = ${erasedName}, site_address = ${erasedName}, notes = null
        where company_id = ${companyId} and id = any(${ids}::uuid[])`
      await ctx.tx.sql`
        update run_areas
        set notes = null
        where company_id = ${companyId} and run_site_id = any(${ids}::uuid[]) and notes is not null`
    },
  )

const erasedName = 'Effacé'
