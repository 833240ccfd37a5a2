import { signedStates } from '@bordee/core/contracts/contract-life.ts'
import type { ErasedPart } from '@bordee/core/privacy/erasure.ts'
import type { Ctx } from '../engine/ctx.ts'
import { sql } from '../engine/db/sql.ts'
import { inStates } from '../engine/db/states.ts'
import { type ErasedRow, type Erasing, eraseRows } from '../folders/erasing.ts'
import { joinHold } from '../folders/site-holds.ts'

/** Those that nobody has signed or paid for. The others stay as copies, for as long as the law requires (contracts.jobs.ts). */
export const eraseContracts = (ctx: Ctx, { companyId, clientIds, siteIds, emails }: Erasing): Promise<ErasedPart> =>
  eraseRows(
    ctx,
    'contracts',
    sql<ErasedRow>`
      select k.id,
             case
               when hold.claim_id is not null then 'claim'
               when k.signed_at is not null or k.status in ${inStates(signedStates)} then 'signed'
               when exists (select from contract_signatures g where g.company_id = k.company_id and g.contract_id = k.id) then 'signed'
               when exists (select from contract_payments p where p.company_id = k.company_id and p.contract_id = k.id) then 'paid'
               when exists (select from contract_checkouts o where o.company_id = k.company_id and o.contract_id = k.id) then 'paid'
             end as reason,
             hold.day::text as day,
             hold.claim_id as "claimId"
      from contracts k
      ${joinHold(
        sql`k.company_id`,
        sql`h.site_id = k.site_id and coalesce(k.end_at, h.from_day) >= h.from_day and coalesce(k.start_at, h.to_day) <= h.to_day`,
      )}
      where k.company_id = ${companyId}
        and (coalesce(k.client_id, k.former_client_id) = any(${clientIds}::uuid[])
          or k.client_id is null and (k.site_id = any(${siteIds}::uuid[]) or k.client_email = any(${emails}::text[])))`,
    (ids) => ctx.tx.sql`delete from contracts where company_id = ${companyId} and id = any(${ids}::uuid[])`,
  )
