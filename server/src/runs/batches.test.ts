import { randomUUID } from 'node:crypto'
import { rounded } from '@bordee/core/positions/packing.ts'
import { indexOf, visitsOf } from '@bordee/core/positions/visits.ts'
import { routeCalls } from '@bordee/core/routes/routes.calls.ts'
import { runCalls } from '@bordee/core/runs/runs.calls.ts'
import { expect, test, vi } from 'vitest'
import { home, newClient, newSite } from '../testing/folders.ts'
import { at, clearing, hour, minute, newRun, round, second, spacing } from '../testing/runs.ts'
import { inCompany, openTestServer, type People } from '../testing/server.ts'
import { killing } from '../testing/victims.ts'
import { takePositions } from './batches.ts'
import { presencesOf } from './runs.queries.ts'

const { startRun, actOnRun, addLocations, getRunDetails, regenerateRun } = runCalls
const server = await openTestServer()
type Sent = ReturnType<typeof at>

/** Waits until every late position has been processed. */
const reckoned = ({ companyId }: People) =>
  vi.waitFor(async () => expect(await inCompany(server, companyId, (tx) => tx.sql`select from run_tracks where is_stale`)).toEqual([]), {
    timeout: 20_000,
    interval: 50,
  })

/** What the pure rule computes from all positions together. */
async function expectedVisits(people: People, id: string, sent: readonly Sent[]) {
  const { runSites } = await people.owner(getRunDetails, { id })
  const fixes = sent.map(({ timestamp, ...fix }) => rounded({ ...fix, at: timestamp }))
  return visitsOf(indexOf(runSites.flatMap(({ areas }) => areas)), fixes).map(({ areaId, startedAt, finishedAt }) => [
    areaId,
    new Date(startedAt).toISOString(),
    new Date(finishedAt).toISOString(),
  ])
}
const visitsRead = async (people: People, id: string) =>
  (await people.owner(getRunDetails, { id })).areaVisits.map(({ runSiteAreaId, ...visit }) => [
    runSiteAreaId,
    new Date(visit.startedAt).toISOString(),
    new Date(visit.finishedAt).toISOString(),
  ])

/** Shuffled, the same way for the same seed. */
function shuffled<T>(all: readonly T[], seed: number): T[] {
  let state = seed
  const keyed = all.map((one) => {
    state = (state * 16_807) % 2_147_483_647
    return { one, key: state }
  })
  return keyed.toSorted((a, b) => a.key - b.key).map(({ one }) => one)
}

test("a truck that clears a driveway has visited it, and the run's progress shows it", async () => {
  const people = await server.newCompany()
  const { id, began } = await newRun(people, { driveways: 4 })
  const track = round(3, began)
  expect(await people.employee(addLocations, { id, locations: track })).toEqual({ acceptedCount: track.length, ignoredCount: 0 })
  expect(await visitsRead(people, id)).toEqual(await expectedVisits(people, id, track))
  const run = await people.owner(getRunDetails, { id })
  expect(run).toMatchObject({ areasDone: 3, areasCount: 4, completionPercentage: 75 })
  expect(run.locations).toHaveLength(track.length)
  expect(run.locations[0]).toMatchObject({
    userId: people.employee.accountId,
    timestamp: new Date(began).toISOString(),
    accuracy: 3,
    speed: 1,
  })
  const visits = await people.owner(runCalls.listVisits, { from: '2020-01-01', to: '2100-01-01' })
  expect(visits.map(({ areaName, routeName, userName }) => [areaName, routeName, userName])).toEqual(
    Array.from({ length: 3 }, () => ['Entrée', 'Haute-Ville', 'Prénom Nom']),
  )
  const [newest] = visits
  expect(await people.owner(runCalls.listVisits, { from: '2020-01-01', to: '2100-01-01', siteIds: [newest?.siteId ?? ''] })).toEqual([
    newest,
  ])
})

test.each([1, 2, 3])('batches shuffled, split and repeated (%i) give the same visits as the whole track', async (seed) => {
  const people = await server.newCompany()
  const { id, began } = await newRun(people, { driveways: 4 })
  const noisy = round(4, began).map((one, i) => ({ ...one, lng: one.lng + ((i * 7 + seed) % 5) * 0.00001 }))
  const better = { ...at(noisy[20]?.timestamp ?? 0, 2 * spacing), accuracy: 1 } // a known time, but elsewhere and more accurate
  const all = [...noisy, better]
  const size = 3 + seed * 4
  const batches = Array.from({ length: Math.ceil(all.length / size) }, (_, i) => all.slice(i * size, (i + 1) * size))
  const order = shuffled([...batches, ...batches.filter((_, i) => i % 3 === 0)], seed)
  await Promise.all(
    [0, 1].map(async (lane) => {
      for (const [i, locations] of order.entries())
        if (i % 2 === lane)
          expect((await people.employee(addLocations, { id, locations: shuffled(locations, seed) })).ignoredCount).toBeLessThan(
            locations.length,
          )
    }),
  )
  await reckoned(people)
  const expected = await expectedVisits(people, id, all)
  expect(expected.length).toBeGreaterThan(0)
  expect(await visitsRead(people, id)).toEqual(expected)
  const ids = (await people.owner(getRunDetails, { id })).areaVisits.map((visit) => visit.id)
  expect((await people.owner(getRunDetails, { id })).locations).toHaveLength(noisy.length)

  await people.owner(regenerateRun, { id })
  await reckoned(people)
  expect((await people.owner(getRunDetails, { id })).areaVisits.map((visit) => visit.id)).toEqual(ids)
})

test('impossible positions are ignored and counted; the others are accepted', async () => {
  const people = await server.newCompany()
  const { id, began } = await newRun(people)
  const good = clearing(0, began)
  const bad = [
    at(Date.now() + hour),
    at(Date.now() - 365 * 24 * hour),
    at(began - second),
    { ...at(began + 3 * second), lat: 0, lng: 0 },
    { ...at(began + 5 * second), lat: 91 },
    { ...at(began + 7 * second), lng: -500 },
    { ...at(began + 9 * second), accuracy: 51 },
    at(began + 11 * second, 500_000),
  ]
  expect(await people.employee(addLocations, { id, locations: [...good, ...bad] })).toEqual({
    acceptedCount: good.length,
    ignoredCount: bad.length,
  })
  expect(await visitsRead(people, id)).toEqual(await expectedVisits(people, id, good))
  expect(await people.employee(addLocations, { id, locations: good })).toEqual({ acceptedCount: good.length, ignoredCount: 0 })
  expect(await people.employee(addLocations, { id, locations: [] })).toEqual({ acceptedCount: 0, ignoredCount: 0 })
  const iso = { ...at(0), timestamp: new Date(began + 30 * second).toISOString() }
  expect(await people.employee.raw(addLocations, { id, locations: [iso] })).toMatchObject({ status: 200, body: { acceptedCount: 1 } })
  for (const locations of [[{ lat: 'x' }], [{ ...at(began), timestamp: 'hier' }], Array.from({ length: 1001 }, () => at(began)), 'x'])
    expect((await people.employee.raw(addLocations, { id, locations })).status).toBe(422)
})

test('a batch of ten thousand positions is refused', async () => {
  const people = await server.newCompany()
  const { id, began } = await newRun(people)
  const locations = Array.from({ length: 10_000 }, (_, i) => at(began + i))
  expect([413, 422]).toContain((await people.employee.raw(addLocations, { id, locations })).status)
})

test('only operators who joined the run may send positions', async () => {
  const [people, next] = [await server.newCompany(), await server.newCompany()]
  const { id, began } = await newRun(people)
  const locations = clearing(0, began)
  expect(await people.owner.raw(addLocations, { id, locations })).toMatchObject({ status: 409, body: { code: 'not-joined' } })
  expect((await next.employee.raw(addLocations, { id, locations })).status).toBe(404)
  expect((await people.owner(getRunDetails, { id })).locations).toEqual([])
})

test('after a quit, positions from before it are accepted for a week', async () => {
  const people = await server.newCompany()
  const { id, began } = await newRun(people)
  await people.employee(actOnRun, { id, type: 'quit', at: new Date(began + 10 * minute).toISOString() })
  const late = [...clearing(0, began), at(began + 11 * minute)]
  expect(await people.employee(addLocations, { id, locations: late })).toEqual({ acceptedCount: late.length - 1, ignoredCount: 1 })
  expect(await people.owner(getRunDetails, { id })).toMatchObject({ areasDone: 1, isFullyProcessed: true })
  await inCompany(server, people.companyId, async (tx) => {
    await tx.sql`update run_actions set at = at - interval '8 days'`
    await tx.sql`update runs set started_at = started_at - interval '8 days', finished_at = finished_at - interval '8 days'`
  })
  expect(await people.employee.raw(addLocations, { id, locations: late })).toMatchObject({ status: 409, body: { code: 'run-finished' } })
})

test('positions from a phone whose clock is an hour off are dated correctly', async () => {
  const people = await server.newCompany()
  const { id, began } = await newRun(people)
  const off = -hour
  const track = clearing(0, began).map((one) => ({ ...one, timestamp: one.timestamp + off }))
  const answer = await people.employee(addLocations, { id, locations: track, sentAt: Date.now() + off })
  expect(answer).toEqual({ acceptedCount: track.length, ignoredCount: 0 })
  // The first batch decided the offset: the same batch resent later gives the same result.
  expect(await people.employee(addLocations, { id, locations: track, sentAt: Date.now() + off - 20 * minute })).toEqual(answer)
  const [visit, ...others] = (await people.owner(getRunDetails, { id })).areaVisits
  expect(others).toEqual([])
  expect(Math.abs(Date.parse(visit?.startedAt ?? '') - began)).toBeLessThan(5 * second)
})

test('a polygon that crosses itself is accepted and breaks nothing', async () => {
  const people = await server.newCompany()
  const { id: customerId } = await newClient(people.owner)
  const [a, b, c, d] = [
    [0, 0],
    [0.0002, 0.0002],
    [0.0002, 0],
    [0, 0.0002],
  ].map(([lat = 0, lng = 0]) => ({ lat: home.lat + lat, lng: home.lng + lng }))
  const site = await newSite(people.owner, customerId)
  await inCompany(
    server,
    people.companyId,
    (tx) => tx.sql`
      insert into areas (company_id, site_id, position, name, polygon, is_simple)
      values (${people.companyId}, ${site.id}, 0, 'Nœud', ${JSON.stringify([a, b, c, d])}, false)`,
  )
  const { id: routeId } = await people.owner(routeCalls.createRoute, {
    route: { name: 'Nœud', sites: [{ site: site.id, sortOrder: 0 }] },
  })
  const began = Date.now() - hour
  const { id } = await people.employee(startRun, { routeId, at: new Date(began).toISOString() })
  const track = clearing(0, began)
  await people.employee(addLocations, { id, locations: track })
  expect(await visitsRead(people, id)).toEqual(await expectedVisits(people, id, track))
})

test('a server killed in the middle of a batch stores all of it or nothing', async () => {
  const people = await server.newCompany()
  const { id, began } = await newRun(people)
  const track = round(2, began)
  const [first, second] = [track.slice(0, 15), track.slice(15)]
  await people.employee(addLocations, { id, locations: first })
  const path = `/runs/${id}/locations`
  await killing(server)('position_chunks', path, { by: people.employee, body: JSON.stringify({ locations: second }) })
  expect((await people.owner(getRunDetails, { id })).locations).toHaveLength(first.length)
  await people.employee(addLocations, { id, locations: second })
  expect((await people.owner(getRunDetails, { id })).locations).toHaveLength(track.length)
  expect(await visitsRead(people, id)).toEqual(await expectedVisits(people, id, track))
})

test("an operator's phone and device are two tracks, and a device's satellite time needs no correction", async () => {
  const people = await server.newCompany()
  const { id, began } = await newRun(people)
  await people.employee(addLocations, { id, locations: [at(began - hour)], sentAt: Date.now() - hour }) // its clock is an hour behind
  const device = randomUUID()
  const take = () =>
    server.work(async (work) => {
      const { companyId } = people
      await work.tx.scope({ companies: [companyId] })
      const [found] = await presencesOf(work, { companyId, accountId: people.employee.accountId, until: new Date(began) })
      const positions = clearing(0, began).map(({ timestamp, ...point }) => ({ ...point, at: timestamp }))
      return takePositions(work, { companyId, runId: id, operatorId: found?.operatorId ?? '', source: device, positions })
    })
  expect(await take()).toEqual({ acceptedCount: clearing(0, 0).length, ignoredCount: 0 })
  expect(await take()).toEqual({ acceptedCount: clearing(0, 0).length, ignoredCount: 0 })
  const run = await people.owner(getRunDetails, { id })
  expect(run.areaVisits.map(({ startedAt }) => Date.parse(startedAt))).toEqual([began])
  expect(new Set(run.locations.map(({ track }) => track)).size).toBe(2)
  expect(new Set(run.locations.map(({ userId }) => userId))).toEqual(new Set([people.employee.accountId]))
  expect(run.locations).toHaveLength(clearing(0, 0).length + 1)
})

test('a jump is ignored in a late batch as in any other', async () => {
  const people = await server.newCompany()
  const { id, began } = await newRun(people)
  await people.employee(addLocations, { id, locations: [at(began), at(began + minute)] })
  const late = [at(began + 20 * second), at(began + 22 * second, 200_000), at(began + 24 * second)]
  expect(await people.employee(addLocations, { id, locations: late })).toEqual({ acceptedCount: 2, ignoredCount: 1 })
  const alone = [at(began + 30 * second, 200_000)]
  expect(await people.employee(addLocations, { id, locations: alone })).toEqual({ acceptedCount: 0, ignoredCount: 1 })
})
