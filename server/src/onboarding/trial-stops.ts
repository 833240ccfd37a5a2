// The stops of a trial night: of a route of the company's own, or of an example near its address.
import { metresBetween, type Point, type Polygon } from '@bordee/core/geo.ts'
import { fewestStops, type TrialOffer } from '@bordee/core/onboarding/trial-night.ts'
import { conflict, notFound } from '@bordee/core/problem.ts'
import { ahead, rectangle, toPlane, toPoint } from '../addresses/plane.ts'
import { type Ctx, companyOf } from '../engine/ctx.ts'
import { sql } from '../engine/db/sql.ts'
import { placedSites } from '../routes/routes.queries.ts'

export interface TrialStop {
  clientName: string
  siteName: string
  type: 'residential' | 'commercial'
  civicNumber: string | null
  street: string
  city: string | null
  location: Point
  areas: { name: string; polygon: Polygon }[]
  residents: { firstName: string | null; lastName: string | null; alertMethod: 'sms' | 'call' }[]
}

export interface TrialRoute {
  name: string
  siteBefore: number
  /** What it tells residents, if it does. */
  message: TrialText | null
  initialMessage: TrialText | null
  stops: TrialStop[]
}

export interface TrialText {
  short: string
  long: string
}

/** More than a truck does in ten minutes. */
const mostStops = 24
const mostResidents = 2
/** Metres within which another route gets a second truck: farther away, both would be dots on the map. */
const nearby = 3000

type OfferedRoute = TrialOffer['routes'][number]

/** By name. Only stops that a run would visit count. */
export const listRoutes = (ctx: Ctx) => ctx.tx.sql<OfferedRoute>`
  select *
  from (
    select r.id, r.name, (
      select count(*)::int from (${placedSites(sql`r.id`)}) p where (p.json ->> 'isIncluded')::boolean) as "stopsCount"
    from routes r
    where r.company_id = ${companyOf(ctx)}
    limit 200) r
  where "stopsCount" >= ${fewestStops}
  order by name, id`

/** The chosen route, and the one that begins nearest to it. */
export async function chosenRoutes(ctx: Ctx, routeId: string): Promise<TrialRoute[]> {
  const routes = await listRoutes(ctx)
  const chosen = routes.find(({ id }) => id === routeId)
  if (!chosen) throw notFound('Trajet')
  const second = await nearestTo(ctx, chosen, routes)
  const driven: TrialRoute[] = []
  for (const route of second ? [chosen, second] : [chosen]) driven.push(await readRoute(ctx, route))
  return driven
}

async function nearestTo(ctx: Ctx, chosen: OfferedRoute, routes: readonly OfferedRoute[]): Promise<OfferedRoute | undefined> {
  const starts = await ctx.tx.sql<Point & { id: string }>`
    select distinct on (p.route_id) p.route_id as id, s.lat, s.lng
    from route_sites p
    join sites s on s.company_id = p.company_id and s.id = p.site_id
    where p.company_id = ${companyOf(ctx)} and p.route_id = any(${routes.map(({ id }) => id)}::uuid[]) and s.lat is not null
    order by p.route_id, p.sort_order`
  const own = starts.find(({ id }) => id === chosen.id)
  const away = (start: Point) => (own ? metresBetween(own, start) : Number.POSITIVE_INFINITY)
  const [nearest] = starts.filter((start) => start !== own && away(start) < nearby).toSorted((a, b) => away(a) - away(b))
  return routes.find(({ id }) => id === nearest?.id)
}

async function readRoute(ctx: Ctx, { id, name }: { id: string; name: string }): Promise<TrialRoute> {
  const companyId = companyOf(ctx)
  const [route] = await ctx.tx.sql<Omit<TrialRoute, 'name' | 'stops'>>`
    select r.site_before as "siteBefore", ${textOf('message_id')} as message, ${textOf('initial_message_id')} as "initialMessage"
    from routes r
    where r.company_id = ${companyId} and r.id = ${id}`
  const stops = await ctx.tx.sql<TrialStop>`
    select c.name as "clientName",
           s.name as "siteName",
           s.type,
           s.civic_number as "civicNumber",
           s.street,
           s.city,
           json_build_object('lat', s.lat, 'lng', s.lng) as location,
           coalesce((
             select json_agg(json_build_object('name', a.name, 'polygon', a.polygon) order by a.position)
             from areas a
             where a.company_id = s.company_id and a.site_id = s.id), '[]') as areas,
           coalesce((
             select json_agg(json_build_object('firstName', first_name, 'lastName', last_name, 'alertMethod', alert_method))
             from (
               select * from occupants o where o.company_id = s.company_id and o.site_id = s.id order by o.id limit ${mostResidents}) o
           ), '[]') as residents
    from (${placedSites(sql`${id}::uuid`)}) p
    join sites s on s.company_id = ${companyId} and s.id = (p.json -> 'site' ->> 'id')::uuid
    join clients c on c.company_id = s.company_id and c.id = s.client_id
    where (p.json ->> 'isIncluded')::boolean
    order by (p.json ->> 'sortOrder')::int
    limit ${mostStops}`
  if (!route) throw notFound('Trajet')
  return { ...route, name, stops: stops.map(withArea) }
}

/** A text that asks for a reason is no route's: a truck on its way has none. */
const textOf = (column: string) => sql`(
  select json_build_object('short', m.short, 'long', m.long)
  from messages m
  where m.company_id = r.company_id and m.id = r.${sql.ref(column)} and r.has_alerts)`

/** A stop that nobody has drawn yet gets a driveway where its pin is: a truck must be able to clear it. */
const withArea = (stop: TrialStop): TrialStop =>
  stop.areas.length > 0 ? stop : { ...stop, areas: [{ name: 'Zone A', polygon: driveway(stop.location) }] }

const driveway = (location: Point): Polygon => rectangle(ahead(toPlane(location), 0, -5, -3), 0, 10, 6)

const exampleStops = 14

/** The houses around the company's address; where none is known, a row of places. */
export async function exampleRoute(ctx: Ctx): Promise<TrialRoute> {
  const [company] = await ctx.tx.sql<{ location: Point | null; street: string; city: string }>`
    select case when lat is not null then json_build_object('lat', lat, 'lng', lng) end as location, street, city
    from companies
    where id = ${companyOf(ctx)}`
  if (!company?.location) throw conflict('Placez d’abord l’adresse de votre compagnie sur la carte.', { code: 'no-location' })
  const { location } = company
  const houses = await ctx.tx.sql<House>`
    select "civicNumber", street, city, location
    from (
      select a.civic_number as "civicNumber", a.number, s.name as street, s.city,
             json_build_object('lat', a.lat, 'lng', a.lng) as location
      from addresses a
      join streets s on s.id = a.street_id
      where point(a.lng, a.lat) <@ box(
        point(${location.lng - around}, ${location.lat - around}), point(${location.lng + around}, ${location.lat + around}))
      order by point(a.lng, a.lat) <-> point(${location.lng}, ${location.lat})
      limit ${exampleStops}) h
    order by street, number`
  const places = houses.length >= fewestStops ? houses : inARow(company.street, company.city, location)
  return { name: 'Trajet d’exemple', siteBefore: 2, message: null, initialMessage: null, stops: places.map(asStop).map(withArea) }
}

interface House {
  civicNumber: string
  street: string
  city: string
  location: Point
}

/** Degrees: about a kilometre. */
const around = 0.01

const inARow = (street: string, city: string, from: Point): House[] =>
  Array.from({ length: exampleStops }, (_, i) => ({
    civicNumber: String(100 + 2 * i),
    street,
    city,
    location: toPoint(ahead(toPlane(from), 90, 40 * i)),
  }))

const asStop = (house: House): Omit<TrialStop, never> => ({
  ...house,
  clientName: `${house.civicNumber}, ${house.street}`.slice(0, 100),
  siteName: 'Entrée',
  type: 'residential',
  areas: [],
  residents: [],
})
