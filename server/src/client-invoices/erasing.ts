import type { ErasedPart } from '@bordee/core/privacy/erasure.ts'
import type { Ctx } from '../engine/ctx.ts'
import { sql } from '../engine/db/sql.ts'
import { type ErasedRow, type Erasing, eraseRows } from '../folders/erasing.ts'
import { deleteDraft } from './drafting.ts'

/** Drafts go. An invoice that was issued stays for as long as the law requires (client-invoices.jobs.ts). */
export const eraseInvoices = (ctx: Ctx, { companyId, clientIds }: Erasing): Promise<ErasedPart> =>
  eraseRows(
    ctx,
    'invoices',
    sql<ErasedRow>`
      select i.id, case when i.number is not null then 'issued' end as reason, null as day, null as "claimId"
      from client_invoices i
      where i.company_id = ${companyId} and coalesce(i.client_id, i.former_client_id) = any(${clientIds}::uuid[])
      order by i.id`,
    async (ids) => {
      for (const id of ids) await deleteDraft(ctx, id)
    },
  )
