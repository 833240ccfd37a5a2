import type { ErasedPart } from '@bordee/core/privacy/erasure.ts'
import type { Ctx } from '../engine/ctx.ts'
import { sql } from '../engine/db/sql.ts'
import { type ErasedRow, type Erasing, eraseRows } from '../folders/erasing.ts'

/** What the office wrote about the client's debts. That the service was stopped, and when, explains what wasn't done. */
export const eraseCollectionNotes = (ctx: Ctx, { companyId, clientIds }: Erasing): Promise<ErasedPart> =>
  eraseRows(
    ctx,
    'collectionNotes',
    sql<ErasedRow>`
      select n.id, null as reason, null as day, null as "claimId"
      from collection_notes n
      where n.company_id = ${companyId} and n.client_id = any(${clientIds}::uuid[])`,
    (ids) => ctx.tx.sql`delete from collection_notes where company_id = ${companyId} and id = any(${ids}::uuid[])`,
  )
