import { api } from '@bordee/core/api.ts'
import { expect, test } from 'vitest'
import { newClient, newSite, square } from '../testing/folders.ts'
import { newRun, round } from '../testing/runs.ts'
import { openTestServer } from '../testing/server.ts'

const server = await openTestServer()
const always = { from: '2020-01-01', to: '2100-01-01' }

/** A run that visited three driveways, whose folder carries the client's e-mail. */
async function visited() {
  const people = await server.newCompany()
  const { id, siteIds, began } = await newRun(people)
  await people.employee(api.addLocations, { id, locations: round(3, began) })
  const [site] = await people.owner(api.listSites, {})
  const { email } = await people.client(api.getCurrentAccount, {})
  await people.owner(api.updateClient, { id: site?.customerId ?? '', client: { email } })
  return { people, id, siteIds }
}

test('a client reads the visits of his own sites, without run, route and driver', async () => {
  const { people, siteIds } = await visited()
  const [own, office] = [await people.client(api.listVisits, always), await people.owner(api.listVisits, always)]
  expect(new Set(own.map(({ siteId }) => siteId))).toEqual(new Set(siteIds))
  expect(own).toEqual(office.map((visit) => ({ ...visit, runId: null, routeName: null, userName: null })))
  expect(await people.client(api.listVisits, { ...always, siteIds: siteIds.slice(0, 1) })).toHaveLength(1)
})

test('neither the neighbours’ visits, nor those of another company', async () => {
  const { people } = await visited()
  const { id: neighbour } = await newClient(people.owner)
  const next = await newSite(people.owner, neighbour, { areas: [{ name: 'Entrée', polygon: square() }] })
  const route = await people.owner(api.createRoute, { route: { name: 'Voisins', sites: [{ site: next.id, sortOrder: 0 }] } })
  const began = Date.now() - 60_000
  const { id } = await people.owner(api.startRun, { routeId: route.id, at: new Date(began).toISOString() })
  await people.owner(api.addLocations, { id, locations: round(1, began) })
  expect(await people.owner(api.listVisits, always)).toHaveLength(4)
  expect(await people.client(api.listVisits, always)).toHaveLength(3)
  const others = await server.newCompany()
  expect(await others.client(api.listVisits, { ...always, siteIds: [next.id] })).toEqual([])
  for (const role of ['manager', 'employee'] as const) expect((await people[role].raw(api.listVisits, always)).status).toBe(403)
})

test('he still reads them after the company has switched geolocation off', async () => {
  const { people } = await visited()
  await people.super_admin(api.updateCompany, { id: people.companyId, geolocationConfig: { isActive: false } })
  expect(await people.client(api.listVisits, always)).toHaveLength(3)
  expect((await people.owner.raw(api.listVisits, always)).status).toBe(409)
})
