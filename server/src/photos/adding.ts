// Takes a photo: checks where it belongs, draws it again, stores it, then writes its row.

import type { UploadedFile } from '@bordee/core/call.ts'
import { mostPhotosPerMark, type Photo, type photoFields, tooManyPhotos } from '@bordee/core/photos/photo.ts'
import { conflict, invalid } from '@bordee/core/problem.ts'
import type { output, ZodObject } from 'zod'
import { type Ctx, companyOf } from '../engine/ctx.ts'
import { sql } from '../engine/db/sql.ts'
import { UploadPlaces } from '../engine/http/upload-places.ts'
import { dropFiles, refuseOverQuota, storeFiles } from '../files/storing.ts'
import { accountName } from '../runs/operators.ts'
import { drawnPhoto } from './drawers.ts'
import type { DrawnPhoto } from './drawing.ts'
import { findPhoto } from './photos.queries.ts'
import { type PhotoPlace, placeOf } from './placing.ts'

export type NewPhoto = output<ZodObject<typeof photoFields>>

/** Read at a time, four per company: a phone with a poor signal takes two minutes. Each takes at most 20 MB until it is drawn. */
const places = new UploadPlaces(12, { maxWaiting: 1000, perKey: 4 })

export async function addPhoto(ctx: Ctx, photo: NewPhoto, files: AsyncIterable<UploadedFile>): Promise<Photo> {
  let place: PhotoPlace | undefined
  const added = await places.read(companyOf(ctx), files, {
    known: () =>
      ctx.aside(async ({ tx }) => {
        const own = { ...ctx, tx }
        const found = await existing(own, photo)
        if (found) return found
        if (photo.markId) await refuseTooMany(own, companyOf(own), photo)
        place = await placeOf(own, photo)
        return undefined
      }),
    async use(bytes) {
      const drawn = await drawnPhoto(companyOf(ctx), Buffer.from(bytes))
      // Also before anything is stored: what is refused afterwards stays on the disk until the next night.
      const { full, medium, small } = drawn
      await ctx.aside(({ tx }) => refuseOverQuota({ ...ctx, tx }, companyOf(ctx), [full, medium, small]))
      if (!place) throw new Error('a photo without a place')
      return keepPhoto(ctx, photo, place, drawn)
    },
  })
  if (!added) throw invalid({ photo: { file: 'Choisissez une photo.' } })
  return added
}

/** Also for photos that nobody uploads. */
export async function keepPhoto(ctx: Ctx, photo: NewPhoto, { siteId, runId }: PhotoPlace, drawn: DrawnPhoto): Promise<Photo> {
  const companyId = companyOf(ctx)
  const { full, medium, small, width, height } = drawn
  const ids = await storeFiles(ctx, companyId, [full, medium, small])
  if (photo.markId) await refuseTooMany(ctx, companyId, photo)
  const { id, kind, markId = null, visitId = null, claimId = null, takenAt, lat, lng, accuracy } = photo
  const place = lat === undefined || lng === undefined ? { lat: null, lng: null, accuracy: null } : { lat, lng, accuracy: accuracy ?? null }
  const made = await ctx.tx.sql`
    insert into photos (
      company_id, id, kind, site_id, run_id, mark_id, visit_id, claim_id, taken_at, received_at, lat, lng, accuracy,
      account_id, author, hash, size, width, height, full_id, medium_id, small_id)
    select ${companyId}, ${id}, ${kind}, ${siteId}, ${runId}, ${markId}, ${visitId}, ${claimId}, ${takenAt}, ${ctx.now},
           ${place.lat}, ${place.lng}, ${place.accuracy}, a.id, ${accountName}, f.hash, f.size, ${width}, ${height},
           ${ids[0]}, ${ids[1]}, ${ids[2]}
    from accounts a
    join stored_files f on f.company_id = ${companyId} and f.id = ${ids[0]}
    where a.id = ${ctx.actor.accountId}
    on conflict (company_id, id) do nothing
    returning id`
  if (made.length === 0) await dropFiles(ctx, companyId, ids) // sent twice at once
  if (runId) ctx.publish(companyId, { topic: 'runs', runId })
  const kept = await existing(ctx, photo)
  if (!kept) throw new Error('the photo is gone')
  return kept
}

/** The same photo, sent before. */
async function existing(ctx: Ctx, { id }: NewPhoto): Promise<Photo | undefined> {
  const found = await findPhoto(ctx, sql`p.company_id = ${companyOf(ctx)} and p.id = ${id}`)
  if (!found) return undefined
  const [own] = await ctx.tx.sql`
    select from photos where company_id = ${companyOf(ctx)} and id = ${id} and account_id = ${ctx.actor.accountId}`
  if (!own) throw conflict('Cet identifiant est celui d’une autre photo.', { code: 'id-used' })
  return found
}

async function refuseTooMany({ tx }: Ctx, companyId: string, { id, markId }: NewPhoto) {
  await tx.sql`select pg_advisory_xact_lock(hashtextextended(${`photos of ${markId}`}, 0))`
  const [others] = await tx.sql<{ count: number }>`
    select count(*)::int as count from photos
    where company_id = ${companyId} and mark_id = ${markId} and id <> ${id} and deleted_at is null`
  if ((others?.count ?? 0) >= mostPhotosPerMark) throw conflict(tooManyPhotos, { code: 'too-many-photos' })
}
