import { accountCalls } from '@bordee/core/accounts/accounts.calls.ts'
import { companyCalls } from '@bordee/core/companies/companies.calls.ts'
import { exclusionReason } from '@bordee/core/routes/exclusion.ts'
import { routeCalls } from '@bordee/core/routes/routes.calls.ts'
import { siteCalls } from '@bordee/core/sites/sites.calls.ts'
import { expect, test } from 'vitest'
import { home, newClient, newService, newSite, square } from '../testing/folders.ts'
import { openTestServer, type People } from '../testing/server.ts'

const { listRoutes, getRoute, createRoute, updateRoute, deleteRoute, listRouteSites, listRouteOptions, listRoutesForAlerts } = routeCalls
const server = await openTestServer()

const places = (...ids: string[]) => ids.map((site, sortOrder) => ({ site, sortOrder }))
const orderOf = (route: { sites: { site: { id: string } }[] }) => route.sites.map(({ site }) => site.id)

async function sites({ owner }: People, count: number) {
  const { id } = await newClient(owner)
  const made = []
  for (let i = 0; i < count; i++) made.push((await newSite(owner, id)).id)
  return made as [string, string, string, ...string[]]
}

test('a route keeps its sites in the order sent, renumbered from 0', async () => {
  const people = await server.newCompany()
  const [a, b, c] = await sites(people, 3)
  const route = await people.owner(createRoute, {
    route: {
      name: ' Limoilou ',
      sites: [
        { site: a, sortOrder: 9 },
        { site: b, sortOrder: 2 },
        { site: { id: c }, sortOrder: 5 },
      ],
    },
  })
  expect(route).toMatchObject({ name: 'Limoilou', hasAlerts: false, version: 1, sitesCount: 3, message: null })
  expect(route.sites.map(({ site, sortOrder }) => [site.id, sortOrder])).toEqual([
    [b, 0],
    [c, 1],
    [a, 2],
  ])
  expect(await people.owner(listRouteSites, { id: route.id })).toEqual(route.sites)
  expect(await people.owner(siteCalls.getSite, { id: c })).toMatchObject({
    routes: [{ id: route.id, name: 'Limoilou', sortOrder: 1 }],
    routesAssigned: 1,
  })
  const { sites: _, ...card } = route
  expect(await people.owner(listRoutes)).toEqual([card])
  expect(await people.employee(listRouteOptions)).toEqual([{ id: route.id, name: 'Limoilou', lastDrivenAt: null, isExpected: false }])
  expect(await people.owner(updateRoute, { id: route.id, route })).toEqual({ ...route, version: 2 })
})

test('a duplicate site, an empty name or another company’s site is refused, and nothing changes', async () => {
  const people = await server.newCompany()
  const next = await server.newCompany()
  const [a] = await sites(people, 1)
  const [theirs] = await sites(next, 1)
  const route = await people.owner(createRoute, { route: { name: 'Nord', sites: places(a) } })
  const refused = [
    { sites: [...places(a), ...places(a)] },
    { name: '  ' },
    { name: 'x', sites: places(a, theirs) },
    { name: 'x', serviceIds: [(await newService(next.owner)).id] },
    { name: 'x', accountsForAlertsIds: [next.employee.accountId] },
    { name: 'x', message: a },
  ]
  for (const change of refused) expect([404, 422]).toContain((await people.owner.raw(updateRoute, { id: route.id, route: change })).status)
  expect(await people.owner(getRoute, { id: route.id })).toEqual(route)
})

test('excluded sites say why', async () => {
  const people = await server.newCompany()
  const { owner } = people
  const [plough, salt] = [await newService(owner), await newService(owner)]
  const { id } = await newClient(owner)
  const site = (more: object) => newSite(owner, id, more)
  const fine = await site({ areas: [{ name: 'Zone A', polygon: square(), services: [plough.id] }] })
  const off = await site({ status: 'inactive' })
  const lost = await site({ address: { street: 'rang 9' } })
  const other = await site({ areas: [{ name: 'Zone A', polygon: square(), services: [salt.id] }] })
  const route = await owner(createRoute, {
    route: { name: 'Tout', serviceIds: [plough.id], sites: places(fine.id, off.id, lost.id, other.id) },
  })
  expect(route.sites.map(({ isIncluded, exclusionReason }) => [isIncluded, exclusionReason])).toEqual([
    [true, null],
    [false, 'inactive'],
    [false, 'not_geocoded'],
    [false, 'no_common_services'],
  ])
  for (const [i, site] of [fine, off, lost, other].entries())
    expect(exclusionReason(site, [plough.id]), site.name).toBe(route.sites[i]?.exclusionReason)

  const open = await owner(updateRoute, { id: route.id, route: { serviceIds: [] } })
  expect(open.sites[3]).toMatchObject({ isIncluded: true, exclusionReason: null })
})

test("people who reorder concurrently never undo each other's work, nor lose or duplicate a site", async () => {
  const people = await server.newCompany()
  const [a, b, c] = await sites(people, 3)
  const route = await people.owner(createRoute, { route: { name: 'Partagé', sites: places(a, b, c) } })
  const orders = [
    [c, b, a],
    [b, c, a],
    [a, c, b],
    [b, a, c],
  ]
  const answers = await Promise.all(
    orders.map((order) => people.owner.raw(updateRoute, { id: route.id, route: { sites: places(...order), version: route.version } })),
  )
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409])
  const now = await people.owner(getRoute, { id: route.id })
  expect(orderOf(now)).toEqual(orders[answers.findIndex(({ status }) => status === 200)])
  expect(now.version).toBe(2)

  await Promise.all(orders.map((order) => people.owner(updateRoute, { id: route.id, route: { sites: places(...order) } })))
  expect(orderOf(await people.owner(getRoute, { id: route.id })).toSorted()).toEqual([a, b, c].toSorted())
})

test('deleting a site leaves the others numbered without a gap', async () => {
  const people = await server.newCompany()
  const [a, b, c] = await sites(people, 3)
  const route = await people.owner(createRoute, { route: { name: 'Gap', sites: places(a, b, c) } })
  await people.owner(siteCalls.deleteSite, { id: b })
  expect((await people.owner(getRoute, { id: route.id })).sites.map(({ sortOrder }) => sortOrder)).toEqual([0, 1])
  expect(await people.owner(siteCalls.getSite, { id: c })).toMatchObject({ routes: [{ sortOrder: 1 }] })
})

test('where accesses are limited, an employee sees only their routes, set from either side', async () => {
  const people = await server.newCompany()
  const { owner, employee, super_admin: staff } = people
  const mine = await owner(createRoute, { route: { name: 'À lui', accountsForAlertsIds: [employee.accountId] } })
  const other = await owner(createRoute, { route: { name: 'Autre' } })
  expect(mine.accountsForAlertsIds).toEqual([employee.accountId])
  expect(await owner(accountCalls.getAccount, { id: employee.accountId })).toMatchObject({ accesses: [{ routeForAlertIds: [mine.id] }] })
  expect(await employee(listRoutes)).toHaveLength(2)

  await staff(companyCalls.updateCurrentCompany, { alertConfig: { isAccessesLimited: true } })
  expect(await employee(listRoutes)).toMatchObject([{ id: mine.id }])
  expect(await employee(listRoutesForAlerts)).toMatchObject([{ id: mine.id, contactsCount: 0 }])
  expect((await employee.raw(getRoute, { id: other.id })).status).toBe(404)
  expect(await owner(listRoutes)).toHaveLength(2)

  await owner(accountCalls.updateAccount, { id: employee.accountId, account: { routeForAlertIds: [other.id] } })
  expect(await employee(listRoutes)).toMatchObject([{ id: other.id }])
  expect(await owner(getRoute, { id: mine.id })).toMatchObject({ accountsForAlertsIds: [] })
})

test('deleting a route keeps its sites', async () => {
  const people = await server.newCompany()
  const [a] = await sites(people, 1)
  const { id } = await people.owner(createRoute, { route: { name: 'Bref', sites: places(a) } })
  await people.owner(deleteRoute, { id })
  expect(await people.owner(listRoutes)).toEqual([])
  expect(await people.owner(siteCalls.getSite, { id: a })).toMatchObject({ routes: [] })
})

test('the distance through the points is measured in straight lines where no streets are known', async () => {
  const { employee } = await server.newCompany()
  const points = [home, { lat: home.lat + 0.01, lng: home.lng }, home]
  const way = await employee(routeCalls.findDirections, { points })
  expect(way).toMatchObject({ line: points, duration: null, provider: 'straight', isPartial: false })
  expect(way.distance).toBeCloseTo(2 * 1111.95, 0)
  expect((await employee.raw(routeCalls.findDirections, { points: [home] })).status).toBe(422)
})
