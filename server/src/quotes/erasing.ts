import type { ErasedPart } from '@bordee/core/privacy/erasure.ts'
import { type Ctx, companyOf } from '../engine/ctx.ts'
import { sql } from '../engine/db/sql.ts'
import { type ErasedRow, type Erasing, eraseRows } from '../folders/erasing.ts'

/** Those of the same e-mail, and those that became one of the folders. Nothing requires keeping any. */
export async function eraseQuotes(ctx: Ctx, { companyId, clientIds, emails }: Erasing): Promise<ErasedPart> {
  const part = await eraseRows(
    ctx,
    'quotes',
    sql<ErasedRow>`
      select q.id, null as reason, null as day, null as "claimId"
      from quote_requests q
      where q.company_id = ${companyId} and (q.email = any(${emails}::text[]) or q.client_id = any(${clientIds}::uuid[]))`,
    (ids) => ctx.tx.sql`delete from quote_requests where company_id = ${companyId} and id = any(${ids}::uuid[])`,
  )
  if (part.removed > 0) ctx.publish(companyOf(ctx), { topic: 'quotes' })
  return part
}
