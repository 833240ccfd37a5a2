import type { occupantCalls } from '@bordee/core/occupants/occupants.calls.ts'
import { conflict, invalid, notFound } from '@bordee/core/problem.ts'
import { count } from '@bordee/core/text.ts'
import { changeSubscription, changesOf } from '../alerts/subscriptions.ts'
import type { Ctx, Handlers } from '../engine/ctx.ts'
import { isPiece, readPiece } from '../engine/db/pieces.ts'
import { sql } from '../engine/db/sql.ts'
import { requireClients, seesNotes } from '../folders/visible-folders.ts'
import { lockSites, requireSite } from '../sites/sites.queries.ts'
import {
  changeOccupants,
  insertOccupants,
  lockOccupants,
  occupantList,
  occupantRows,
  readOccupant,
  readPhone,
} from './occupants.queries.ts'

export const occupantHandlers: Handlers<typeof occupantCalls> = {
  async listOccupants(ctx, { siteId, clientId, ...asked }) {
    if (siteId) await requireSite(ctx, siteId)
    if (clientId) await requireClients(ctx, [clientId])
    const where = sql`${siteId ? sql`s.id = ${siteId}` : sql`true`} and ${clientId ? sql`c.id = ${clientId}` : sql`true`}`
    return isPiece(asked) ? readPiece(ctx, occupantList(where), asked) : ctx.tx.jsonList(occupantRows(ctx, where))
  },

  async createOccupant(ctx, { contact: { site, ...occupant } }) {
    const [id = ''] = await insertOccupants(ctx, site, [written(ctx, occupant)])
    return readOccupant(ctx, id)
  },

  async updateOccupant(ctx, { id, contact: { site, ...occupant } }) {
    const [target] = site ? await lockSites(ctx, [site]) : [] // always lock sites before occupants
    await lockOccupants(ctx, [id])
    await changeOccupants(ctx, [{ ...written(ctx, occupant), id, siteId: target?.id }])
    return readOccupant(ctx, id)
  },

  async deleteOccupant(ctx, { id }) {
    await remove(ctx, await lockOccupants(ctx, [id]))
    return null
  },

  async deleteOccupants(ctx, { contactIds }) {
    await remove(ctx, await lockOccupants(ctx, contactIds))
    return null
  },

  async replaceOccupants(ctx, { siteId, occupants, removedOccupantIds }) {
    await lockSites(ctx, [siteId])
    const held = await ctx.tx.sql<{ id: string }>`select id from occupants where site_id = ${siteId} for update`
    const known = new Set(held.map(({ id }) => id))
    const named = occupants.flatMap(({ id }) => id ?? [])
    if (!named.every((id) => known.has(id)) || new Set(named).size !== named.length) throw notFound('Occupant')
    const leaving = [...known].filter((id) => (removedOccupantIds ? removedOccupantIds.includes(id) : !named.includes(id)))
    const after = known.size - leaving.length + occupants.length - named.length
    if (after > known.size) await requireRoom(ctx, siteId, after)
    await remove(ctx, leaving)
    await changeOccupants(
      ctx,
      occupants.flatMap(({ id, ...occupant }) => (id ? { ...written(ctx, occupant), id } : [])),
    )
    const added = occupants.filter(({ id }) => !id)
    if (added.length > 0)
      await insertOccupants(
        ctx,
        siteId,
        added.map(({ id: _, ...occupant }) => written(ctx, { alertMethod: 'sms' as const, ...occupant })),
      )
    return ctx.tx.jsonList(occupantRows(ctx, sql`s.id = ${siteId}`))
  },

  async listSubscriptionChanges(ctx, { id }) {
    const { companyId, phone } = await readPhone(ctx, id)
    return changesOf(ctx, companyId, phone)
  },

  async resubscribeOccupant(ctx, { id, request }) {
    await lockOccupants(ctx, [id]) // the request is for this phone: it must not change meanwhile
    const { companyId, phone } = await readPhone(ctx, id)
    const office = { accountId: ctx.actor.accountId, request }
    const changed = await changeSubscription(ctx, { companyId, phone, unsubscribed: false, how: 'office', office })
    if (!changed) throw conflict('Ce numéro n’est pas désabonné.', { code: 'not-unsubscribed' })
    return readOccupant(ctx, id)
  },
}

/** Someone who can't read notes can't write them: saving what they received would erase them. */
const written = <O extends { notes?: unknown }>(ctx: Ctx, occupant: O): O =>
  seesNotes(ctx.actor) ? occupant : { ...occupant, notes: undefined }

/** The company pays for each alert, so it limits what a client may register. Occupants added by the office stay. */
async function requireRoom(ctx: Ctx, siteId: string, wanted: number) {
  if (ctx.actor.role !== 'client') return
  const [company] = await ctx.tx.sql<{ max: number }>`
    select c.alert_max_client_occupants as max from sites s join companies c on c.id = s.company_id where s.id = ${siteId}`
  const max = company?.max ?? 0
  if (wanted > max)
    throw invalid({ occupants: { [`${max}.phone`]: `Vous pouvez inscrire au plus ${count(max, 'occupant')} à cet endroit.` } })
}

async function remove(ctx: Ctx, ids: string[]) {
  await ctx.tx.sql`delete from occupants where id = any(${ids}::uuid[])`
}
