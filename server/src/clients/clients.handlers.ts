import { clientChanges, nameKnown, newClientFields, numberTaken, withoutContact } from '@bordee/core/clients/client.ts'
import type { clientCalls } from '@bordee/core/clients/clients.calls.ts'
import { invalid } from '@bordee/core/problem.ts'
import { required } from '@bordee/core/wire.ts'
import type { Ctx, Handlers } from '../engine/ctx.ts'
import { isPiece, readPiece } from '../engine/db/pieces.ts'
import { sql } from '../engine/db/sql.ts'
import { change } from '../engine/db/writing.ts'
import { formErrors } from '../engine/http/problems.ts'
import { lockContractsOf, refuseOwing, refuseUnderContract } from '../folders/deletable.ts'
import { refuseHeldFolders } from '../folders/site-holds.ts'
import { lockClients, visibleClients } from '../folders/visible-folders.ts'
import { insertOccupants } from '../occupants/occupants.queries.ts'
import { insertSite } from '../sites/site-changes.ts'
import { siteRows } from '../sites/sites.queries.ts'
import { insertClient } from './client-changes.ts'
import { clientList, clientRows, readClient } from './clients.queries.ts'

export const clientHandlers: Handlers<typeof clientCalls> = {
  listClients: (ctx, asked) => (isPiece(asked) ? readPiece(ctx, clientList, asked) : ctx.tx.jsonList(clientRows(ctx))),

  getClient: (ctx, { id }) => readClient(ctx, id),

  async listClientSites(ctx, { id }) {
    await readClient(ctx, id)
    return ctx.tx.jsonList(siteRows(ctx, { where: sql`s.client_id = ${id}` }))
  },

  async createClient(ctx, { client, site, occupants }) {
    if (occupants?.length && !site) throw invalid({ site: { name: required } })
    const id = await insertClient(ctx, client)
    const siteId = site && (await insertSite(ctx, { ...site, customerId: id, type: site.type ?? client.type }))
    if (siteId && occupants) await insertOccupants(ctx, siteId, occupants)
    return readClient(ctx, id)
  },

  async updateClient(ctx, { id, client }) {
    const [held] = await lockClients(ctx, [id])
    await change(ctx.tx, 'clients', { id }, { ...client, ...withoutContact(client.type ?? held?.type) })
    return readClient(ctx, id)
  },

  async deleteClient(ctx, { id }) {
    await removeClients(ctx, [id])
    return null
  },

  async deleteClients(ctx, { clientIds }) {
    await removeClients(ctx, clientIds)
    return null
  },

  async validateClient(ctx, { client: { id, ...client } }) {
    const read = (id ? clientChanges : newClientFields).safeParse(client)
    const refused = formErrors({ errorsUnder: {} }, (read.error?.issues ?? []).map(underClient))
    const { name, number } = client
    const [known] = await ctx.tx.sql<{ name: boolean; number: boolean }>`
      select coalesce(bool_or(folded(c.name) = folded(${trimmed(name)})), false) as name,
             coalesce(bool_or(c.number = ${trimmed(number)}), false) as number
      from clients c where ${visibleClients(ctx, 'c')} and c.id is distinct from ${id ?? null}::uuid`
    return {
      formErrors: { client: { ...(known?.number && { number: numberTaken }), ...refused.client } },
      warnings: { client: { ...(known?.name && { name: nameKnown }) } },
    }
  },
}

const underClient = ({ path, message }: { path: PropertyKey[]; message: string }) => ({ path: ['client', ...path], message })
/** PostgreSQL stores no NUL; the schema refuses it. */
const trimmed = (typed: unknown) => (typeof typed === 'string' ? typed.replaceAll('\0', '').trim() : null)

/** All or none. Also deletes their sites, areas, occupants and places in routes; contracts keep their own copy. */
async function removeClients(ctx: Ctx, ids: string[]) {
  await lockContractsOf(ctx, 'client_id', ids)
  const rows = await lockClients(ctx, ids)
  await refuseUnderContract(ctx, 'client_id', ids)
  await refuseOwing(ctx, ids)
  await refuseHeldFolders(ctx, 'client_id', ids)
  await ctx.tx.sql`delete from clients where id = any(${rows.map((row) => row.id)}::uuid[])`
}
