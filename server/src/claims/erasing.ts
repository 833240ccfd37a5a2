import { limitationYears } from '@bordee/core/claims/claim.ts'
import type { ErasedPart } from '@bordee/core/privacy/erasure.ts'
import type { Ctx } from '../engine/ctx.ts'
import { sql } from '../engine/db/sql.ts'
import { forgetClaims } from '../evidence/erasing.ts'
import { type ErasedRow, type Erasing, eraseRows } from '../folders/erasing.ts'
import { removeClaimFiles } from './claim-files.ts'

/** Closed ones that can't be brought any more. Until then the company needs them to answer. */
export const eraseClaims = (ctx: Ctx, { companyId, clientIds }: Erasing): Promise<ErasedPart> =>
  eraseRows(
    ctx,
    'claims',
    sql<ErasedRow>`
      select c.id,
             case
               when l.day >= (${ctx.now}::timestamptz at time zone m.time_zone)::date then 'limitation'
               when c.state <> 'closed' then 'open-claim'
             end as reason,
             l.day::text as day,
             c.id as "claimId"
      from claims c
      join companies m on m.id = c.company_id
      cross join lateral (
        select ((c.happened_at at time zone m.time_zone)::date + make_interval(years => ${limitationYears}))::date as day) l
      where c.company_id = ${companyId} and coalesce(c.client_id, c.former_client_id) = any(${clientIds}::uuid[])
      for update of c`,
    async (ids) => {
      await forgetClaims(ctx, companyId, ids)
      await removeClaimFiles(ctx, sql`f.claim_id = any(${ids}::uuid[])`)
      await ctx.tx.sql`delete from claims where company_id = ${companyId} and id = any(${ids}::uuid[])`
    },
  )
