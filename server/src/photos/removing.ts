// Removes photos' contents. The rows stay, with the hash, who removed it and why.
import type { Photo } from '@bordee/core/photos/photo.ts'
import { conflict, notFound } from '@bordee/core/problem.ts'
import type { RemovalReason } from '@bordee/core/records/record.ts'
import { audit } from '../engine/audit.ts'
import { type Ctx, companyOf, type Work } from '../engine/ctx.ts'
import { sql } from '../engine/db/sql.ts'
import { dropFiles } from '../files/storing.ts'
import { because, eraseRecorded } from '../records/records.ts'
import { accountName } from '../runs/operators.ts'
import { isHeld } from './holding.ts'
import { readPhoto } from './photos.queries.ts'

export async function deletePhoto(ctx: Ctx, id: string, reason: string): Promise<Photo> {
  const companyId = companyOf(ctx)
  const [found] = await ctx.tx.sql<{ deletedAt: Date | null; isHeld: boolean; author: string }>`
    select p.deleted_at as "deletedAt", ${isHeld} as "isHeld", ${accountName} as author
    from photos p
    join accounts a on a.id = ${ctx.actor.accountId}
    where p.company_id = ${companyId} and p.id = ${id}
    for update of p`
  if (!found) throw notFound('Photo')
  if (found.isHeld) throw conflict('Une réclamation protège cette photo\u00a0: elle ne peut pas être supprimée.', { code: 'held' })
  if (!found.deletedAt) {
    await emptyPhotos(ctx, companyId, [id], { by: found.author, reason })
    await audit(ctx, 'photo-deleted', { photoId: id })
  }
  return readPhoto(ctx, id)
}

/** `by` is null for what retention removes. Where a photo was taken goes with it, from the record too. */
export async function emptyPhotos(
  work: Work,
  companyId: string,
  ids: readonly string[],
  { by, reason, why = by === null ? 'retention' : 'photo-removed' }: { by: string | null; reason: string; why?: RemovalReason },
): Promise<void> {
  await because(work, why)
  await eraseRecorded(
    work,
    companyId,
    'photo',
    sql`select id from photos where company_id = ${companyId} and id = any(${ids}::uuid[]) and deleted_at is null`,
  )
  const emptied = await work.tx.sql<{ files: string[] }>`
    update photos p
    set deleted_at = ${work.now}, deleted_by = ${by}, deleted_reason = ${reason},
        lat = null, lng = null, accuracy = null, full_id = null, medium_id = null, small_id = null
    from (
      select id, array[full_id, medium_id, small_id] as files
      from photos
      where company_id = ${companyId} and id = any(${ids}::uuid[]) and deleted_at is null
      for update) before
    where p.company_id = ${companyId} and p.id = before.id
    returning before.files`
  await dropFiles(
    work,
    companyId,
    emptied.flatMap(({ files }) => files),
  )
}

/** Not held, and either too old or of a site that was deleted. For the photo with alias `p`. */
export const isOver = (before: Date) => sql`p.deleted_at is null and not ${isHeld} and (p.received_at < ${before} or p.site_id is null)`
