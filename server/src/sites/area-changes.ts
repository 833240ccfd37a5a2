// Writes a site's areas: the whole list, or what one person changed of it.

import { conflict, invalid, notFound } from '@bordee/core/problem.ts'
import { type AreaFields, areasError, lastAreaStays, type SiteChanges } from '@bordee/core/sites/site.ts'
import { type Ctx, companyOf } from '../engine/ctx.ts'
import { sql } from '../engine/db/sql.ts'
import { putAll, without } from '../engine/db/writing.ts'
import { requireServices } from '../services/services.queries.ts'
import { areaVersion, lockSites } from './sites.queries.ts'

/** Replaces the site's areas: those with an id are updated, the others inserted, missing ones deleted. */
export async function writeAreas(ctx: Ctx, siteId: string, areas: readonly AreaFields[]) {
  const held = await heldAreas(ctx, siteId)
  if (held.length > 0 && areas.length === 0) throw invalid({ site: { areas: lastAreaStays } })
  const kept = areas.flatMap(({ id }) => id ?? [])
  refuseUnknown(held, kept)
  await ctx.tx.sql`delete from areas where company_id = ${companyOf(ctx)} and site_id = ${siteId} and id <> all(${kept}::uuid[])`
  await putAreas(
    ctx,
    siteId,
    areas.map((area, position) => ({ ...area, position })),
  )
}

/**
 * Writes the areas that one person added or changed and deletes those they removed; the others stay. Refused if someone
 * else changed or deleted one of them since it was read. Sent again after a lost answer, it changes nothing. Returns the
 * areas' ids.
 */
export async function mergeAreas(
  ctx: Ctx,
  siteId: string,
  areas: readonly AreaFields[],
  removed: NonNullable<SiteChanges['removedAreas']>,
): Promise<string[]> {
  const held = await heldAreas(ctx, siteId)
  const versions = await versionsOf(ctx, areas)
  const same = areas.map(({ id }, i) => held.find((one) => one.version === versions[i] && (!id || one.id === id))?.id)
  const changed = areas.filter((_, i) => !same[i])
  for (const { id, version } of [...changed, ...removed.filter(({ id }) => held.some((one) => one.id === id))])
    if (id && version && held.find((one) => one.id === id)?.version !== version) throw olderVersion()
  refuseUnknown(
    held,
    changed.flatMap(({ id }) => id ?? []),
  )

  const gone = removed.map(({ id }) => id)
  const next = Math.max(-1, ...held.map(({ position }) => position)) + 1
  const positionOf = (area: AreaFields, i: number) => held.find(({ id }) => id === area.id)?.position ?? next + i
  const written = await putAreas(
    ctx,
    siteId,
    changed.map((area, i) => ({ ...area, position: positionOf(area, i) })),
  )
  await ctx.tx.sql`delete from areas where company_id = ${companyOf(ctx)} and site_id = ${siteId} and id = any(${gone}::uuid[])`
  const left = await heldAreas(ctx, siteId)
  if (held.length > 0 && left.length === 0) throw invalid({ site: { areas: lastAreaStays } })
  const error = areasError(left)
  if (error) throw invalid({ site: { areas: error } })
  return same.map((id) => id ?? written.shift() ?? '')
}

/** Merges areas into a site and puts them before its other areas, in their order. */
export async function mergeAreasFirst(ctx: Ctx, siteId: string, areas: readonly AreaFields[]) {
  await lockSites(ctx, [siteId])
  const first = await mergeAreas(ctx, siteId, areas, [])
  await ctx.tx.sql`
    update areas a set position = o.position
    from (
      select id, row_number() over (order by array_position(${first}::uuid[], id), position, id) - 1 as position
      from areas
      where company_id = ${companyOf(ctx)} and site_id = ${siteId}) o
    where a.company_id = ${companyOf(ctx)} and a.id = o.id and a.position <> o.position`
}

const olderVersion = () =>
  conflict('Quelqu’un d’autre a modifié une zone de ce point de service entre-temps. Rechargez-le pour voir ses changements.', {
    code: 'older-version',
  })

interface HeldArea {
  id: string
  position: number
  polygon: unknown[]
  version: string
}

const heldAreas = (ctx: Ctx, siteId: string) => ctx.tx.sql<HeldArea>`
  select a.id, a.position, a.polygon, ${areaVersion('a', sql`o.services`)} as version
  from areas a
  cross join lateral (
    select json_agg(v.service_id order by v.service_id) as services
    from area_services v
    where v.company_id = a.company_id and v.area_id = a.id) o
  where a.company_id = ${companyOf(ctx)} and a.site_id = ${siteId}`

/** The versions that these areas will have once stored. */
async function versionsOf(ctx: Ctx, areas: readonly AreaFields[]): Promise<string[]> {
  const stored = areas.map((area) => ({ ...area, services: servicesOf(area) }))
  const rows = await ctx.tx.sql<{ version: string }>`
    select ${areaVersion('a', sql`o.services`)} as version
    from rows from (jsonb_to_recordset(${JSON.stringify(stored)}::jsonb) as (
      name text, notes text, polygon jsonb, indicators jsonb, services jsonb)) with ordinality as a
    cross join lateral (select json_agg(s.id order by s.id) as services from jsonb_array_elements_text(a.services) as s (id)) o
    order by a.ordinality`
  return rows.map(({ version }) => version)
}

const servicesOf = ({ services }: AreaFields) => [...new Set(services)]

function refuseUnknown(held: readonly HeldArea[], ids: readonly string[]) {
  const known = new Set(held.map(({ id }) => id))
  if (!ids.every((id) => known.has(id)) || new Set(ids).size !== ids.length) throw notFound('Zone')
}

/** Returns their ids. */
async function putAreas(ctx: Ctx, siteId: string, areas: readonly (AreaFields & { position: number })[]): Promise<string[]> {
  const companyId = companyOf(ctx)
  await requireServices(
    ctx,
    areas.flatMap(({ services }) => services),
  )
  const ids = await putAll(
    ctx.tx,
    'areas',
    // The schema has checked that no outline crosses itself.
    areas.map((area) => ({ ...without(area, 'services', 'version'), siteId, companyId, isSimple: true, id: area.id ?? undefined })),
  )
  await ctx.tx.sql`delete from area_services where company_id = ${companyId} and area_id = any(${ids}::uuid[])`
  const received = areas.flatMap((area, i) => servicesOf(area).map((service) => ({ area: ids[i], service })))
  await ctx.tx.sql`
    insert into area_services (company_id, area_id, service_id)
    select ${companyId}, area, service from jsonb_to_recordset(${JSON.stringify(received)}::jsonb) as r (area uuid, service uuid)`
  return ids
}
