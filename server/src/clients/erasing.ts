import type { ErasedPart } from '@bordee/core/privacy/erasure.ts'
import type { Ctx } from '../engine/ctx.ts'
import { sql } from '../engine/db/sql.ts'
import { type ErasedRow, type Erasing, eraseRows, isUnderContract } from '../folders/erasing.ts'
import { joinHold } from '../folders/site-holds.ts'

/** The folders themselves, once nothing of theirs is left. Call it last. */
export const eraseClients = (ctx: Ctx, { companyId, clientIds }: Erasing): Promise<ErasedPart> =>
  eraseRows(
    ctx,
    'folders',
    sql<ErasedRow>`
      select c.id,
             case
               when hold.claim_id is not null then 'claim'
               when ${isUnderContract('client_id', 'c')} then 'running'
               when exists (select from sites s where s.company_id = c.company_id and s.client_id = c.id) then 'site-kept'
             end as reason,
             hold.day::text as day,
             hold.claim_id as "claimId"
      from clients c
      ${joinHold(sql`c.company_id`, sql`h.client_id = c.id`)}
      where c.company_id = ${companyId} and c.id = any(${clientIds}::uuid[])`,
    (ids) => ctx.tx.sql`delete from clients where company_id = ${companyId} and id = any(${ids}::uuid[])`,
  )
