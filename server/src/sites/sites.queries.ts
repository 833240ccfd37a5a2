// The sites an actor may see, and their JSON.
import { notFound } from '@bordee/core/problem.ts'
import { type Site, type SiteRow, site, siteRow } from '@bordee/core/sites/site.ts'
import type { Ctx } from '../engine/ctx.ts'
import { jsonOf } from '../engine/db/columns.ts'
import type { PiecedList } from '../engine/db/pieces.ts'
import { type Sql, sql } from '../engine/db/sql.ts'
import { notesOf, visibleClients } from '../folders/visible-folders.ts'
import { addressJson } from './site-address.ts'

/** An actor who sees the client sees their sites. */
export const visibleSites = (ctx: Ctx, s: string): Sql<boolean> => sql`exists (
  select from clients c
  where c.company_id = ${sql.ref(`${s}.company_id`)} and c.id = ${sql.ref(`${s}.client_id`)} and ${visibleClients(ctx, 'c')})`

/** In list order. Pieces carry only what the list shows. */
export const siteList: PiecedList<SiteRow> = {
  order: { 'c.name': 'text', 'c.id': 'uuid', 's.created_at': 'timestamptz', 's.id': 'uuid' },
  from: (ctx) => sql`clients c join sites s on s.company_id = c.company_id and s.client_id = c.id where ${visibleClients(ctx, 'c')}`,
  rows: (ctx, ids) => siteRows(ctx, { where: sql`s.id in (select unnest(${ids}::uuid[]))`, shape: siteRow.shape }),
}

interface Answered {
  /** Narrows the rows by the alias `s`. */
  where?: Sql<unknown>
  shape?: typeof site.shape | typeof siteRow.shape
  /** Lists leave out the polygons, most of the weight. */
  whole?: boolean
}

/** Selects a column `json` shaped like `shape`. */
export function siteRows(ctx: Ctx, { where = sql`true`, shape = site.shape, whole = false }: Answered = {}) {
  const { actor } = ctx
  const ofRoute = shape.routes.element.shape
  return sql<{ json: Site }>`
    with visible_sites as (
      select s.*, c.name as client_name
      from sites s
      join clients c on c.company_id = s.company_id and c.id = s.client_id
      where ${visibleClients(ctx, 'c')} and ${where}),
    services_by_area as (
      select a.id as area_id, json_agg(v.service_id order by v.service_id) as services
      from area_services v
      join areas a on a.company_id = v.company_id and a.id = v.area_id
      where a.site_id in (select id from visible_sites)
      group by a.id),
    areas_by_site as (
      select a.site_id,
             bool_and(a.is_simple and coalesce(area_reach(a, s.lat, s.lng) <= 1000, false)) as good, -- sites/area-reach.sql
             json_agg(json_build_object(
               'id', a.id,
               'name', a.name,
               'notes', ${notesOf(actor, 'a')},
               ${whole ? sql`'polygon', a.polygon, 'version', ${areaVersion('a', sql`o.services`)},` : sql``}
               'indicators', a.indicators,
               'services', coalesce(o.services, '[]')) order by a.position, a.id) as areas
      from areas a
      join visible_sites s on s.id = a.site_id
      left join services_by_area o on o.area_id = a.id
      group by a.site_id),
    routes_by_site as (
      select p.site_id,
             count(*)::int as n,
             json_agg(${jsonOf(ofRoute, 'r', { sortOrder: sql`p.sort_order` })} order by r.name, r.id) as routes
      from (${'sortOrder' in ofRoute ? placesInRoutes(ctx) : sql`select * from route_sites`}) p
      join routes r on r.id = p.route_id
      where p.site_id in (select id from visible_sites)
      group by p.site_id),
    sectors_by_site as (
      select m.site_id, json_agg(m.sector_id order by m.sector_id) as ids
      from sector_members m -- sectors/sector-members.sql
      where m.site_id in (select id from visible_sites)
      group by m.site_id)
    select ${jsonOf(shape, 's', {
      customerId: sql`s.client_id`,
      customerName: sql`s.client_name`,
      siteGroups: sql`coalesce(w.ids, '[]')`,
      notes: notesOf(actor, 's'),
      address: addressJson('s', shape.address.shape),
      status: sql`t.status`,
      snowRemovalAreaStatus: sql`case when d.good is null then 'undefined' when d.good then 'good' else 'invalid' end`,
      areas: sql`coalesce(d.areas, '[]')`,
      routes: sql`coalesce(p.routes, '[]')`,
      routesAssigned: sql`coalesce(p.n, 0)`,
    })} as json
    from visible_sites s
    join site_states t on t.company_id = s.company_id and t.site_id = s.id -- sites/site-states.sql
    left join areas_by_site d on d.site_id = s.id
    left join routes_by_site p on p.site_id = s.id
    left join sectors_by_site w on w.site_id = s.id
    order by s.client_name, s.client_id, s.created_at, s.id`
}

/** A digest of all that an area holds, so that no way of changing one can forget to count it. */
export const areaVersion = (area: string, services: Sql<unknown>) => {
  const column = (name: string) => sql.ref(`${area}.${name}`)
  return sql<string>`md5(json_build_array(
    ${column('name')}, ${column('notes')}, ${column('polygon')}, ${column('indicators')}, coalesce(${services}, '[]'))::text)`
}

/** A deleted site leaves a gap in its routes: places are counted on reading. */
const placesInRoutes = ({ actor }: Ctx) => sql`
  select route_id, site_id, row_number() over (partition by route_id order by sort_order, site_id)::int - 1 as sort_order
  from route_sites where company_id = any(${actor.companies}::uuid[])`

export async function readSite(ctx: Ctx, id: string) {
  const found = await ctx.tx.jsonOne(siteRows(ctx, { where: sql`s.id = ${id}`, whole: true }))
  if (!found) throw notFound('Point de service')
  return found
}

/** 404 if this actor may not see it. */
export async function requireSite(ctx: Ctx, id: string) {
  const [site] = await ctx.tx.sql`select s.id from sites s where s.id = ${id} and ${visibleSites(ctx, 's')}`
  if (!site) throw notFound('Point de service')
}

/** Locked until the request ends. 404 for all if this actor may not see one of them. */
export async function lockSites(ctx: Ctx, ids: readonly string[]) {
  const wanted = [...new Set(ids)]
  const rows = await ctx.tx.sql<{ id: string; companyId: string }>`
    select s.id, s.company_id as "companyId"
    from sites s
    where s.id = any(${wanted}::uuid[]) and ${visibleSites(ctx, 's')}
    order by s.id
    for update`
  if (rows.length !== wanted.length) throw notFound('Point de service')
  return rows
}
