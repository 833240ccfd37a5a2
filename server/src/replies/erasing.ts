import type { ErasedPart } from '@bordee/core/privacy/erasure.ts'
import type { Ctx } from '../engine/ctx.ts'
import { sql } from '../engine/db/sql.ts'
import { type ErasedRow, type Erasing, eraseRows, unlessHeld } from '../folders/erasing.ts'
import { joinHold } from '../folders/site-holds.ts'

/** With what was answered. */
export const eraseReplies = (ctx: Ctx, { companyId, clientIds, siteIds }: Erasing): Promise<ErasedPart> =>
  eraseRows(
    ctx,
    'replies',
    sql<ErasedRow>`
      select r.id, ${unlessHeld}
      from replies r
      ${joinHold(sql`r.company_id`, sql`h.site_id = r.site_id and r.at >= h.since and r.at < h.before`)}
      where r.company_id = ${companyId} and (r.site_id = any(${siteIds}::uuid[]) or r.client_id = any(${clientIds}::uuid[])
        or r.client_id is null and r.phone in (
          select c.phone from clients c where c.company_id = r.company_id and c.id = any(${clientIds}::uuid[])))`,
    (ids) => ctx.tx.sql`delete from replies where company_id = ${companyId} and id = any(${ids}::uuid[])`,
  )
