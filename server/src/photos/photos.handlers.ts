import { buffer } from 'node:stream/consumers'
import { periodOf } from '@bordee/core/alerts/period.ts'
import type { photoCalls } from '@bordee/core/photos/photos.calls.ts'
import { Problem } from '@bordee/core/problem.ts'
import { homeZone } from '@bordee/core/time.ts'
import type { Ctx, Handlers } from '../engine/ctx.ts'
import { addPhoto } from './adding.ts'
import { listPhotosOf, sitesWithoutCondition, visiblePhotos } from './photos.queries.ts'
import { deletePhoto } from './removing.ts'

const gone = () => new Problem(410, 'Cette photo a été supprimée.', { code: 'photo-deleted' })

export const photoHandlers: Handlers<typeof photoCalls> = {
  addPhoto: (ctx, { files, ...photo }) => addPhoto(ctx, photo, files),

  async listPhotos(ctx, { from, to, ...of }) {
    return listPhotosOf(ctx, { ...of, ...(await periodHere(ctx, from, to)) })
  },

  listSitesWithoutCondition: sitesWithoutCondition,

  async getPhoto(ctx, { id, size }) {
    const [found] = await ctx.aside(
      ({ tx }) => tx.sql<{ hash: string | null }>`
        select f.hash
        from photos p
        left join stored_files f on f.company_id = p.company_id
          and f.id = case ${size} when 'small' then p.small_id when 'medium' then p.medium_id else p.full_id end
        where p.id = ${id} and ${visiblePhotos(ctx)}`,
    )
    if (!found) throw new Problem(404, 'Photo introuvable.')
    const content = found.hash && (await ctx.gateways.files.get(found.hash))
    if (!content) throw gone()
    return { bytes: await buffer(content), name: '' }
  },

  deletePhoto: (ctx, { id, reason }) => deletePhoto(ctx, id, reason),
}

/** Days in the company's time zone; without one of the ends, from or until ever. */
async function periodHere(ctx: Ctx, from: string | undefined, to: string | undefined) {
  const [company] = await ctx.tx.sql<{ zone: string }>`select time_zone as zone from companies where id = ${ctx.actor.companyId}`
  const { since, before } = periodOf(from ?? '1970-01-02', to ?? '2199-12-30', company?.zone ?? homeZone)
  return { since: from === undefined ? null : since, before: to === undefined ? null : before }
}
