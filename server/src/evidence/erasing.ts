import type { ErasedPart } from '@bordee/core/privacy/erasure.ts'
import type { Ctx } from '../engine/ctx.ts'
import { sql } from '../engine/db/sql.ts'
import { atTheirSites, type ErasedRow, type Erasing, eraseRows, unlessHeld } from '../folders/erasing.ts'
import { joinHold } from '../folders/site-holds.ts'
import { removeEvidence } from './removing.ts'

/** Their contents and what they are called; the hashes stay, to verify copies. */
export const eraseDossiers = (ctx: Ctx, { companyId, ...erasing }: Erasing): Promise<ErasedPart> =>
  eraseRows(
    ctx,
    'dossiers',
    sql<ErasedRow>`
      select f.id, ${unlessHeld}
      from evidence_files f
      ${joinHold(sql`f.company_id`, sql`h.claim_id = f.claim_id`)}
      where f.company_id = ${companyId} and (${atTheirSites('f', erasing)} or f.client_id = any(${erasing.clientIds}::uuid[]))
        and f.subject <> ${erasedSubject}
      for update of f`,
    async (ids) => {
      await removeEvidence(ctx, companyId, sql`o.id = any(${ids}::uuid[])`)
      await ctx.tx.sql`
        update evidence_files
        set subject = ${erasedSubject}, file_name = null
        where company_id = ${companyId} and id = any(${ids}::uuid[])`
    },
  )

const erasedSubject = 'Dossier effacé'

/** Dossiers outlive the claims that they were made for, with their hashes. */
export async function forgetClaims(ctx: Ctx, companyId: string, claimIds: readonly string[]) {
  await ctx.tx.sql`
    update evidence_files set claim_id = null where company_id = ${companyId} and claim_id = any(${claimIds}::uuid[])`
}
