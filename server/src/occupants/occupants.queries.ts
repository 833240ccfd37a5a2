// Occupants: the people warned at a site. Anyone who sees the site sees them.
import type { CallRequest, QuietHours } from '@bordee/core/alerts/hours.ts'
import { type EditedOccupant, type Occupant, type OccupantRow, occupant, occupantRow } from '@bordee/core/occupants/occupant.ts'
import { notFound } from '@bordee/core/problem.ts'
import type { Ctx } from '../engine/ctx.ts'
import { type BulkRow, insertMany, updateMany } from '../engine/db/bulk.ts'
import { jsonOf } from '../engine/db/columns.ts'
import type { Tx } from '../engine/db/db.ts'
import type { PiecedList } from '../engine/db/pieces.ts'
import { type Sql, sql } from '../engine/db/sql.ts'
import { change, insertAll } from '../engine/db/writing.ts'
import { notesOf, visibleClients } from '../folders/visible-folders.ts'
import { addressText } from '../sites/site-address.ts'
import { lockSites } from '../sites/sites.queries.ts'
import { callRequestBy, withCallRequest } from './call-requests.ts'

/** In list order, filtered on aliases `c` and `s`; pieces carry only what the list shows. */
export const occupantList = (where: Sql<unknown>): PiecedList<OccupantRow> => ({
  order: { 'c.name': 'text', 's.name': 'text', 'o.created_at': 'timestamptz', 'o.id': 'uuid' },
  from: (ctx) => sql`
    clients c
    join sites s on s.company_id = c.company_id and s.client_id = c.id
    join occupants o on o.company_id = s.company_id and o.site_id = s.id
    where ${visibleClients(ctx, 'c')} and ${where}`,
  rows: (ctx, ids) => occupantRows(ctx, sql`o.id in (select unnest(${ids}::uuid[]))`, occupantRow.shape),
})

/** Rows with a column `json` of the given `shape`; `where` may filter on aliases `c`, `s` and `o`. */
export const occupantRows = (
  ctx: Ctx,
  where: Sql<unknown> = sql`true`,
  shape: typeof occupant.shape | typeof occupantRow.shape = occupant.shape,
) => sql<{ json: Occupant }>`
  select ${jsonOf(shape, 'o', {
    notes: notesOf(ctx.actor, 'o'),
    site: jsonOf(shape.site.shape, 's', { customerId: sql`c.id`, customerName: sql`c.name` }),
    unsubscribed: sql`u.phone is not null`,
    address: addressText('s'),
  })} as json
  from occupants o
  join sites s on s.company_id = o.company_id and s.id = o.site_id
  join clients c on c.company_id = s.company_id and c.id = s.client_id
  left join unsubscribed_phones u on u.company_id = o.company_id and u.phone = o.phone
  where ${visibleClients(ctx, 'c')} and ${where}
  order by c.name, s.name, o.created_at, o.id`

export async function readOccupant(ctx: Ctx, id: string) {
  const found = await ctx.tx.jsonOne(occupantRows(ctx, sql`o.id = ${id}`))
  if (!found) throw notFound('Occupant')
  return found
}

export async function readPhone(ctx: Ctx, id: string): Promise<{ companyId: string; phone: string }> {
  const [found] = await ctx.tx.sql<{ companyId: string; phone: string }>`
    select o.company_id as "companyId", o.phone from occupants o
    join sites s on s.company_id = o.company_id and s.id = o.site_id join clients c on c.company_id = s.company_id and c.id = s.client_id
    where o.id = ${id} and ${visibleClients(ctx, 'c')}`
  if (!found) throw notFound('Occupant')
  return found
}

/** Locked until the request ends. If this actor can't see one of them, it is a 404 for all. */
export async function lockOccupants(ctx: Ctx, ids: readonly string[]) {
  const wanted = [...new Set(ids)]
  const rows = await ctx.tx.sql<{ id: string }>`
    select o.id from occupants o
    join sites s on s.company_id = o.company_id and s.id = o.site_id join clients c on c.company_id = s.company_id and c.id = s.client_id
    where o.id = any(${wanted}::uuid[]) and ${visibleClients(ctx, 'c')} order by o.id for update of o`
  if (rows.length !== wanted.length) throw notFound('Occupant')
  return rows.map(({ id }) => id)
}

/** Changes them one by one, as sent. */
export async function changeOccupants(ctx: Ctx, sent: readonly (Partial<EditedOccupant> & { id: string; siteId?: string | undefined })[]) {
  const by = await callRequestBy(ctx)
  const rows = await ctx.tx.sql<{ id: string; phone: string; callsAnytime: CallRequest | null }>`
    select id, phone, calls_anytime as "callsAnytime"
    from occupants
    where id = any(${sent.map(({ id }) => id)}::uuid[])`
  const held = new Map(rows.map((row) => [row.id, row]))
  for (const { id, ...occupant } of sent) await change(ctx.tx, 'occupants', { id }, withCallRequest(occupant, by, held.get(id)))
}

/** Returns their ids, in the given order. */
export async function insertOccupants(ctx: Ctx, siteId: string, occupants: readonly NewOccupant[]): Promise<string[]> {
  const [site] = await lockSites(ctx, [siteId])
  const place = { siteId, companyId: site?.companyId ?? '' }
  const by = await callRequestBy(ctx)
  return insertAll(
    ctx.tx,
    'occupants',
    occupants.map((occupant) => ({ ...withCallRequest(occupant, by), ...place })),
  )
}
type NewOccupant = Partial<EditedOccupant> & Pick<EditedOccupant, 'phone' | 'alertMethod'>

export const setQuietHours = ({ tx }: Pick<Ctx, 'tx'>, { occupantId: id }: { occupantId: string }, quietHours: QuietHours) =>
  change(tx, 'occupants', { id }, { quietHours })

/** Their tracking links are dead from now on. Returns how many there are. */
export async function raiseOccupantGenerations({ tx }: Pick<Ctx, 'tx'>, companyId: string, ids: readonly string[]): Promise<number> {
  const raised = await tx.sql`
    update occupants
    set tracking_generation = tracking_generation + 1
    where company_id = ${companyId} and id = any(${ids}::uuid[])
    returning id`
  return raised.length
}

export const importOccupants = (tx: Tx, occupants: readonly BulkRow[]) => insertMany(tx, 'occupants', occupants)

export const updateOccupants = (tx: Tx, companyId: string, occupants: readonly (BulkRow & { id: string })[]) =>
  updateMany(tx, 'occupants', companyId, occupants)
