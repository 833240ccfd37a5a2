import { randomUUID } from 'node:crypto'
import { routeCalls } from '@bordee/core/routes/routes.calls.ts'
import { consentVersion } from '@bordee/core/runs/run.ts'
import { runCalls } from '@bordee/core/runs/runs.calls.ts'
import { siteCalls } from '@bordee/core/sites/sites.calls.ts'
import { expect, test } from 'vitest'
import { newClient, newService, newSite, square } from '../testing/folders.ts'
import { at, clearing, hour, minute, newRoute, newRun } from '../testing/runs.ts'
import { inCompany, openTestServer } from '../testing/server.ts'

const { startRun, actOnRun, addLocations, getRunDetails, listRuns, listCurrentRuns, listActiveRuns } = runCalls
const { duplicateRun, deleteRun, regenerateRun, listVisits, getConsent, setConsent } = runCalls
const server = await openTestServer()
const fleet = await server.newCompany()
const always = { from: '2020-01-01', to: '2100-01-01' }

const quit = (people: typeof fleet, id: string) => people.employee(actOnRun, { id, type: 'quit' })

test("a run copies its route as it is at the start: the included sites, with the areas that get the route's services", async () => {
  const { owner, employee } = await server.newCompany()
  const [plough, salt] = [await newService(owner), await newService(owner)]
  const { id: customerId } = await newClient(owner, { name: 'Paule Roy' })
  const two = await newSite(owner, customerId, {
    notes: 'Chien',
    areas: [
      { name: 'Devant', polygon: square(), services: [plough.id] },
      { name: 'Trottoir', polygon: square(40), services: [salt.id] },
    ],
  })
  const off = await newSite(owner, customerId, { status: 'inactive' })
  const bare = await newSite(owner, customerId)
  const sites = [bare, off, two].map(({ id }, sortOrder) => ({ site: id, sortOrder }))
  const route = await owner(routeCalls.createRoute, { route: { name: 'Tout', sites } })
  const run = await employee(startRun, { routeId: route.id })
  expect(run).toMatchObject({
    routeId: route.id,
    routeName: 'Tout',
    finishedAt: null,
    areasCount: 3,
    areasDone: 0,
    completionPercentage: 0,
  })
  expect(run.userDurations).toMatchObject([{ userId: employee.accountId, name: 'Prénom Nom', duration: 0 }])
  const { runSites, actions } = await employee(getRunDetails, { id: run.id })
  expect(runSites).toMatchObject([
    { siteId: bare.id, sortOrder: 0, areas: [{ areaId: null, name: 'Zone A', polygon: null }] },
    { siteId: two.id, sortOrder: 1, customerName: 'Paule Roy', notes: 'Chien', areas: [{ name: 'Devant' }, { name: 'Trottoir' }] },
  ])
  expect(actions).toMatchObject([{ type: 'start', userId: employee.accountId, userName: 'Prénom Nom' }])
  await employee(actOnRun, { id: run.id, type: 'quit' })

  await owner(routeCalls.updateRoute, { id: route.id, route: { serviceIds: [plough.id] } })
  const ploughed = await employee(startRun, { routeId: route.id })
  const details = await employee(getRunDetails, { id: ploughed.id })
  expect(details.runSites).toMatchObject([{ siteId: two.id, areas: [{ name: 'Devant' }] }])
  await owner(siteCalls.updateSite, { id: two.id, site: { name: 'Autre nom', areas: [{ name: 'Autre', polygon: square(20) }] } })
  await owner(routeCalls.updateRoute, { id: route.id, route: { name: 'Autre', sites: [] } })
  const later = await employee(getRunDetails, { id: ploughed.id })
  expect(later.routeName).toBe('Tout')
  expect(later.runSites).toEqual(
    details.runSites.map((site) => ({ ...site, areas: site.areas.map((area) => ({ ...area, areaId: null })) })),
  )
})

test('starting the same run twice gives one run, even concurrently; someone else’s id reveals nothing', async () => {
  const people = await server.newCompany()
  const { id: routeId } = await newRoute(people.owner)
  const id = randomUUID()
  const [first, again] = await Promise.all([people.employee(startRun, { routeId, id }), people.employee(startRun, { routeId, id })])
  expect([first.id, again.id]).toEqual([id, id])
  await people.employee(actOnRun, { id, type: 'quit' })
  expect((await people.employee(startRun, { routeId, id })).finishedAt).not.toBeNull()
  expect((await people.owner.raw(startRun, { routeId, id })).status).toBe(409)
  const next = await server.newCompany()
  const theirs = await newRoute(next.owner)
  expect(await next.employee.raw(startRun, { routeId: theirs.id, id })).toMatchObject({ status: 409, body: { code: 'id-used' } })
  expect((await next.employee.raw(startRun, { routeId })).status).toBe(404)
})

test('an operator is in one run at a time, even when he starts two at once', async () => {
  const people = await server.newCompany()
  const [one, other] = [await newRoute(people.owner), await newRoute(people.owner)]
  const answers = await Promise.all([one, other].map(({ id }) => people.employee.raw(startRun, { routeId: id })))
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409])
  const [mine] = await people.employee(listCurrentRuns)
  const refusal = answers.find(({ status }) => status === 409)
  expect(refusal?.body).toMatchObject({ code: 'run-active', conflicts: [{ id: mine?.id }] })
  const second = await people.owner(startRun, { routeId: one.id })
  expect((await people.employee.raw(actOnRun, { id: second.id, type: 'start' })).status).toBe(409)
})

test('operators join once each, and the last to quit ends the run', async () => {
  const people = await server.newCompany()
  const { id, routeId, began } = await newRun(people)
  const joins = await Promise.all(
    [1, 2, 3].map(() => people.owner.raw(actOnRun, { id, type: 'start', at: new Date(began + 10 * minute).toISOString() })),
  )
  expect(joins.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(await people.owner(listActiveRuns, { routeId })).toMatchObject([{ id }])
  expect((await people.owner.raw(listActiveRuns)).status).toBe(422)

  await people.employee(actOnRun, { id, type: 'quit', at: new Date(began + 30 * minute).toISOString() })
  expect((await people.owner(listCurrentRuns)).map((run) => run.id)).toEqual([id])
  const ended = await people.owner(actOnRun, { id, type: 'quit', at: new Date(began + 40 * minute).toISOString() })
  expect(ended).toMatchObject({ finishedAt: new Date(began + 40 * minute).toISOString(), isFullyProcessed: true })
  expect(ended.userDurations.map(({ duration }) => duration)).toEqual([1800, 1800])
  expect((await people.owner(actOnRun, { id, type: 'quit' })).finishedAt).toBe(ended.finishedAt)
  expect((await people.owner.raw(actOnRun, { id, type: 'start' })).status).toBe(409)
  expect(await people.admin.raw(actOnRun, { id, type: 'quit' })).toMatchObject({ status: 409, body: { code: 'not-joined' } })

  // Reported late: he was in the run when it ended without him.
  await people.admin(actOnRun, { id, type: 'start', at: new Date(began + 35 * minute).toISOString() })
  expect(await people.admin(listCurrentRuns)).toMatchObject([{ id, finishedAt: null }])
})

test('an employee sees runs under way and those he took part in, and only his own positions', async () => {
  const people = await server.newCompany()
  const { id, began } = await newRun(people, { by: people.owner })
  await people.owner(addLocations, { id, locations: clearing(0, began) })
  expect(await people.employee(listRuns)).toMatchObject([{ id }])
  await people.employee(actOnRun, { id, type: 'start' })
  await people.employee(addLocations, { id, locations: [at(Date.now())] })
  const seen = await people.employee(getRunDetails, { id })
  expect(seen.locations.map(({ userId }) => userId)).toEqual([people.employee.accountId])
  expect(seen.areaVisits).toHaveLength(1)
  expect(new Set((await people.owner(getRunDetails, { id })).locations.map(({ userId }) => userId))).toEqual(
    new Set([people.owner.accountId, people.employee.accountId]),
  )
  await people.employee(actOnRun, { id, type: 'quit' })
  await people.owner(actOnRun, { id, type: 'quit' })
  expect(await people.employee(listRuns)).toMatchObject([{ id }])

  const other = await newRun(people, { by: people.owner })
  await people.owner(actOnRun, { id: other.id, type: 'quit' })
  expect((await people.employee.raw(getRunDetails, { id: other.id })).status).toBe(404)
  expect(await people.employee(listRuns)).toHaveLength(1)
  expect(await people.owner(listRuns)).toHaveLength(2)
})

test('the history covers the last week, or the period asked for', async () => {
  const people = await server.newCompany()
  const { id, began } = await newRun(people, { ago: 6 * 24 * hour })
  expect(await people.owner(listRuns)).toHaveLength(1)
  await inCompany(server, people.companyId, (tx) => tx.sql`update runs set started_at = now() - interval '8 days'`)
  expect(await people.owner(listRuns)).toEqual([])
  expect(await people.owner(listRuns, { startingDate: new Date(began - 5 * 24 * hour).toISOString().slice(0, 10) })).toMatchObject([{ id }])
  expect(await people.owner(listRuns, { startingDate: '2020-01-01', endingDate: '2020-02-01' })).toEqual([])
  expect(await people.owner(listRuns, { startingDate: '2020-01-01', isFullyProcessed: true })).toEqual([])
  expect(await people.owner(listRuns, { startingDate: '2020-01-01', isFullyProcessed: false })).toHaveLength(1)
})

test('a route with a run under way cannot be deleted; afterwards its runs keep its name', async () => {
  const people = await server.newCompany()
  const { id, routeId } = await newRun(people)
  expect(await people.owner.raw(routeCalls.deleteRoute, { id: routeId })).toMatchObject({ status: 409, body: { code: 'run-active' } })
  expect(await people.owner(routeCalls.listRoutesForAlerts)).toMatchObject([{ id: routeId, activeRuns: [{ id }] }])
  await quit(people, id)
  expect(await people.owner(routeCalls.listRoutesForAlerts)).toMatchObject([{ id: routeId, activeRuns: [] }])
  await people.owner(routeCalls.deleteRoute, { id: routeId })
  expect(await people.owner(listRuns)).toMatchObject([{ id, routeId: null, routeName: 'Haute-Ville' }])
})

test('an operator may start every route of the company, even where alerts are limited', async () => {
  const people = await server.newCompany()
  const { id: routeId } = await newRoute(people.owner)
  await inCompany(
    server,
    people.companyId,
    (tx) => tx.sql`update companies set alert_is_accesses_limited = true where id = ${people.companyId}`,
  )
  expect(await people.employee(routeCalls.listRoutes)).toEqual([])
  expect(await people.employee(routeCalls.listRouteOptions)).toEqual([
    { id: routeId, name: 'Haute-Ville', lastDrivenAt: null, isExpected: false },
  ])
  expect((await people.employee.raw(startRun, { routeId })).status).toBe(201)
  expect(await people.employee(routeCalls.listRouteOptions)).toEqual([
    { id: routeId, name: 'Haute-Ville', lastDrivenAt: expect.any(String), isExpected: false },
  ])
  expect(await people.owner(routeCalls.listRouteOptions)).toMatchObject([{ lastDrivenAt: null }])
})

test('staff copy a whole run to another company, without accounts or links', async () => {
  const [people, next] = [await server.newCompany(), await server.newCompany()]
  const { id, began } = await newRun(people)
  await people.employee(addLocations, { id, locations: clearing(1, began) })
  const before = await people.owner(getRunDetails, { id })
  const [area] = before.runSites.flatMap(({ areas }) => areas)
  await people.owner(runCalls.markAreaNotDone, { runId: id, siteAreaId: area?.id ?? '', reason: 'gate', note: 'Barrière' })
  await quit(people, id)
  const original = await people.owner(getRunDetails, { id })

  const copy = await people.super_admin(duplicateRun, { id, destinationCompany: next.companyId })
  expect(copy).toMatchObject({ routeId: null, areasDone: 1, notDoneCount: 1, finishedAt: original.finishedAt, isFullyProcessed: true })
  expect(copy.userDurations).toMatchObject([{ userId: null, email: null, duration: original.userDurations[0]?.duration }])
  const details = await next.owner(getRunDetails, { id: copy.id })
  expect(details.runSites.map(({ siteId, siteName }) => [siteId, siteName])).toEqual(
    original.runSites.map(({ siteName }) => [null, siteName]),
  )
  expect(details.runSites.flatMap(({ areas }) => areas.map(({ areaId }) => areaId))).toEqual([null, null, null])
  expect(details.areaActions).toMatchObject([{ reason: 'gate', note: 'Barrière' }])
  expect(details.areaVisits).toMatchObject(original.areaVisits.map(({ startedAt, finishedAt }) => ({ startedAt, finishedAt })))
  expect(details.locations.map(({ userId, timestamp }) => [userId, timestamp])).toEqual(
    original.locations.map(({ timestamp }) => ['1', timestamp]),
  )
  expect(await people.owner(getRunDetails, { id })).toEqual(original)
  for (const destinationCompany of [randomUUID(), people.owner.accountId])
    expect((await people.super_admin.raw(duplicateRun, { id, destinationCompany })).status).toBe(404)
  expect((await next.super_admin.raw(duplicateRun, { id, destinationCompany: next.companyId })).status).toBe(404)
})

test('staff delete a finished run, with its positions and visits', async () => {
  const people = await server.newCompany()
  const { id, began } = await newRun(people)
  await people.employee(addLocations, { id, locations: clearing(0, began) })
  expect(await people.owner(listVisits, always)).toHaveLength(1)
  expect((await people.super_admin.raw(deleteRun, { id })).status).toBe(409)
  await quit(people, id)
  await people.super_admin(deleteRun, { id })
  expect((await people.owner.raw(getRunDetails, { id })).status).toBe(404)
  expect(await people.owner(listVisits, always)).toEqual([])
  expect(await inCompany(server, people.companyId, (tx) => tx.sql`select from position_chunks`)).toEqual([])
})

test('no position is taken from an operator who refused; one who was never asked is recorded', async () => {
  const people = await server.newCompany()
  const { employee } = people
  const { id, began } = await newRun(people)
  const locations = clearing(0, began)
  expect(await employee(getConsent)).toEqual({ acceptedAt: null, version: consentVersion })
  expect((await employee.raw(addLocations, { id, locations })).status).toBe(200)
  await employee(setConsent, { accepted: false })
  expect(await employee.raw(addLocations, { id, locations })).toMatchObject({ status: 409, body: { code: 'consent-refused' } })
  expect((await employee(setConsent, { accepted: true })).acceptedAt).not.toBeNull()
  expect((await employee.raw(addLocations, { id, locations })).status).toBe(200)
})

test('without the module every call is refused', async () => {
  const { employee, companyId } = await server.newCompany()
  await inCompany(server, companyId, (tx) => tx.sql`update companies set geolocation_is_active = false where id = ${companyId}`)
  expect(await employee.raw(listRuns)).toMatchObject({ status: 409, body: { code: 'module-inactive' } })
})

test('a route is regenerated in a job, and refused once the positions are gone', async () => {
  const people = await server.newCompany()
  const { id, began } = await newRun(people)
  await people.employee(addLocations, { id, locations: clearing(0, began) })
  expect(await people.owner(regenerateRun, { id })).toEqual({ message: 'La régénération de la tournée est programmée.', type: 'success' })
  await inCompany(server, people.companyId, (tx) => tx.sql`update run_tracks set is_purged = true`)
  expect(await people.owner.raw(regenerateRun, { id })).toMatchObject({ status: 409, body: { code: 'purged' } })
})
