// Writes a site and its areas.

import { invalid, notFound } from '@bordee/core/problem.ts'
import { type AreaFields, lastAreaStays, type NewSite, type SiteChanges, siteNameTaken } from '@bordee/core/sites/site.ts'
import { type Ctx, companyOf } from '../engine/ctx.ts'
import { type BulkRow, insertMany, updateMany } from '../engine/db/bulk.ts'
import type { Tx } from '../engine/db/db.ts'
import { change, insert, latLng, putAll, without } from '../engine/db/writing.ts'
import { lockClients } from '../folders/visible-folders.ts'
import { requireServices } from '../services/services.queries.ts'
import { lockSites, visibleSites } from './sites.queries.ts'

export const siteTakenMessages = { sites_name_key: { site: { name: siteNameTaken } } }

/** Returns its id. A site takes its client's type unless it has its own. */
export async function insertSite(ctx: Ctx, site: NewSite): Promise<string> {
  const [client] = await lockClients(ctx, [site.customerId])
  const { name, customerId: clientId, address, type = client?.type ?? 'residential' } = site
  const id = await insert(ctx.tx, 'sites', { ...columnsOf(site), name, clientId, type, street: address.street, companyId: companyOf(ctx) })
  if (site.areas) await writeAreas(ctx, id, site.areas)
  return id
}

export const insertSites = (tx: Tx, sites: readonly BulkRow[]) => insertMany(tx, 'sites', sites)

export const updateSites = (tx: Tx, companyId: string, sites: readonly (BulkRow & { id: string })[]) =>
  updateMany(tx, 'sites', companyId, sites)

/** Puts sites on the map. `unlessPlaced` leaves those that someone placed meanwhile where they are. */
export async function placeSites(
  tx: Tx,
  companyId: string,
  places: readonly { id: string; lat: number | null; lng: number | null }[],
  { unlessPlaced }: { unlessPlaced: boolean },
) {
  await tx.sql`
    update sites s set lat = p.lat, lng = p.lng
    from jsonb_to_recordset(${JSON.stringify(places)}::jsonb) as p (id uuid, lat float8, lng float8)
    where s.id = p.id and s.company_id = ${companyId} and p.lat is not null and (not ${unlessPlaced} or s.lat is null)`
}

export async function changeSite(ctx: Ctx, id: string, site: SiteChanges) {
  await lockClientsOf(ctx, id, site.customerId)
  await lockSites(ctx, [id])
  await change(ctx.tx, 'sites', { id }, columnsOf(await withoutDerivedStatus(ctx, id, site)))
  if (site.areas) await writeAreas(ctx, id, site.areas)
}

/** Lock clients before sites, always: the other order would deadlock. */
async function lockClientsOf(ctx: Ctx, siteId: string, wanted: string | undefined) {
  const [site] = await ctx.tx.sql<{
    clientId: string
  }>`select s.client_id as "clientId" from sites s where s.id = ${siteId} and ${visibleSites(ctx, 's')}`
  if (!site) throw notFound('Point de service')
  if (wanted && wanted !== site.clientId) await lockClients(ctx, [site.clientId, wanted])
}

/** A status sent back as read changes nothing: one caused by a missing contract must not become a switch. */
async function withoutDerivedStatus(ctx: Ctx, id: string, site: SiteChanges): Promise<SiteChanges> {
  const [held] = await ctx.tx.sql<{ status: string }>`
    select status
    from site_states -- sites/site-states.sql
    where site_id = ${id}`
  return site.status === held?.status ? { ...site, status: undefined } : site
}

function columnsOf(changes: SiteChanges) {
  const { customerId: clientId, address, status, ...site } = without(changes, 'areas')
  const { location, ...lines } = address ?? {}
  const isInactive = status === 'inactive' || status === 'active' ? status === 'inactive' : undefined
  return { ...site, clientId, ...lines, ...latLng(location), isInactive }
}

/** Replaces the site's areas: those with an id are updated, the others inserted, missing ones deleted. */
export async function writeAreas(ctx: Ctx, siteId: string, areas: AreaFields[]) {
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

  await tx.sql`delete from areas where site_id = ${siteId} and id <> all(${kept}::uuid[])`
  await tx.sql`delete from area_services where area_id = any(${kept}::uuid[])`
  const place = { siteId, companyId: companyOf(ctx), isSimple: true } // checked by the schema
  const ids = await putAll(
    tx,
    'areas',
    areas.map((area, position) => ({ ...without(area, 'services'), ...place, position, id: area.id ?? undefined })),
  )
  const received = areas.flatMap(({ services }, i) => [...new Set(services)].map((service) => ({ area: ids[i], service })))
  await tx.sql`
    insert into area_services (company_id, area_id, service_id)
    select ${companyOf(ctx)}, area, service from jsonb_to_recordset(${JSON.stringify(received)}::jsonb) as r (area uuid, service uuid)`
}
