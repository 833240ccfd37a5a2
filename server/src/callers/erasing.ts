import type { ErasedPart } from '@bordee/core/privacy/erasure.ts'
import type { Ctx } from '../engine/ctx.ts'
import { sql } from '../engine/db/sql.ts'
import { type ErasedRow, type Erasing, eraseRows, unlessHeld } from '../folders/erasing.ts'
import { joinHold } from '../folders/site-holds.ts'

/** A call without a site may be about any of the client's. */
export const erasePhoneCalls = (ctx: Ctx, { companyId, clientIds, siteIds }: Erasing): Promise<ErasedPart> =>
  eraseRows(
    ctx,
    'calls',
    sql<ErasedRow>`
      select p.id, ${unlessHeld}
      from phone_calls p
      ${joinHold(
        sql`p.company_id`,
        sql`(h.site_id = p.site_id or p.site_id is null and h.client_id = p.client_id) and p.at >= h.since and p.at < h.before`,
      )}
      where p.company_id = ${companyId} and (p.site_id = any(${siteIds}::uuid[]) or p.client_id = any(${clientIds}::uuid[]))`,
    (ids) => ctx.tx.sql`delete from phone_calls where company_id = ${companyId} and id = any(${ids}::uuid[])`,
  )
