// Areas of sites: in row order, followed by those that no row mentions, and those that someone draws meanwhile.
import type { MappedRow } from '@bordee/core/imports/mapped-rows.ts'
import { nameKey } from '@bordee/core/imports/names.ts'
import { type AreaFields, nextAreaName, siteFields } from '@bordee/core/sites/site.ts'
import { required } from '@bordee/core/wire.ts'
import { sql } from '../engine/db/sql.ts'
import { mergeAreasFirst } from '../sites/area-changes.ts'
import { areaVersion } from '../sites/sites.queries.ts'
import type { Importation, Importer, Outcome, Plan } from './importation.ts'
import { siteOf } from './links.ts'
import { namesOf, resolve } from './names.ts'

interface AreaPlan extends Plan {
  siteId: string
  areas: AreaFields[]
}

export const areaImporter: Importer<'areas', AreaPlan> = {
  entity: 'areas',
  atOnce: 50,

  async plan(importation, rows) {
    const services = await namesOf(importation, 'services')
    const bySite = new Map<string, Said[]>()
    for (const row of rows) {
      await importation.pause()
      const site = siteOf(importation, 'areas', row)
      const received = row.values.services && resolve(services, 'service', row.values.services)
      if ('problem' in site) importation.refuse('areas', row, site.problem)
      else if (received && 'problem' in received) importation.refuse('areas', row, received.problem)
      else bySite.set(site.id, [...(bySite.get(site.id) ?? []), { row, services: received?.ids }])
    }
    const held = await heldAreas(importation, [...bySite.keys()])
    const plans: AreaPlan[] = []
    for (const [siteId, said] of bySite) {
      await importation.pause()
      const plan = planned(importation, siteId, held.get(siteId) ?? [], said)
      if (plan) plans.push(plan)
    }
    return plans
  },

  async write(ctx, _run, plans) {
    for (const { siteId, areas } of plans) await mergeAreasFirst(ctx, siteId, areas)
  },
}

interface Said {
  row: MappedRow<'areas'>
  services: string[] | undefined
}

type HeldArea = AreaFields & { id: string }

function planned(importation: Importation, siteId: string, held: readonly HeldArea[], said: readonly Said[]): AreaPlan | undefined {
  const left = [...held]
  const areas: (AreaFields & { row: MappedRow<'areas'>; outcome: Outcome })[] = []
  for (const { row, services } of said) {
    const { name, notes, polygon, indicators } = row.values
    const at = left.findIndex((area) => (name ? nameKey(area.name) === nameKey(name) : isSameDrawing(area.polygon, polygon ?? [])))
    const [known] = at < 0 ? [] : left.splice(at, 1)
    if (!known && !polygon) {
      importation.refuse('areas', row, `Polygone\u00a0: ${required}`)
      continue
    }
    const taken = [...left, ...areas].map((area) => area.name)
    const area: AreaFields = {
      id: known?.id,
      version: known?.version,
      name: name ?? known?.name ?? nextAreaName(taken),
      notes: notes ?? known?.notes ?? null,
      polygon: !polygon || (known && isSameDrawing(known.polygon, polygon)) ? (known?.polygon ?? []) : polygon,
      indicators: indicators ?? known?.indicators ?? [],
      services: services ?? known?.services ?? [],
    }
    areas.push({ ...area, row, outcome: !known ? 'created' : isSame(known, area) ? 'unchanged' : 'updated' })
  }
  const checked = siteFields.shape.areas.safeParse([...areas, ...left])
  if (!checked.success) {
    const [issue] = checked.error.issues
    const wrong = typeof issue?.path[0] === 'number' ? areas.slice(issue.path[0], issue.path[0] + 1) : areas
    for (const { row } of wrong) importation.refuse('areas', row, issue?.message ?? '')
    return wrong.length === areas.length || wrong.length === 0
      ? undefined
      : planned(
          importation,
          siteId,
          held,
          said.filter(({ row }) => !wrong.some((one) => one.row === row)),
        )
  }
  const isMoved = areas.some(({ id }, at) => id && held[at]?.id !== id)
  const outcomes = areas.map(({ outcome }): Outcome => (isMoved && outcome === 'unchanged' ? 'updated' : outcome))
  return { siteId, areas: areas.map(({ row: _, outcome: __, ...area }) => area), rows: areas.map(({ row }) => row), outcomes }
}

const isSame = (held: AreaFields, area: AreaFields) =>
  (['name', 'notes', 'polygon', 'indicators'] as const).every((key) => JSON.stringify(held[key]) === JSON.stringify(area[key])) &&
  JSON.stringify(held.services.toSorted()) === JSON.stringify(area.services.toSorted())

/** To a centimetre, the precision of an export. */
const isSameDrawing = (one: AreaFields['polygon'], other: AreaFields['polygon']) => rounded(one) === rounded(other)
const rounded = (polygon: AreaFields['polygon']) => polygon.map(({ lat, lng }) => `${lat.toFixed(7)},${lng.toFixed(7)}`).join(' ')

async function heldAreas(importation: Importation, siteIds: readonly string[]): Promise<Map<string, HeldArea[]>> {
  const rows: (HeldArea & { siteId: string })[] = []
  for (let from = 0; from < siteIds.length; from += piece) {
    const found = await importation.sql<HeldArea & { siteId: string }>`
      select a.site_id as "siteId", a.id, a.name, a.notes, a.polygon, a.indicators, coalesce(o.services, '[]') as services,
             ${areaVersion('a', sql`o.services`)} as version
      from areas a
      cross join lateral (
        select json_agg(v.service_id order by v.service_id) as services
        from area_services v
        where v.company_id = a.company_id and v.area_id = a.id) o
      where a.company_id = ${importation.companyId} and a.site_id = any(${siteIds.slice(from, from + piece)}::uuid[])
      order by a.position, a.id`
    for (const row of found) rows.push(row)
  }
  return Map.groupBy(rows, ({ siteId }) => siteId)
}
/** Polygons are large. */
const piece = 200
