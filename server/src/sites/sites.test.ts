import { addressCalls } from '@bordee/core/addresses/addresses.calls.ts'
import { clientCalls } from '@bordee/core/clients/clients.calls.ts'
import { companyCalls } from '@bordee/core/companies/companies.calls.ts'
import { siteCalls } from '@bordee/core/sites/sites.calls.ts'
import { expect, test } from 'vitest'
import { settleGazetteer, storeAddresses } from '../addresses/gazetteer.queries.ts'
import { home, newClient, newService, newSite, square } from '../testing/folders.ts'
import { openTestServer, ownerUrlOf } from '../testing/server.ts'
import { asOwner } from '../upkeep/database.ts'

const { getSite, createSite, updateSite, deleteSite, deleteSites, listSites, validateSite, geolocateSites, placeSites } = siteCalls
const server = await openTestServer()
const { owner, super_admin: staff, companyId } = await server.newCompany()
const { owner: neighbour } = await server.newCompany()
const client = await newClient(owner)

test('a site is read back as it was drawn', async () => {
  const service = await newService(owner)
  const made = await newSite(owner, client.id, {
    notes: 'Borne à gauche',
    areas: [
      { name: 'Zone A', polygon: square(), services: [service.id], indicators: [{ type: 'snowplow', color: 'red', location: home }] },
      { name: 'Zone B', polygon: square(20), notes: 'En dernier' },
    ],
  })
  expect(made).toMatchObject({
    status: 'active',
    snowRemovalAreaStatus: 'good',
    notes: 'Borne à gauche',
    areas: [
      { name: 'Zone A', polygon: square(), services: [service.id], indicators: [{ type: 'snowplow', color: 'red', location: home }] },
      { name: 'Zone B', notes: 'En dernier', services: [] },
    ],
    routes: [],
    routesAssigned: 0,
  })
  const listed = (await owner(listSites)).find((site) => site.id === made.id)
  expect(listed?.areas[0]).not.toHaveProperty('polygon')
  expect(await owner(updateSite, { id: made.id, site: await owner(getSite, { id: made.id }) })).toEqual(made)
})

test('the address may be flat, and the client called clientId', async () => {
  const site = { clientId: client.id, name: 'À plat', street: 'rue B', civicNumber: '4', zip: 'g1r4p5', location: home }
  expect(await owner.raw(createSite, { site })).toMatchObject({
    status: 201,
    body: { address: { street: 'rue B', civicNumber: '4', zip: 'G1R 4P5', location: home } },
  })
})

test.each([
  ['without a name', { name: '' }, { name: 'Ce champ est requis.' }],
  ['with a long name', { name: 'x'.repeat(51) }, { name: 'Ce champ doit contenir 50 caractères ou moins.' }],
  ['without a street', { address: { street: '' } }, { 'address.street': 'Ce champ est requis.' }],
  ['without a client', { customerId: null }, { customerId: 'Le client est requis.' }],
])('a site %s is refused', async (_case, change, errors) => {
  const site = { customerId: client.id, name: 'Refusé', address: { street: 'rue C' }, ...change }
  expect(await owner.raw(createSite, { site })).toMatchObject({ status: 422, body: { formErrors: { site: errors } } })
})

const bowtie = [square()[0], square()[2], square()[1], square()[3]]
test.each([
  ['two points', square().slice(0, 2)],
  ['10,001 points', Array.from({ length: 10_001 }, (_, i) => ({ lat: 46 + i / 1e6, lng: -71 - (i % 2) / 1e6 }))],
  ['NaN', [...square().slice(0, 3), { lat: Number.NaN, lng: -71 }]],
  ['a point over the pole', [...square().slice(0, 3), { lat: 90.1, lng: -71 }]],
  ['sides that cross', bowtie],
])('an area with %s is refused, and nothing changes', async (_case, polygon) => {
  const site = await newSite(owner, client.id, { areas: [{ name: 'Zone A', polygon: square() }] })
  const answer = await owner.raw(updateSite, { id: site.id, site: { name: 'Autre', areas: [{ name: 'Zone B', polygon }] } })
  expect(answer).toMatchObject({ status: 422, body: { formErrors: { site: expect.anything() } } })
  expect(await owner(getSite, { id: site.id })).toEqual(site)
})

test('areas with an id are kept, the others go, and the last one stays', async () => {
  const site = await newSite(owner, client.id, {
    areas: [
      { name: 'Zone A', polygon: square() },
      { name: 'Zone B', polygon: square(20) },
    ],
  })
  const [a, b] = site.areas
  const renamed = await owner(updateSite, {
    id: site.id,
    site: {
      areas: [
        { id: b?.id, name: 'Allée', polygon: square(20) },
        { name: 'Zone C', polygon: square(40) },
      ],
    },
  })
  expect(renamed.areas.map(({ name }) => name)).toEqual(['Allée', 'Zone C'])
  expect(renamed.areas[0]?.id).toBe(b?.id)
  expect(await owner.raw(updateSite, { id: site.id, site: { areas: [] } })).toMatchObject({
    status: 422,
    body: { formErrors: { site: { areas: 'Un point de service garde au moins une zone.' } } },
  })
  const gone = { areas: [{ id: a?.id, name: 'Zone A', polygon: square() }] }
  expect((await owner.raw(updateSite, { id: site.id, site: gone })).status).toBe(404)
})

test('areas far from their site, or of a site without a location, are invalid', async () => {
  const far = await newSite(owner, client.id, { areas: [{ name: 'Zone A', polygon: square(1200) }] })
  const near = await newSite(owner, client.id, { areas: [{ name: 'Zone A', polygon: square(900) }] })
  const lost = await newSite(owner, client.id, { address: { street: 'rang 2' }, areas: [{ name: 'Zone A', polygon: square() }] })
  const bare = await newSite(owner, client.id)
  expect([far, near, lost, bare].map((site) => site.snowRemovalAreaStatus)).toEqual(['invalid', 'good', 'invalid', 'undefined'])
})

test('a site’s name is unique per client, whatever its accents', async () => {
  await newSite(owner, client.id, { name: 'Entrée Nord' })
  expect(await owner.raw(createSite, { site: { customerId: client.id, name: 'entree nord', address: { street: 'x' } } })).toMatchObject({
    status: 422,
    body: { formErrors: { site: { name: 'Ce client a déjà un point de service de ce nom.' } } },
  })
  const draft = { customerId: client.id, name: ' ENTRÉE NORD ' }
  expect(await owner(validateSite, { site: draft })).toEqual({
    formErrors: { site: { name: 'Ce client a déjà un point de service de ce nom.' } },
  })
  expect(await owner(validateSite, { site: { ...draft, customerId: 'x' } })).toEqual({ formErrors: { site: {} } })
  const other = await newClient(owner)
  await expect(newSite(owner, other.id, { name: 'Entrée Nord' })).resolves.toMatchObject({ name: 'Entrée Nord' })
})

test('a site cannot move to the neighbouring company, nor use anything of it', async () => {
  const site = await newSite(owner, client.id)
  const theirs = await newClient(neighbour)
  const service = await newService(neighbour)
  expect((await owner.raw(updateSite, { id: site.id, site: { customerId: theirs.id } })).status).toBe(404)
  expect((await owner.raw(createSite, { site: { customerId: theirs.id, name: 'x', address: { street: 'x' } } })).status).toBe(404)
  const areas = [{ name: 'Zone A', polygon: square(), services: [service.id] }]
  expect((await owner.raw(updateSite, { id: site.id, site: { areas } })).status).toBe(404)
  expect((await owner.raw(deleteSites, { siteIds: [site.id, (await newSite(neighbour, theirs.id)).id] })).status).toBe(404)
  expect(await owner(getSite, { id: site.id })).toEqual(site)
})

test('several sites can be deleted together', async () => {
  const { id } = await newClient(owner)
  const [one, two, kept] = [await newSite(owner, id), await newSite(owner, id), await newSite(owner, id)]

  await owner(deleteSites, { siteIds: [one.id, two.id] })

  expect((await owner(clientCalls.listClientSites, { id })).map((site) => site.id)).toEqual([kept.id])
})

test('a site moves to another client, and is deleted', async () => {
  const [from, to] = [await newClient(owner), await newClient(owner)]
  const site = await newSite(owner, from.id)
  expect(await owner(updateSite, { id: site.id, site: { customerId: to.id } })).toMatchObject({ customerName: to.name })
  await owner(deleteSite, { id: site.id })
  expect(await owner(clientCalls.listClientSites, { id: to.id })).toEqual([])
})

test('a status derived from contracts, sent back, does not switch the site off', async () => {
  const people = await server.newCompany()
  const site = await newSite(people.owner, (await newClient(people.owner)).id)
  const follow = (contractConfig: object) =>
    people.super_admin(companyCalls.updateCurrentCompany, { contractConfig, confirmedInactiveSites: 1 })
  await follow({ isActive: true, isContractAffectSiteStatus: true })
  const read = await people.owner(getSite, { id: site.id })
  expect(read.status).toBe('inactive')
  await people.owner(updateSite, { id: site.id, site: { ...read, notes: 'Vu' } })
  await follow({ isContractAffectSiteStatus: false })
  expect(await people.owner(getSite, { id: site.id })).toMatchObject({ status: 'active', notes: 'Vu' })
})

test('an area too small to see breaks no list, and half a character is refused', async () => {
  const people = await server.newCompany()
  const { id } = await newClient(people.owner)
  const polygon = [
    { lat: 0, lng: 0 },
    { lat: 1e-200, lng: 1e-200 },
    { lat: 0.0001, lng: -0.0001 },
  ]
  await newSite(people.owner, id, { address: { street: 'golfe', location: { lat: 0, lng: 0 } }, areas: [{ name: 'Zone A', polygon }] })
  expect(await people.owner(listSites)).toHaveLength(1)
  const areas = [{ name: 'Zone \ud83d', polygon: square() }]
  expect((await people.owner.raw(createSite, { site: { customerId: id, name: 'x', address: { street: 'x' }, areas } })).status).toBe(422)
})

test('a site without an address lacks its street; ids in capitals are the same; a site can be placed only once', async () => {
  expect(await owner.raw(createSite, { site: { customerId: client.id, name: 'Sans adresse' } })).toMatchObject({
    status: 422,
    body: { formErrors: { site: { 'address.street': 'Ce champ est requis.' } } },
  })
  const site = await newSite(owner, client.id, { areas: [{ name: 'Zone A', polygon: square() }] })
  const areas = site.areas.map((area) => ({ ...area, id: area.id.toUpperCase() }))
  expect(await owner.raw(updateSite, { id: site.id.toUpperCase(), site: { areas } })).toMatchObject({
    status: 200,
    body: { areas: site.areas },
  })
  const twice = [
    { id: site.id, point: home },
    { id: site.id, point: home },
  ]
  expect((await staff.raw(placeSites, { sites: twice })).status).toBe(422)
})

test('staff find locations for sites without one, and accept them', async () => {
  const people = await server.newCompany()
  const folder = await newClient(people.owner)
  const known = { civicNumber: '500', name: 'rue Saint-Jean', city: 'Québec', state: 'QC', zip: 'G1R 1P8', ...home }
  await asOwner(ownerUrlOf(server), (transact) =>
    transact(async (tx) => {
      await storeAddresses(tx, [known])
      await settleGazetteer(tx)
    }),
  )
  const [suggested] = await server.anyone(addressCalls.suggestAddresses, { search: '500 rue Saint-Jean' })
  const { location: point, ...address } = await server.anyone(addressCalls.getAddress, {
    placeId: suggested?.placeId ?? '',
    sessionToken: 'x',
  })
  const found = await newSite(people.owner, folder.id, { address })
  await newSite(people.owner, folder.id, { address: { civicNumber: '1', street: 'rue Inconnue', city: 'Nulle-Part' } })
  const answer = await people.super_admin(geolocateSites, { clientIds: [] })
  expect(answer).toEqual({
    bounds: { north: point.lat, south: point.lat, east: point.lng, west: point.lng },
    geocodes: [{ siteId: found.id, point }],
  })
  const sites = answer.geocodes.map(({ siteId, point }) => ({ id: siteId, point }))
  expect(await people.admin(placeSites, { sites })).toMatchObject([{ id: found.id, status: 'active' }])
  expect((await staff.raw(placeSites, { sites })).status).toBe(404)
  expect(companyId).not.toBe(people.companyId)
})
