// Déneigement Boréal's clients: 300 around Québec City with their sites, areas, occupants, services and 6 routes.
// Everything derives from the town and one seed: the same demo on every machine.
import { isSimple, metresBetween, type Point, type Polygon } from '@bordee/core/geo.ts'
import { shorterOrder } from '@bordee/core/routes/shorter-order.ts'
import { addressLine } from '@bordee/core/sites/address-line.ts'
import { ahead, rectangle } from '../addresses/plane.ts'
import type { Work } from '../engine/ctx.ts'
import { insertMany } from '../engine/db/bulk.ts'
import { prefixed } from '../engine/db/writing.ts'
import { type Random, seeded } from './chance.ts'
import { type TownHouse, townHouses } from './houses.ts'
import nameLists from './names.json' with { type: 'json' }

const clientCount = 300

interface Place extends Address {
  id: string
  clientId: string
  name: string
  type: string
  isInactive: boolean
}

/** What isn't stored with a site: where it is in the town, and who lives there. */
interface Lot {
  house: TownHouse
  family: Person
}

interface Person {
  firstName: string
  lastName: string
}

interface Address extends Point {
  civicNumber: string
  street: string
  city: string
  state: string
  zip: string | null
  country: string
}

const addressOf = ({ civicNumber, name: street, city, state, zip, lat, lng }: TownHouse): Address => ({
  civicNumber,
  street,
  city,
  state,
  zip,
  country: 'CA',
  lat,
  lng,
})

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
  const { clients, sites, lots } = peopleOf(random)
  const areas = sites
    .flatMap((site, i) => areasOf(site, lots[i] as Lot, random))
    .map((area, i) => ({ ...area, id: idOf(kinds.area, i + 1) }))
  const occupants = sites
    .flatMap((site, i) => occupantsOf(site, lots[i] as Lot, random))
    .map((one, i) => ({ ...one, id: idOf(kinds.occupant, i + 1) }))
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

/** Spread evenly over the streets of the neighbourhoods' centres and the arteries, in no order. */
function chosenHouses(): TownHouse[] {
  const taken = new Set([ownHouse(), ...condos()])
  const houses = townHouses().filter((house) => house.isCentral && !taken.has(house))
  const wanted = Math.round(clientCount * 1.15)
  return Array.from({ length: wanted }, (_, i) => houses[Math.floor((i * houses.length) / wanted)] as TownHouse).toSorted(
    (a, b) => scatter(a) - scatter(b),
  )
}

const houseOn = (street: string, n: number) => townHouses().filter(({ name }) => name === street)[n] as TownHouse
/** Of the client that users sign in as. */
const ownHouse = () => houseOn('rue Hamelin', 4)
/** Forty buildings of one manager, on two streets; two lots each, for their car parks. */
const condos = () =>
  ['avenue Myrand', 'avenue Nérée-Tremblay'].flatMap((street) => Array.from({ length: 20 }, (_, i) => houseOn(street, 2 * i)))
/** By their place among the clients. */
const threeSites = 71
const condoManager = 64

/** Most have one site; the first is the demo's portal client. Some sites lack coordinates or are inactive. */
function peopleOf(random: Random) {
  const mixed = chosenHouses()
  const sites: Place[] = []
  const lots: Lot[] = []
  const names = new Set<string>()
  let next = 0
  const takeHouse = () => mixed[next++] as TownHouse
  const clients = Array.from({ length: clientCount }, (_, i) => {
    const id = idOf(kinds.client, i + 1)
    const isBusiness = i > 0 && random() < 0.15
    const isCommercial = isBusiness || i === threeSites || i === condoManager
    const type = isCommercial ? 'commercial' : 'residential'
    const person = i === 0 ? { firstName: 'Claire', lastName: 'Pelletier' } : personOf(random)
    const home = i === 0 ? ownHouse() : takeHouse()
    const isTwice = next < mixed.length - (clientCount - i) && random() < (isCommercial ? 0.5 : 0.07)
    const others = i === threeSites ? [takeHouse(), takeHouse()] : i === condoManager ? condos() : isTwice ? [takeHouse()] : []
    for (const house of i === condoManager ? others : [home, ...others]) {
      const isLost = i > 0 && random() < 0.02
      lots.push({ house, family: person })
      sites.push({
        ...addressOf(house),
        ...(isLost && { lat: null as never, lng: null as never }),
        id: idOf(kinds.site, sites.length + 1),
        clientId: id,
        name: addressLine({ civicNumber: house.civicNumber, street: house.name }).slice(0, 50),
        type,
        isInactive: i > 0 && random() < 0.04,
      })
    }
    const { firstName, lastName } = person
    const { lat: latitude, lng: longitude, ...address } = addressOf(home)
    const businessName = () => {
      const trades = i === condoManager ? ['Gestion de condos'] : from(pick(nameLists.commercialNames, random), nameLists.commercialNames)
      return trades.map((trade) => `${trade} ${afterStreet(home.name)}`).find((name) => !names.has(name)) as string
    }
    const name = isCommercial ? businessName() : `${person.firstName} ${person.lastName}`
    names.add(name)
    return {
      ...prefixed('billing', { ...address, latitude, longitude }),
      id,
      type,
      number: String(1001 + i),
      name,
      email: i === 0 ? 'client@bordee.demo' : random() < 0.8 ? `${plain(firstName)}.${plain(lastName)}${i}@exemple.bordee.demo` : null,
      phone: phoneOf(i),
      firstName: isCommercial ? firstName : null,
      lastName: isCommercial ? lastName : null,
      notes: random() < 0.12 ? pick(notes, random) : null,
    }
  })
  return { clients, sites, lots }
}

const notes = [
  'Ne pas pousser la neige devant la borne-fontaine.',
  'Chien dans la cour arrière.',
  'Paie toujours en deux versements.',
  'Abri d’auto à gauche\u00a0: attention aux poteaux.',
  'Appeler avant le premier passage de la saison.',
]

/** Metres from the middle of the street to its edge, and from the middle of a house to the lane beside it. */
const [kerb, beside] = [4.5, 5.2]

/** A way in from the street beside a house, so many metres to the `right` of its middle. */
export function laneOf({ front, inward }: Pick<TownHouse, 'front' | 'inward'>, { right = beside, depth = 13, width = 4 }) {
  const corner = ahead(front, inward, kerb, right)
  return { corner, lane: rectangle(corner, inward, depth, width) }
}

/** A driveway beside the house, which leads to a car park if it is a business. A site without coordinates has no area. */
function areasOf(site: Place, { house: { front, inward } }: Lot, random: Random) {
  if (site.lat === null) return []
  const isCommercial = site.type === 'commercial'
  const width = isCommercial ? 5 : 3.4 + random() * 1.6
  const right = random() < 0.5 ? beside : -beside - width
  const depth = isCommercial ? 16 : 12 + random() * 2.5
  const { corner, lane } = laneOf({ front, inward }, { right, depth, width })
  const park = rectangle(ahead(corner, inward, depth, width / 2 - 13), inward, 22, 26)
  const polygon = isCommercial ? [...lane.slice(0, 3), ...park.slice(1), ...park.slice(0, 1), ...lane.slice(3)] : lane
  return [
    {
      siteId: site.id,
      position: 0,
      name: 'Zone A',
      polygon,
      isSimple: isSimple(polygon),
      indicators: random() < 0.3 ? [indicatorIn(polygon, random)] : [],
      services: [services[0], ...(isCommercial ? [services[1], services[3]] : random() < 0.3 ? [services[2]] : [])].map(
        (service) => service?.id,
      ),
    },
  ]
}

/** At the far end, where the snow goes. */
const indicatorIn = (polygon: Polygon, random: Random) => ({
  type: pick(['snowflake', 'snowman', 'snowplow'], random),
  color: random() < 0.6 ? 'blue' : 'red',
  location: polygon[Math.floor(polygon.length / 2)],
})

/** A family, or the staff of a business. */
function occupantsOf(site: Place, { family }: Lot, random: Random) {
  const isCommercial = site.type === 'commercial'
  const count = isCommercial ? 4 + Math.floor(random() * 8) : 1 + Math.floor(random() * 2.4)
  return Array.from({ length: count }, (_, i) => ({
    siteId: site.id,
    ...(i === 0 ? family : isCommercial ? personOf(random) : { ...personOf(random), lastName: family.lastName }),
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
      order: part.name === neglected ? served.map(({ id }) => id) : order.map((at) => served[at]?.id),
    }
  })
}
/** The route that nobody drives or has put in order: the season check says so. */
const neglected = 'Limoilou'
/** Filling the demo should be quick; its routes need not be the shortest. */
const modestEffort = 500_000

/** « rue Saint-Jean » → « Saint-Jean », « 1re Avenue » → « de la 1re Avenue ». */
const afterStreet = (street: string) => (/^\d/.test(street) ? `de la ${street}` : street.replace(/^\p{Ll}\S* /u, ''))

/** The list, begun at one of its own. */
const from = <T>(first: T, list: readonly T[]): T[] => [...list.slice(list.indexOf(first)), ...list.slice(0, list.indexOf(first))]

const pick = <T>(list: readonly T[], random: Random): T => list[Math.floor(random() * list.length)] as T
const personOf = (random: Random): Person => ({
  firstName: pick(nameLists.firstNames, random),
  lastName: pick(nameLists.lastNames, random),
})
const phoneOf = (n: number) => `418${String(2_000_000 + ((n * 7919) % 7_999_999)).padStart(7, '0')}`
const plain = (text: string) =>
  text
    .normalize('NFD')
    .replace(/[^a-zA-Z]/g, '')
    .toLowerCase()
/** A pseudo-random sort key that only depends on the house. */
const scatter = ({ lat, lng }: Point) => ((Math.abs(lat) * 1e5 * 31 + Math.abs(lng) * 1e5 * 17) * 0.6180339887) % 1
