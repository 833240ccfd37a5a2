// The folders that someone may see, and how they are answered.
import { type Client, type ClientRow, client, clientRow } from '@bordee/core/clients/client.ts'
import { notFound } from '@bordee/core/problem.ts'
import { among, companyAdmins } from '@bordee/core/roles.ts'
import type { RawBuilder } from 'kysely'
import { jsonOf } from '../columns.ts'
import type { Actor, Ctx } from '../ctx.ts'
import type { PiecedList } from '../pieces.ts'
import { addressJson } from '../sites/site-address.ts'
import { sql } from '../sql.ts'

/** The folders of this actor: the office sees its company's, a manager his customers', a client those that carry his e-mail. */
export function visibleClients({ actor }: Ctx, c: string): RawBuilder<boolean> {
  const companyId = sql.ref(`${c}.company_id`)
  if (actor.role === 'client') {
    const ofHisEmail = sql`${sql.ref(`${c}.email`)} = (select email from accounts where id = ${actor.accountId} and email_verified_at is not null)`
    return sql`(${companyId} = any(${actor.companies}::uuid[]) and (${ofHisEmail} or ${given(actor, c)}))`
  }
  if (actor.role === 'manager') return sql`(${companyId} = ${actor.companyId} and ${given(actor, c)})`
  return sql`${companyId} = ${actor.companyId}`
}

/** Named in the access of a manager or of a client. */
const given = ({ accountId, role }: Actor, c: string) => sql`${sql.ref(`${c}.id`)} in (
  select g.client_id from access_customers g join accesses x on x.company_id = g.company_id and x.id = g.access_id
  where x.account_id = ${accountId} and x.role = ${role})`

const isOffice = ({ role }: Actor) => role !== null && among(companyAdmins, role)

/** Notes are the office's own: a manager and a client never receive them. */
export const seesNotes = isOffice
export const notesOf = (actor: Actor, alias: string) => (seesNotes(actor) ? sql.ref(`${alias}.notes`) : sql`null::text`)

/** In the order of the list; in pieces, what it shows of each. */
export const clientList: PiecedList<ClientRow> = {
  order: { 'c.name': 'text', 'c.id': 'uuid' },
  from: (ctx) => sql`clients c where ${visibleClients(ctx, 'c')}`,
  rows: (ctx, ids) => clientRows(ctx, sql`c.id in (select unnest(${ids}::uuid[]))`, clientRow.shape),
}

/** Answers rows with a column `json`, as `shape` wants them; `where` may narrow them down by the alias `c`. */
export function clientRows(ctx: Ctx, where?: RawBuilder<unknown>, shape: typeof client.shape | typeof clientRow.shape = client.shape) {
  const { actor } = ctx
  const seen = sql`${visibleClients(ctx, 'c')} and ${where ?? sql`true`}`
  // The office's whole list needs no list of ids: its company says as much, in half the time.
  const isWhole = !where && isOffice(actor)
  const ofSeen = (clientId: string) => (isWhole ? sql`true` : sql`${sql.ref(clientId)} in (select c.id from clients c where ${seen})`)
  const [ofSite, ofSector] = [shape.sites.element.shape, shape.sectors.element.shape]
  return sql<{ json: Client }>`
    with told as (
      select o.site_id, count(*)::int as n from occupants o ${isWhole ? sql`` : sql`join sites s on s.company_id = o.company_id and s.id = o.site_id`}
      where o.company_id = any(${actor.companies}::uuid[]) and ${ofSeen('s.client_id')} group by o.site_id),
    cleared as (
      select s.client_id, array_agg(t.status) as statuses, coalesce(sum(told.n), 0)::int as contacts,
             json_agg(${jsonOf(ofSite, 's', { address: addressJson('s', ofSite.address.shape), status: sql`t.status` })} order by s.created_at, s.id) as sites
      from sites s join site_states t on t.company_id = s.company_id and t.site_id = s.id left join told on told.site_id = s.id
      where s.company_id = any(${actor.companies}::uuid[]) and ${ofSeen('s.client_id')} group by s.client_id),
    within as (
      select client_id, json_agg(${jsonOf(ofSector, 'x')} order by name, id) as sectors
      from (select distinct m.client_id, r.id, r.name from sector_members m join sectors r on r.company_id = m.company_id and r.id = m.sector_id
            where m.company_id = any(${actor.companies}::uuid[]) and ${ofSeen('m.client_id')}) x
      group by client_id)
    select ${jsonOf(shape, 'c', {
      notes: notesOf(actor, 'c'),
      status: sql`client_status(v.statuses)`,
      sites: sql`coalesce(v.sites, '[]')`,
      sectors: sql`coalesce(w.sectors, '[]')`,
      contactsCount: sql`coalesce(v.contacts, 0)`,
    })} as json
    from clients c left join cleared v on v.client_id = c.id left join within w on w.client_id = c.id
    where ${seen} order by c.name, c.id`
}

export async function readClient(ctx: Ctx, id: string) {
  const found = await ctx.tx.jsonOne(clientRows(ctx, sql`c.id = ${id}`))
  if (!found) throw notFound('Client')
  return found
}

/** One that this actor does not see is 404 for all. */
export async function requireClients(ctx: Ctx, ids: readonly string[]) {
  const wanted = [...new Set(ids)]
  const rows = await ctx.tx.sql`select c.id from clients c where ${visibleClients(ctx, 'c')} and c.id = any(${wanted}::uuid[])`
  if (rows.length !== wanted.length) throw notFound('Client')
}

/** Held until the request ends. One that this actor does not see is 404 for all. */
export async function lockClients(ctx: Ctx, ids: readonly string[]) {
  const wanted = [...new Set(ids)]
  const rows = await ctx.tx.sql<{ id: string; type: Client['type'] }>`
    select c.id, c.type from clients c where ${visibleClients(ctx, 'c')} and c.id = any(${wanted}::uuid[]) order by c.id for update`
  if (rows.length !== wanted.length) throw notFound('Client')
  return rows
}
