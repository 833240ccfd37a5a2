// Writing a site and its areas.
import { invalid, notFound } from '@bordee/core/problem.ts'
import { type AreaFields, lastAreaStays, type SiteChanges } from '@bordee/core/sites/site.ts'
import type { Insertable, Updateable } from 'kysely'
import { asColumns } from '../engine/columns.ts'
import { type Ctx, companyOf } from '../engine/ctx.ts'
import type { Sites } from '../engine/db.gen.ts'
import { q } from '../engine/sql.ts'
import { lockClients } from '../folders/visible-folders.ts'
import { requireServices } from '../services/services.queries.ts'
import { lockSites, visibleSites } from './sites.queries.ts'

/** Answers its id. A site is of its client's type unless it says otherwise. */
export async function insertSite(ctx: Ctx, site: SiteChanges & { customerId: string }): Promise<string> {
  const [client] = await lockClients(ctx, [site.customerId])
  const values = { type: client?.type, ...columnsOf(site), company_id: companyOf(ctx) } as unknown as Insertable<Sites>
  const made = await ctx.tx.row(q.insertInto('sites').values(values).returning('id'))
  if (!made) throw new Error('no site')
  if (site.areas) await writeAreas(ctx, made.id, site.areas)
  return made.id
}

export async function changeSite(ctx: Ctx, id: string, site: SiteChanges) {
  await holdClients(ctx, id, site.customerId)
  await lockSites(ctx, [id])
  const values = columnsOf(await withoutDerivedStatus(ctx, id, site)) as unknown as Updateable<Sites>
  if (Object.keys(values).length > 0) await ctx.tx.rows(q.updateTable('sites').set(values).where('id', '=', id))
  if (site.areas) await writeAreas(ctx, id, site.areas)
}

/** Clients before sites, always: two who lock them the other way around would wait for each other. */
async function holdClients(ctx: Ctx, siteId: string, wanted: string | undefined) {
  const [site] = await ctx.tx.sql<{
    clientId: string
  }>`select s.client_id as "clientId" from sites s where s.id = ${siteId} and ${visibleSites(ctx, 's')}`
  if (!site) throw notFound('Point de service')
  if (wanted && wanted !== site.clientId) await lockClients(ctx, [site.clientId, wanted])
}

/** Sent back as it was read, a status changes nothing: one that a missing contract decided must not become a switch. */
async function withoutDerivedStatus(ctx: Ctx, id: string, site: SiteChanges): Promise<SiteChanges> {
  const [held] = await ctx.tx.sql<{ status: string }>`select status from site_states where site_id = ${id}`
  return site.status === held?.status ? { ...site, status: undefined } : site
}

function columnsOf({ name, customerId, type, notes, address, status }: SiteChanges): Record<string, unknown> {
  const { location, ...lines } = address ?? {}
  return {
    ...asColumns({ name, clientId: customerId, type, notes, ...lines }),
    ...(location !== undefined && { lat: location?.lat ?? null, lng: location?.lng ?? null }),
    ...((status === 'inactive' || status === 'active') && { is_inactive: status === 'inactive' }),
  }
}

/** The list becomes the site's areas: those with an id are kept and changed, the others are new, those not named go. */
async function writeAreas(ctx: Ctx, siteId: string, areas: AreaFields[]) {
  const { tx } = ctx
  const held = await tx.sql<{ id: string }>`select id from areas where site_id = ${siteId} and company_id = ${companyOf(ctx)}`
  if (held.length > 0 && areas.length === 0) throw invalid({ site: { areas: lastAreaStays } })
  const known = new Set(held.map(({ id }) => id))
  const kept = areas.flatMap(({ id }) => id ?? [])
  if (!kept.every((id) => known.has(id)) || new Set(kept).size !== kept.length) throw notFound('Zone')
  await requireServices(
    ctx,
    areas.flatMap(({ services }) => services),
  )

  const rows = areas.map(({ name, notes, polygon, indicators, services, id = null }, position) => ({
    id,
    position,
    name,
    notes,
    polygon,
    indicators,
    services: [...new Set(services)],
    is_simple: true, // the schema has looked
  }))
  await tx.sql`delete from areas where site_id = ${siteId} and id <> all(${kept}::uuid[])`
  await tx.sql`delete from area_services where area_id = any(${kept}::uuid[])`
  await tx.sql`
    with sent as (
      select coalesce(id, uuidv7()) as id, position, name, notes, polygon, indicators, services, is_simple
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as r (id uuid, position int, name text, notes text, polygon jsonb, indicators jsonb, services jsonb, is_simple boolean)),
    written as (
      insert into areas (id, company_id, site_id, position, name, notes, polygon, indicators, is_simple)
      select id, ${companyOf(ctx)}, ${siteId}, position, name, notes, polygon, indicators, is_simple from sent
      on conflict (id) do update set position = excluded.position, name = excluded.name, notes = excluded.notes, polygon = excluded.polygon,
        indicators = excluded.indicators, is_simple = excluded.is_simple)
    insert into area_services (company_id, area_id, service_id)
    select ${companyOf(ctx)}, sent.id, service::uuid from sent cross join jsonb_array_elements_text(services) service`
}
