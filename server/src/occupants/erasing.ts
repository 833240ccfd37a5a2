import type { ErasedPart } from '@bordee/core/privacy/erasure.ts'
import type { Ctx } from '../engine/ctx.ts'
import { sql } from '../engine/db/sql.ts'
import { type ErasedRow, type Erasing, eraseRows } from '../folders/erasing.ts'
import { sitesOf } from '../sites/erasing.ts'

/** They stay with their site, which still needs to warn them. */
export const eraseOccupants = (ctx: Ctx, erasing: Erasing): Promise<ErasedPart> =>
  eraseRows(
    ctx,
    'occupants',
    sql<ErasedRow>`
      select o.id, kept.reason, kept.day, kept."claimId"
      from occupants o
      join (${sitesOf(erasing)}) kept on kept.id = o.site_id
      where o.company_id = ${erasing.companyId}`,
    (ids) => ctx.tx.sql`delete from occupants where company_id = ${erasing.companyId} and id = any(${ids}::uuid[])`,
  )
