// Déneigement Boréal's clients: 300 around Québec City with their sites, areas, occupants, services and 6 routes.
// Everything derives from the gazetteer and one seed: the same demo on every machine.
import { isSimple, metresBetween, type Point } from '@bordee/core/geo.ts'
import { shorterOrder } from '@bordee/core/routes/shorter-order.ts'
import { addressLine } from '@bordee/core/sites/address-line.ts'
import type { Work } from '../engine/ctx.ts'
import { insertMany } from '../engine/db/bulk.ts'
import { prefixed } from '../engine/db/writing.ts'
import { type Random, seeded } from './chance.ts'
import { commercialNames, firstNames, lastNames } from './names.ts'

const clientCount = 300

interface House extends Point {
  civicNumber: string
  street: string
  city: string
  state: string
  zip: string | null
}

interface Place extends House {
  country: string
  id: string
  clientId: string
  name: string
  type: string
  isInactive: boolean
}

/** An id made of `kind` and number, the same everywhere. */
export const idOf = (kind: number, n: number) => `0197a000-0000-7000-8${String(kind).padStart(3, '0')}-${String(n).padStart(12, '0')}`
export const kinds = {
  client: 200,
  service: 300,
  site: 400,
  area: 500,
  occupant: 600,
  route: 700,
  message: 710,
  group: 720,
  sector: 730,
  lot: 740,
  send: 750,
  template: 760,
  contract: 770,
}

export const demoClientId = idOf(kinds.client, 1)

const services = [
  { name: 'Déneigement', description: 'Stationnement et entrée, dès 5 cm', color: 'blue', augmentation: 300, isDefault: true },
  { name: 'Épandage d’abrasif', description: 'Sable ou sel, sur demande', color: 'amber', augmentation: 250, isDefault: false },
  { name: 'Déneigement manuel', description: 'Marches, balcon et passage', color: 'purple', augmentation: 350, isDefault: false },
  { name: 'Transport de neige', description: 'Ramassage et disposition', color: 'teal', augmentation: 400, isDefault: false },
  { name: 'Tonte de gazon', description: 'De mai à septembre', color: 'green', augmentation: 200, isDefault: false },
].map(({ augmentation, ...service }, i) => ({ id: idOf(kinds.service, i + 1), ...service, defaultAnnualAugmentation: augmentation }))

/** Each route serves the sites nearest to the centre of its part of town. */
export const parts = [
  { name: 'Lévis', lat: 46.79, lng: -71.18 },
  { name: 'Beauport', lat: 46.866, lng: -71.19 },
  { name: 'Limoilou', lat: 46.834, lng: -71.225 },
  { name: 'Haute-Ville', lat: 46.806, lng: -71.226 },
  { name: 'Sainte-Foy', lat: 46.778, lng: -71.29 },
  { name: 'Charlesbourg', lat: 46.862, lng: -71.27 },
]

export async function fillFolders(work: Work, companyId: string) {
  const { tx } = work
  const random = seeded(1608)
  const houses = await chosenHouses(work)
  const { clients, sites } = peopleOf(houses, random)
  const areas = sites.flatMap((site) => areasOf(site, random)).map((area, i) => ({ ...area, id: idOf(kinds.area, i + 1) }))
  const occupants = sites.flatMap((site) => occupantsOf(site, random)).map((one, i) => ({ ...one, id: idOf(kinds.occupant, i + 1) }))
  const routes = routesOf(sites)

  const put = (table: 'clients' | 'services' | 'sites' | 'occupants', rows: readonly object[]) =>
    insertMany(
      tx,
      table,
      rows.map((row) => ({ ...row, companyId })),
    )
  await put('clients', clients)
  await put('services', services)
  await put('sites', sites)
  await tx.sql`
    with area_rows as (
      select * from jsonb_to_recordset(${JSON.stringify(areas)}::jsonb)
        as a (id uuid, "siteId" uuid, position int, name text, polygon jsonb, indicators jsonb, services jsonb, "isSimple" boolean)),
    stored as (
      insert into areas (id, company_id, site_id, position, name, polygon, indicators, is_simple)
      select id, ${companyId}, "siteId", position, name, polygon, indicators, "isSimple" from area_rows)
    insert into area_services (company_id, area_id, service_id)
    select ${companyId}, area_rows.id, service::uuid from area_rows cross join jsonb_array_elements_text(services) service`
  await put('occupants', occupants)
  await tx.sql`
    with leavers as (
      insert into unsubscribed_phones (company_id, phone)
      select ${companyId}, phone from unnest(${occupants.filter((_, i) => i % 53 === 7).map(({ phone }) => phone)}::text[]) phone
      on conflict do nothing returning phone, since)
    insert into subscription_changes (company_id, phone, unsubscribed, how, created_at)
    select ${companyId}, phone, true, 'sms', since from leavers`
  for (const { id, name, hasAlerts, order } of routes) {
    await tx.sql`insert into routes (id, company_id, name, has_alerts, site_before) values (${id}, ${companyId}, ${name}, ${hasAlerts}, 3)`
    await tx.sql`insert into route_services (company_id, route_id, service_id) values (${companyId}, ${id}, ${services[0]?.id})`
    await tx.sql`
      insert into route_sites (company_id, route_id, site_id, sort_order)
      select ${companyId}, ${id}, site, n - 1 from unnest(${order}::uuid[]) with ordinality t (site, n)`
  }
}

/** Spread evenly over the gazetteer's streets. */
async function chosenHouses({ tx }: Work): Promise<House[]> {
  const houses = await tx.sql<House>`
    select a.civic_number as "civicNumber", s.name as street, s.city, s.state, a.zip, a.lat, a.lng
    from addresses a join streets s on s.id = a.street_id where s.state = 'QC' order by s.city_key, s.key, a.number, a.civic_number`
  const wanted = Math.round(clientCount * 1.15)
  return Array.from({ length: Math.min(wanted, houses.length) }, (_, i) => houses[Math.floor((i * houses.length) / wanted)] as House)
}

/** Most have one site; the first is the demo's portal client. Some sites lack coordinates or are inactive. */
function peopleOf(houses: House[], random: Random) {
  const mixed = houses.toSorted((a, b) => scatter(a) - scatter(b))
  const sites: Place[] = []
  let next = 0
  const takeHouse = () => mixed[next++] as House
  const clients = Array.from({ length: clientCount }, (_, i) => {
    const id = idOf(kinds.client, i + 1)
    const isCommercial = i > 0 && random() < 0.15
    const type = isCommercial ? 'commercial' : 'residential'
    const person = i === 0 ? { firstName: 'Claire', lastName: 'Pelletier' } : personOf(random)
    const home = takeHouse()
    const siteCount = next < mixed.length - (clientCount - i) && random() < (isCommercial ? 0.5 : 0.07) ? 2 : 1
    for (let s = 0; s < siteCount; s++) {
      const house = s === 0 ? home : takeHouse()
      const isLost = i > 0 && random() < 0.02
      sites.push({
        ...house,
        ...(isLost && { lat: null as never, lng: null as never }),
        country: 'CA',
        id: idOf(kinds.site, sites.length + 1),
        clientId: id,
        name: addressLine({ civicNumber: house.civicNumber, street: house.street }).slice(0, 50),
        type,
        isInactive: i > 0 && random() < 0.04,
      })
    }
    const { firstName, lastName } = person
    const { lat: latitude, lng: longitude, ...address } = home
    return {
      ...prefixed('billing', { ...address, latitude, longitude, country: 'CA' }),
      id,
      type,
      number: String(1001 + i),
      name: isCommercial ? `${pick(commercialNames, random)} ${home.street.replace(/^\S+ /, '')}` : `${firstName} ${lastName}`,
      email: i === 0 ? 'client@bordee.demo' : random() < 0.8 ? `${plain(firstName)}.${plain(lastName)}${i}@exemple.bordee.demo` : null,
      phone: phoneOf(i),
      firstName: isCommercial ? firstName : null,
      lastName: isCommercial ? lastName : null,
      notes: random() < 0.12 ? pick(notes, random) : null,
    }
  })
  return { clients, sites }
}

const notes = [
  'Ne pas pousser la neige devant la borne-fontaine.',
  'Chien dans la cour arrière.',
  'Paie toujours en deux versements.',
  'Abri d’auto à gauche\u00a0: attention aux poteaux.',
  'Appeler avant le premier passage de la saison.',
]

/** A driveway for a house, a car park for a business. A site without coordinates has no area. */
function areasOf(site: Place, random: Random) {
  if (site.lat === null) return []
  const isCommercial = site.type === 'commercial'
  const shapes = isCommercial
    ? [
        { north: 24, east: 6, width: 42, depth: 26 },
        { north: -6, east: 30, width: 14, depth: 18 },
      ]
    : [{ north: 9, east: 2, width: 6 + random() * 3, depth: 13 + random() * 6 }]
  return shapes.map(({ north, east, width, depth }, position) => {
    const polygon = rectangle(site, north, east, width, depth)
    return {
      siteId: site.id,
      position,
      name: position === 0 ? 'Zone A' : 'Zone B',
      polygon,
      isSimple: isSimple(polygon),
      indicators:
        random() < 0.3
          ? [{ type: pick(['snowflake', 'snowman', 'snowplow'], random), color: random() < 0.6 ? 'blue' : 'red', location: polygon[0] }]
          : [],
      services: [services[0], ...(isCommercial ? [services[1], services[3]] : random() < 0.3 ? [services[2]] : [])].map(
        (service) => service?.id,
      ),
    }
  })
}

export function rectangle({ lat, lng }: Point, north: number, east: number, width: number, depth: number): Point[] {
  const at = (n: number, e: number) => ({
    lat: round(lat + n / 111_195),
    lng: round(lng + e / (111_195 * Math.cos((lat * Math.PI) / 180))),
  })
  return [at(north, east), at(north, east + width), at(north + depth, east + width), at(north + depth, east)]
}
const round = (degrees: number) => Math.round(degrees * 1e7) / 1e7

function occupantsOf(site: Place, random: Random) {
  const count = site.type === 'commercial' ? 4 + Math.floor(random() * 8) : 1 + Math.floor(random() * 2.4)
  return Array.from({ length: count }, (_, i) => ({
    siteId: site.id,
    ...personOf(random),
    phone: phoneOf(10_000 + Math.floor(random() * 80_000) + i),
    alertMethod: random() < 0.85 ? 'sms' : 'call',
  }))
}

function routesOf(sites: Place[]) {
  const known = sites.filter(({ lat }) => lat !== null)
  const nearest = (site: Place) => parts.toSorted((a, b) => metresBetween(site, a) - metresBetween(site, b))[0]
  return parts.map((part, i) => {
    const served = known.filter((site) => nearest(site) === part)
    const { order } = shorterOrder(served, {}, modestEffort)
    return {
      id: idOf(kinds.route, i + 1),
      name: part.name,
      hasAlerts: i % 2 === 0,
      order: order.map((at) => served[at]?.id),
    }
  })
}
/** Filling the demo should be quick; its routes need not be the shortest. */
const modestEffort = 500_000

const pick = <T>(list: readonly T[], random: Random): T => list[Math.floor(random() * list.length)] as T
const personOf = (random: Random) => ({ firstName: pick(firstNames, random), lastName: pick(lastNames, random) })
const phoneOf = (n: number) => `418${String(2_000_000 + ((n * 7919) % 7_999_999)).padStart(7, '0')}`
const plain = (text: string) =>
  text
    .normalize('NFD')
    .replace(/[^a-zA-Z]/g, '')
    .toLowerCase()
/** A pseudo-random sort key that only depends on the house. */
const scatter = ({ lat, lng }: Point) => ((Math.abs(lat) * 1e5 * 31 + Math.abs(lng) * 1e5 * 17) * 0.6180339887) % 1
