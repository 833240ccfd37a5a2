import type { ErasedPart } from '@bordee/core/privacy/erasure.ts'
import type { Ctx } from '../engine/ctx.ts'
import { sql } from '../engine/db/sql.ts'
import { atTheirSites, type ErasedRow, type Erasing, eraseRows, unlessHeld } from '../folders/erasing.ts'
import { joinHold } from '../folders/site-holds.ts'
import { emptyPhotos } from './removing.ts'

/** Their contents; the hashes stay. */
export const erasePhotos = (ctx: Ctx, { companyId, by, ...erasing }: Erasing): Promise<ErasedPart> =>
  eraseRows(
    ctx,
    'photos',
    sql<ErasedRow>`
      select p.id, ${unlessHeld}
      from photos p
      ${joinHold(
        sql`p.company_id`,
        sql`h.site_id = p.site_id and p.taken_at >= h.since and p.taken_at < h.before or h.claim_id = p.claim_id`,
      )}
      where p.company_id = ${companyId} and ${atTheirSites('p', erasing)} and p.deleted_at is null`,
    (ids) => emptyPhotos(ctx, companyId, ids, { by, reason: 'Renseignements effacés à la demande du client', why: 'erasure' }),
  )
