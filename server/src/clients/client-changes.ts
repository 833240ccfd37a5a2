// Writing clients, for the folder's own form, for quote requests and for imports.
import { type ClientFields, numberTaken, withoutContact } from '@bordee/core/clients/client.ts'
import { type Ctx, companyOf } from '../engine/ctx.ts'
import { type BulkRow, insertMany, updateMany } from '../engine/db/bulk.ts'
import type { Tx } from '../engine/db/db.ts'
import { insert } from '../engine/db/writing.ts'

export const clientTakenMessages = { clients_company_id_number_key: { client: { number: numberTaken } } }

/** Returns its id. */
export const insertClient = (ctx: Ctx, client: Partial<ClientFields> & Pick<ClientFields, 'name'>): Promise<string> =>
  insert(ctx.tx, 'clients', { ...client, ...withoutContact(client.type), companyId: companyOf(ctx) })

export const insertClients = (tx: Tx, clients: readonly BulkRow[]) => insertMany(tx, 'clients', clients)

export const updateClients = (tx: Tx, companyId: string, clients: readonly (BulkRow & { id: string })[]) =>
  updateMany(tx, 'clients', companyId, clients)
