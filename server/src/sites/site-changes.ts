// Writes a site.

import { notFound } from '@bordee/core/problem.ts'
import { type NewSite, type SiteChanges, siteNameTaken } from '@bordee/core/sites/site.ts'
import { type Ctx, companyOf } from '../engine/ctx.ts'
import { type BulkRow, insertMany, updateMany } from '../engine/db/bulk.ts'
import type { Tx } from '../engine/db/db.ts'
import { change, insert, latLng, without } from '../engine/db/writing.ts'
import { lockClients } from '../folders/visible-folders.ts'
import { mergeAreas, writeAreas } from './area-changes.ts'
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
  if (site.removedAreas) await mergeAreas(ctx, id, site.areas ?? [], site.removedAreas)
  else if (site.areas) await writeAreas(ctx, id, site.areas)
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
  const { customerId: clientId, address, status, ...site } = without(changes, 'areas', 'removedAreas')
  const { location, ...lines } = address ?? {}
  const isInactive = status === 'inactive' || status === 'active' ? status === 'inactive' : undefined
  return { ...site, clientId, ...lines, ...latLng(location), isInactive }
}
