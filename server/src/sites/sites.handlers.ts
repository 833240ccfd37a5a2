import { boundsOf } from '@bordee/core/geo.ts'
import { siteNameTaken } from '@bordee/core/sites/site.ts'
import type { siteCalls } from '@bordee/core/sites/sites.calls.ts'
import { type Ctx, companyOf, type Handlers } from '../engine/ctx.ts'
import { isPiece, readPiece } from '../engine/db/pieces.ts'
import { sql } from '../engine/db/sql.ts'
import { lockContractsOf, refuseUnderContract } from '../folders/deletable.ts'
import { refuseHeldFolders } from '../folders/site-holds.ts'
import { requireClients } from '../folders/visible-folders.ts'
import { changeSite, insertSite, placeSites } from './site-changes.ts'
import { lockSites, readSite, siteList, siteRows, visibleSites } from './sites.queries.ts'

export const siteHandlers: Handlers<typeof siteCalls> = {
  listSites: (ctx, asked) => (isPiece(asked) ? readPiece(ctx, siteList, asked) : ctx.tx.jsonList(siteRows(ctx))),

  getSite: (ctx, { id }) => readSite(ctx, id),

  async createSite(ctx, { site }) {
    return readSite(ctx, await insertSite(ctx, site))
  },

  async updateSite(ctx, { id, site }) {
    await changeSite(ctx, id, site)
    return readSite(ctx, id)
  },

  async deleteSite(ctx, { id }) {
    await removeSites(ctx, [id])
    return null
  },

  async deleteSites(ctx, { siteIds }) {
    await removeSites(ctx, siteIds)
    return null
  },

  async validateSite(ctx, { site: { id, customerId, name } }) {
    const [taken] = await ctx.tx.sql<{ id: string }>`
      select s.id from sites s where ${visibleSites(ctx, 's')} and s.client_id::text = ${customerId ?? null}
        and folded(s.name) = folded(${name?.trim() ?? null}) and s.id is distinct from ${id ?? null}::uuid limit 1`
    return { formErrors: { site: { ...(taken && { name: siteNameTaken }) } } }
  },

  async geolocateSites(ctx, { clientIds }) {
    const lost = await ctx.aside(async ({ tx }) => {
      if (clientIds?.length) await requireClients({ ...ctx, tx }, clientIds)
      return tx.sql<LostSite>`
        select s.id, s.civic_number as "civicNumber", s.street, s.city, s.state, s.zip
        from sites s
        where s.company_id = ${companyOf(ctx)} and s.lat is null and s.city is not null
          and (${!clientIds?.length} or s.client_id = any(${clientIds ?? []}::uuid[]))
        order by s.id
        limit ${geocodedAtOnce}`
    })
    const geocodes = []
    for (const { id: siteId, ...address } of lost) {
      const point = await ctx.aside((work) => ctx.gateways.places.locate(work, address))
      if (point) geocodes.push({ siteId, point })
    }
    const [southWest, northEast] = boundsOf(geocodes.map(({ point }) => point)) ?? []
    const bounds = southWest && northEast ? { north: northEast.lat, south: southWest.lat, east: northEast.lng, west: southWest.lng } : null
    return { bounds, geocodes }
  },

  async placeSites(ctx, { sites }) {
    const ids = (
      await lockSites(
        ctx,
        sites.map(({ id }) => id),
      )
    ).map(({ id }) => id)
    const places = sites.map(({ id, point }) => ({ id, lat: point.lat, lng: point.lng }))
    await placeSites(ctx.tx, companyOf(ctx), places, { unlessPlaced: false })
    return ctx.tx.jsonList(siteRows(ctx, { where: sql`s.id = any(${ids}::uuid[])` }))
  },
}

/** An outside provider is asked one address at a time: more would keep the dialog waiting. */
const geocodedAtOnce = 1000

interface LostSite {
  id: string
  civicNumber: string | null
  street: string
  city: string
  state: string | null
  zip: string | null
}

/** All or none. Areas, occupants and places in routes go too; contracts keep a copy. Not under a running contract. */
async function removeSites(ctx: Ctx, ids: string[]) {
  await lockContractsOf(ctx, 'site_id', ids)
  const rows = await lockSites(ctx, ids)
  await refuseUnderContract(ctx, 'site_id', ids)
  await refuseHeldFolders(ctx, 'site_id', ids)
  await ctx.tx.sql`delete from sites where id = any(${rows.map(({ id }) => id)}::uuid[])`
}
