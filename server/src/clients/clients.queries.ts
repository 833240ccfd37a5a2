// The clients that someone may see, as JSON.
import { type Client, type ClientRow, client, clientRow } from '@bordee/core/clients/client.ts'
import { notFound } from '@bordee/core/problem.ts'
import { runsCompany } from '@bordee/core/roles.ts'
import type { Ctx } from '../engine/ctx.ts'
import { jsonOf } from '../engine/db/columns.ts'
import type { PiecedList } from '../engine/db/pieces.ts'
import { type Sql, sql } from '../engine/db/sql.ts'
import { notesOf, visibleClients } from '../folders/visible-folders.ts'
import { addressJson } from '../sites/site-address.ts'

/** In list order; pieces carry only what the list shows. */
export const clientList: PiecedList<ClientRow> = {
  order: { 'c.name': 'text', 'c.id': 'uuid' },
  from: (ctx) => sql`clients c where ${visibleClients(ctx, 'c')}`,
  rows: (ctx, ids) => clientRows(ctx, sql`c.id in (select unnest(${ids}::uuid[]))`, clientRow.shape),
}

type Shape = typeof client.shape | typeof clientRow.shape

/** The JSON of a client, its sites and its sectors. */
function answersOf(shape: Shape, notes: Sql<unknown>) {
  const [ofSite, ofSector] = [shape.sites.element.shape, shape.sectors.element.shape]
  const ofClient = {
    notes,
    status: sql`client_status(v.statuses)`, // clients/client-status.sql
    sites: sql`coalesce(v.sites, '[]')`,
    sectors: sql`coalesce(w.sectors, '[]')`,
    contactsCount: sql`coalesce(v.contacts, 0)`,
    transferCode: sql`(select o.code from client_codes o where o.company_id = c.company_id and o.client_id = c.id)`,
  }
  return {
    client: jsonOf(shape, 'c', ofClient),
    site: jsonOf(ofSite, 's', { address: addressJson('s', ofSite.address.shape), status: sql`t.status` }),
    sector: jsonOf(ofSector, 'x'),
  }
}

/** Rows with a column `json` of the given `shape`; `where` may filter on alias `c`. */
export function clientRows(ctx: Ctx, where?: Sql<unknown>, shape: Shape = client.shape) {
  const { actor } = ctx
  const seen = sql`${visibleClients(ctx, 'c')} and ${where ?? sql`true`}`
  // For the office's whole list, filtering by company is enough, and takes half the time of a list of ids.
  const isWhole = !where && runsCompany(actor.role)
  const ofSeen = (clientId: string) => (isWhole ? sql`true` : sql`${sql.ref(clientId)} in (select c.id from clients c where ${seen})`)
  const answer = answersOf(shape, notesOf(actor, 'c'))
  return sql<{ json: Client }>`
    with occupant_counts as (
      select o.site_id, count(*)::int as n
      from occupants o
      ${isWhole ? sql`` : sql`join sites s on s.company_id = o.company_id and s.id = o.site_id`}
      where o.company_id = any(${actor.companies}::uuid[]) and ${ofSeen('s.client_id')}
      group by o.site_id),
    client_sites as (
      select s.client_id,
             array_agg(t.status) as statuses,
             coalesce(sum(occupant_counts.n), 0)::int as contacts,
             json_agg(
               ${answer.site}
               order by s.created_at, s.id) as sites
      from sites s
      join site_states t on t.company_id = s.company_id and t.site_id = s.id -- sites/site-states.sql
      left join occupant_counts on occupant_counts.site_id = s.id
      where s.company_id = any(${actor.companies}::uuid[]) and ${ofSeen('s.client_id')}
      group by s.client_id),
    client_sectors as (
      select client_id, json_agg(${answer.sector} order by name, id) as sectors
      from (
        select distinct m.client_id, r.id, r.name
        from sector_members m -- sectors/sector-members.sql
        join sectors r on r.company_id = m.company_id and r.id = m.sector_id
        where m.company_id = any(${actor.companies}::uuid[]) and ${ofSeen('m.client_id')}) x
      group by client_id)
    select ${answer.client} as json
    from clients c
    left join client_sites v on v.client_id = c.id
    left join client_sectors w on w.client_id = c.id
    where ${seen}
    order by c.name, c.id`
}

export async function readClient(ctx: Ctx, id: string) {
  const found = await ctx.tx.jsonOne(clientRows(ctx, sql`c.id = ${id}`))
  if (!found) throw notFound('Client')
  return found
}
