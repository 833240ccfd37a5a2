import { addressCalls } from '@bordee/core/addresses/addresses.calls.ts'
import { expect, test } from 'vitest'
import { fillGazetteer } from '../demo/gazetteer.ts'
import { openTestServer, ownerUrlOf } from '../testing/server.ts'
import { asOwner } from '../upkeep/database.ts'
import { type GazetteerAddress, settleGazetteer, storeAddresses } from './gazetteer.queries.ts'

const server = await openTestServer()
await fillGazetteer(ownerUrlOf(server))
await store([
  { civicNumber: '1250', name: 'route 138', city: 'Neuville', state: 'QC', zip: 'G0A 2R0', lat: 46.7, lng: -71.6 },
  { civicNumber: '138', name: 'route Gravel', city: 'Neuville', state: 'QC', zip: 'G0A 2R0', lat: 46.71, lng: -71.61 },
  { civicNumber: '12', name: 'rue Principale', city: 'Saint-Raymond', state: 'QC', zip: 'G3L 1A1', lat: 46.9, lng: -71.83 },
  { civicNumber: '12A', name: 'rue Principale', city: 'Saint-Raymond', state: 'QC', zip: 'G3L 1A1', lat: 46.9, lng: -71.831 },
  { civicNumber: '12', name: 'rue Principale', city: 'Pont-Rouge', state: 'QC', zip: 'G3H 1A1', lat: 46.75, lng: -71.69 },
  { civicNumber: '77', name: 'rue Saint-Jean-Baptiste', city: 'Québec', state: 'QC', zip: 'G2E 1A1', lat: 46.8, lng: -71.35 },
  { civicNumber: '500', name: 'rue Saint-Jean', city: 'Sherbrooke', state: 'QC', zip: 'J1H 1A1', lat: 45.4, lng: -71.89 },
])

function store(rows: GazetteerAddress[]) {
  return asOwner(ownerUrlOf(server), (transact) =>
    transact(async (tx) => {
      await storeAddresses(tx, rows)
      await settleGazetteer(tx)
    }),
  )
}

const first = async (search: string) => (await server.anyone(addressCalls.suggestAddresses, { search }))[0]?.description

test.each([
  ['500 rue saint jean', /^500, rue Saint-Jean, Québec \(QC\) G1R/],
  ['500, Rue SAINT-JEAN', /^500, rue Saint-Jean, Québec/],
  ['ch ste-foy', /^chemin Sainte-Foy, Québec/],
  ['boul. laurier', /^boulevard Laurier/],
  ['grande allee', /^Grande Allée/],
  ['bd rene levesque o', /^boulevard René-Lévesque Ouest/],
])('« %s » finds %s whatever the accents and abbreviations', async (search, wanted) => {
  expect(await first(search)).toMatch(wanted)
})

test.each([
  ['500 saint jean', /^500, rue Saint-Jean, Québec/],
  ['500 st-jean quebec', /^500, rue Saint-Jean, Québec/],
  ['rue saint-jean 500', /^500, rue Saint-Jean, Québec/],
  ['500 rue st jean sherbrooke', /^500, rue Saint-Jean, Sherbrooke/],
  ['500 rue saint-jean j1h 1a1', /^500, rue Saint-Jean, Sherbrooke/],
  ['500 rue saint-jean, Québec, QC, Canada', /^500, rue Saint-Jean, Québec/],
  ['12 principale st-raymond, Québec', /^12, rue Principale, Saint-Raymond/],
  ['12a principale st raymond', /^12A, rue Principale, Saint-Raymond/],
  ['12 rue principale pont rouge', /^12, rue Principale, Pont-Rouge/],
  ['app. 4, 12 rue principale pont rouge', /^12, rue Principale, Pont-Rouge/],
  ['4-12 rue principale pont rouge', /^12, rue Principale, Pont-Rouge/],
  ['77 st-jean-baptiste', /^77, rue Saint-Jean-Baptiste/],
  ['1250 route 138', /^1250, route 138, Neuville/],
  ['route 138', /^route 138, Neuville/],
  ['lormiere', /^boulevard de l’Ormière/],
  ['g0a 2r0 1250', /^1250, route 138/],
])('« %s » finds %s with words missing, moved or added', async (search, wanted) => {
  expect(await first(search)).toMatch(wanted)
})

test.each([
  ['boul lauriet', /Laurier/],
  ['av cartir', /avenue Cartier/],
  ['chemin sainte-fo', /chemin Sainte-Foy/],
  ['av magiure', /avenue Maguire/],
  ['boulevrad charest', /boulevard Charest/],
  ['rue ste vallire', /Saint-Vallier/],
  ['1ere av', /^1re Avenue/],
  ['3ieme avenue', /^3e Avenue/],
])('« %s » finds %s despite a typo', async (search, wanted) => {
  expect(await first(search)).toMatch(wanted)
})

test.each(['500 rue saint-j', '500 rue saint-je', '500 rue saint-jea'])('« %s » is enough', async (search) => {
  const found = await server.anyone(addressCalls.suggestAddresses, { search })
  expect(found.map(({ description }) => description)).toContainEqual(expect.stringMatching(/^500, rue Saint-Jean, Québec/))
})

test('an unknown house number suggests its neighbours, and is never invented', async () => {
  const found = await server.anyone(addressCalls.suggestAddresses, { search: '501 rue saint-jean quebec' })
  expect(found[0]?.description).toMatch(/^500, rue Saint-Jean, Québec/)
  expect(found.some(({ description }) => description.startsWith('501,'))).toBe(false)
})

test.each(['', '   ', 'zzzzzzz qqqqq', '12345', '%_\\', "'; drop table streets --", '\u0000', 'rue'.repeat(60)])(
  '« %s » finds nothing, and breaks nothing',
  async (search) => {
    expect((await server.anyone.raw(addressCalls.suggestAddresses, { search })).status).toBe(200)
  },
)

test('a suggestion gives the whole address', async () => {
  const [suggested] = await server.anyone(addressCalls.suggestAddresses, { search: '500, rue Saint-Jean, Québec' })
  const place = await server.anyone(addressCalls.getAddress, { placeId: suggested?.placeId ?? '', sessionToken: 'x' })
  expect(place).toMatchObject({
    civicNumber: '500',
    street: 'rue Saint-Jean',
    city: 'Québec',
    state: 'QC',
    country: 'CA',
    zip: expect.stringMatching(/^G1R/),
    location: { lat: expect.any(Number), lng: expect.any(Number) },
  })
})

test('a street can be chosen without a number', async () => {
  const [street] = await server.anyone(addressCalls.suggestAddresses, { search: 'route 138 neuville' })
  const place = await server.anyone(addressCalls.getAddress, { placeId: street?.placeId ?? '', sessionToken: 'x' })
  expect(place).toMatchObject({ civicNumber: null, street: 'route 138', city: 'Neuville', location: { lat: 46.7, lng: -71.6 } })
})

test.each(['street-999999', 'street-x', 'street-99999999999', 'x', '0197a000-0000-7000-8000-000000000001'])(
  '« %s » is not found',
  async (placeId) => {
    expect((await server.anyone.raw(addressCalls.getAddress, { placeId, sessionToken: 'x' })).status).toBe(404)
  },
)

test('an address added to the gazetteer is found at once', async () => {
  expect(await first('rue de la Nouvelle-Lune')).toBeUndefined()
  await store([{ civicNumber: '1', name: 'rue de la Nouvelle-Lune', city: 'Québec', state: 'QC', zip: null, lat: 46.8, lng: -71.2 }])
  expect(await first('1 nouvelle lune')).toBe('1, rue de la Nouvelle-Lune, Québec (QC)')
})

test('a client’s address is located to the exact house, or not at all', async () => {
  const at = (civicNumber: string | null, street: string, city: string, state?: string) =>
    server.work((work) => work.gateways.places.locate(work, { civicNumber, street, city, ...(state && { state }) }))
  const there = { lat: 46.9, lng: -71.83 }
  expect(await at('12', 'rue Principale', 'Saint-Raymond')).toEqual(there)
  expect(await at('12', 'Principale', 'ST-RAYMOND', 'qc')).toEqual(there)
  expect(await at('12a', 'Rue principale', 'St-Raymond')).toEqual({ lat: 46.9, lng: -71.831 })
  expect(await at('13', 'rue Principale', 'Saint-Raymond')).toBeUndefined()
  expect(await at('12', 'rue Principal', 'Saint-Raymond')).toBeUndefined()
  expect(await at('12', 'avenue Principale', 'Saint-Raymond')).toBeUndefined()
  expect(await at('12', 'rue Principale', 'Québec')).toBeUndefined()
  expect(await at('12', 'rue Principale', 'Saint-Raymond', 'ON')).toBeUndefined()
  expect(await at(null, 'rue Principale', 'Saint-Raymond')).toBeUndefined()
})

test('filling the town twice changes nothing', async () => {
  const count = async () => (await server.sql<{ count: string }>('select count(*) from addresses'))[0]?.count
  const before = await count()
  await fillGazetteer(ownerUrlOf(server))
  expect(await count()).toBe(before)
})

test("the map gets a tile's streets, from afar only the long ones", async () => {
  const near = await server.anyone(addressCalls.listStreets, { zoom: '12', x: 1237, y: 1443 })
  const far = await server.anyone(addressCalls.listStreets, { zoom: '10', x: 309, y: 360 })
  expect(near.map(({ name }) => name)).toEqual(expect.arrayContaining(['rue Saint-Jean', 'rue d’Aiguillon']))
  expect(far.map(({ name }) => name)).toContain('chemin Sainte-Foy')
  expect(Math.min(...far.map(({ metres }) => metres))).toBeGreaterThanOrEqual(1500)
  const [lng, lat] = near.find(({ name }) => name === 'rue Saint-Jean')?.line[0] ?? []
  expect({ lng, lat }).toEqual({ lng: expect.closeTo(-71.22, 1), lat: expect.closeTo(46.81, 1) })
  expect(await server.anyone(addressCalls.listStreets, { zoom: '12', x: 0, y: 0 })).toEqual([])
})

test.each([
  { zoom: '11', x: 1, y: 1 },
  { zoom: '12', x: -1, y: 1 },
  { zoom: '12', x: 'x', y: 1 },
  { zoom: '12', x: 1, y: 4096 },
])('tile %j does not exist', async (tile) => {
  expect((await server.anyone.raw(addressCalls.listStreets, tile)).status).toBe(404)
})

test('the map gets the houses of a tile, turned to their street, from points alone', async () => {
  const house = (civicNumber: string, lat: number, lng: number) => ({
    civicNumber,
    name: 'rue de l’Équinoxe',
    city: 'Percé',
    state: 'QC',
    zip: null,
    lat,
    lng,
  })
  // Two sides of a street that runs to the east, and a house alone on its street. The tile's west edge is at -64.2151.
  await store([
    house('1', 48.52, -64.2152),
    house('3', 48.52, -64.214),
    house('5', 48.52, -64.213),
    house('2', 48.5198, -64.214),
    house('4', 48.5196, -64.213),
    { ...house('9', 48.521, -64.21), name: 'rue Seule' },
  ])
  const tile = { x: 10_539, y: 11_319 }
  const houses = await server.anyone(addressCalls.listHouses, tile)
  expect(houses.toSorted((a, b) => a.civicNumber.localeCompare(b.civicNumber))).toEqual([
    { civicNumber: '2', at: [-64.214, 48.5198], bearing: 107 },
    { civicNumber: '3', at: [-64.214, 48.52], bearing: 90 },
    { civicNumber: '4', at: [-64.213, 48.5196], bearing: 107 },
    { civicNumber: '5', at: [-64.213, 48.52], bearing: 90 },
    { civicNumber: '9', at: [-64.21, 48.521], bearing: null },
  ])
  expect(await server.anyone(addressCalls.listHouses, { x: 0, y: 0 })).toEqual([])
  expect((await server.anyone.raw(addressCalls.listHouses, { x: 1, y: 32_768 })).status).toBe(404)
})
