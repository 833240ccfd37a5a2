// Rounds of one route after the other, and the passes that they make.
import { api } from '@bordee/core/api.ts'
import type { Input } from '@bordee/core/call.ts'
import type { Run } from '@bordee/core/runs/run.ts'
import { expect, test, vi } from 'vitest'
import { around, home, newSector } from '../testing/folders.ts'
import { at, hour, minute, newRoute, second } from '../testing/runs.ts'
import { type Caller, inCompany, openTestServer, type People } from '../testing/server.ts'

const server = await openTestServer()
const ago = (milliseconds: number) => new Date(Date.now() - milliseconds).toISOString()
const always = { from: '2020-01-01', to: '2100-01-01' }

/** Starts a run, marks these of its stops as done and quits. */
async function drive(driver: Caller, start: Input<typeof api.startRun>, done: readonly number[]) {
  const run = await driver(api.startRun, start)
  const { runSites } = await driver(api.getRunDetails, { id: run.id })
  for (const i of done) await driver(api.markSiteDone, { runId: run.id, runSiteId: runSites[i]?.id ?? '' })
  return { ...run, runSites, quit: () => driver(api.actOnRun, { id: run.id, type: 'quit' }) }
}

/** Drawn elsewhere, with these sites listed. */
const sectorOf = ({ owner }: People, name: string, siteIds: readonly string[]) =>
  newSector(owner, { name, siteIds, polygon: around.map(({ lat, lng }) => ({ lat: lat + 1, lng })) })
const countsOf = async ({ owner }: People, id: string) => (await owner(api.getBoard, { id })).counts

const settled = (people: People) =>
  vi.waitFor(
    async () => expect(await inCompany(server, people.companyId, (tx) => tx.sql`select from run_tracks where is_stale`)).toEqual([]),
    { timeout: 20_000, interval: 50 },
  )

/** Ten seconds back and forth in the street that the first driveway lies on, three metres before it, and on to the south. */
const pushing = (from: number) =>
  [0, 4, 0, 4, 0, 4, -15, -30].map((north, i) => ({ ...at(from + 2 * i * second, north), lng: home.lng - 3 / 76_000 }))

test('the passes of a site are numbered in its operation, wherever a visit is shown', async () => {
  const people = await server.newCompany()
  const { id: routeId, siteIds } = await newRoute(people.owner, 2)
  const clearing = (from: number) => Array.from({ length: 13 }, (_, i) => at(from + 2 * i * second, i % 2))
  const runs: Run[] = []
  for (const hoursAgo of [3, 2]) {
    const run = await people.employee(api.startRun, { routeId, unit: '7', at: ago(hoursAgo * hour) })
    await people.employee(api.addLocations, { id: run.id, locations: clearing(Date.now() - hoursAgo * hour + minute) })
    await people.employee(api.actOnRun, { id: run.id, type: 'quit', at: ago(hoursAgo * hour - 10 * minute) })
    runs.push(run)
  }
  const office = await people.owner(api.listVisits, always)
  expect(office).toMatchObject([
    { siteId: siteIds[0], passNumber: 2, kind: 'full', unit: '7' },
    { siteId: siteIds[0], passNumber: 1, kind: 'full', unit: '7' },
  ])
  const passesOf = async (i: number) =>
    (await people.employee(api.getRunDetails, { id: runs[i]?.id ?? '' })).runSites.map(({ passNumber }) => passNumber)
  expect(await passesOf(1)).toEqual([2, 1]) // nobody did the second site: it would be its first
  const [site] = await people.owner(api.listSites, {})
  const { email } = await people.client(api.getCurrentAccount, {})
  await people.owner(api.updateClient, { id: site?.customerId ?? '', client: { email } })
  expect(await people.client(api.listVisits, always)).toMatchObject([
    { passNumber: 2, kind: 'full', unit: null, userName: null },
    { passNumber: 1, kind: 'full', unit: null, userName: null },
  ])

  await people.super_admin(api.deleteRun, { id: runs[0]?.id ?? '' })
  expect(await people.owner(api.listVisits, always)).toMatchObject([{ passNumber: 1 }])
  const operationId = runs[1]?.operationId ?? ''
  expect((await people.owner(api.getOperation, { id: operationId })).passesCount).toBe(1)
  await people.owner(api.updateRun, { id: runs[1]?.id ?? '', operationId: null })
  expect(await people.owner(api.listVisits, always)).toMatchObject([{ passNumber: null, kind: null }])
  expect(await passesOf(1)).toEqual([null, null])
})

test('the City’s bank is cleared from the street; the run’s kind decides, also afterwards, and the pass keeps its id', async () => {
  const people = await server.newCompany()
  const { id: routeId, siteIds } = await newRoute(people.owner, 2)
  const run = await people.employee(api.startRun, { routeId, kind: 'windrow', at: ago(hour) })
  await people.employee(api.addLocations, { id: run.id, locations: pushing(Date.now() - 50 * minute) })
  const id = run.operationId ?? ''
  const passes = async () =>
    (await people.owner(api.listOperationSites, { id, state: 'done' })).map(({ siteId, passes: [pass] }) => [siteId, pass?.id])
  const [first] = await passes()
  expect(first?.[0]).toBe(siteIds[0])
  await people.owner(api.updateRun, { id: run.id, kind: 'full' })
  await settled(people)
  expect(await passes()).toEqual([])
  await people.owner(api.updateRun, { id: run.id, kind: 'windrow' })
  await settled(people)
  expect(await passes()).toEqual([first])
})

test('areas done in part count in the rounds in which a part is enough', async () => {
  const people = await server.newCompany()
  const { id: routeId } = await newRoute(people.owner, 2)
  const { id, runSites } = await drive(people.employee, { routeId, kind: 'opening' }, [0])
  await people.employee(api.markSitePartial, { runId: id, runSiteId: runSites[1]?.id ?? '', reason: 'vehicle' })
  const run = async () => (await people.owner(api.listCurrentRuns)).find((one) => one.id === id)
  expect(await run()).toMatchObject({ areasDone: 2, completionPercentage: 100 })
  await people.owner(api.updateRun, { id, kind: 'full' })
  expect(await run()).toMatchObject({ areasDone: 1, completionPercentage: 50 })
  await people.owner(api.updateRun, { id, kind: 'windrow' })
  expect(await run()).toMatchObject({ areasDone: 2 })
})

test('the City passed in a sector: only its sites are to do again, on each route once, and the others are as before', async () => {
  const people = await server.newCompany()
  const north = await newRoute(people.owner, 3, { name: 'Nord' })
  const south = await newRoute(people.owner, 2, { name: 'Sud' })
  const [both = '', alone = '', outside = ''] = north.siteIds
  const [southern = ''] = south.siteIds
  await people.owner(api.updateRoute, {
    id: south.id,
    route: { name: 'Sud', sites: [...south.siteIds, both].map((site, sortOrder) => ({ site, sortOrder })) },
  })
  const first = await drive(people.employee, { routeId: north.id, at: ago(hour) }, [0, 1, 2])
  await first.quit()
  const id = first.operationId ?? ''
  expect(await countsOf(people, id)).toMatchObject({ total: 5, done: 3, left: 2 })
  const centre = await sectorOf(people, 'Centre', [both, alone, southern])

  await people.owner(api.prepareRound, { id, kind: 'windrow', sectorId: centre.id })

  const { routes } = await people.owner(api.getOperation, { id })
  expect(routes).toMatchObject([
    { routeName: 'Nord', preparedKind: 'windrow', preparedSectorNames: ['Centre'] },
    { routeName: 'Sud', preparedKind: 'windrow', preparedSectorNames: ['Centre'] },
  ])
  expect(await countsOf(people, id)).toMatchObject({ total: 5, done: 1, left: 4 })
  const { rounds } = await people.owner(api.getBoard, { id })
  expect(
    rounds
      .map(({ routeName, kind, sitesCount }) => [routeName, kind, sitesCount])
      .toSorted(([a], [b]) => String(a).localeCompare(String(b))),
  ).toEqual([
    ['Nord (Centre)', 'windrow', 2],
    ['Sud (Centre)', 'windrow', 1],
  ])
  const preview = { id: north.id }
  expect(await people.employee(api.previewStart, preview)).toMatchObject({ kind: 'windrow', sectorNames: ['Centre'], stopsCount: 2 })
  expect(await people.employee(api.previewStart, { ...preview, kind: 'full' })).toMatchObject({
    kind: 'full',
    sectorNames: null,
    stopsCount: 3,
  })

  const round = await drive(people.employee, { routeId: north.id }, [0])
  expect(round).toMatchObject({ kind: 'windrow', routeName: 'Nord (Centre)', sitesCount: 2 })
  expect(round.runSites.map(({ siteId }) => siteId)).toEqual([both, alone])
  expect(await countsOf(people, id)).toMatchObject({ total: 5, done: 2, left: 3 })
  await round.quit()
  expect(await countsOf(people, id)).toMatchObject({ total: 5, done: 2, redo: 1, left: 2 })
  const sites = await people.owner(api.listOperationSites, { id })
  expect(sites.find(({ siteId }) => siteId === outside)).toMatchObject({ state: 'done', passes: [{ runId: first.id }] })

  const whole = await people.employee(api.startRun, { routeId: north.id })
  expect(whole).toMatchObject({ kind: 'full', routeName: 'Nord', sitesCount: 3 })
  expect(await countsOf(people, id)).toMatchObject({ total: 5, done: 0, left: 5 })
})

test('a second sector joins the round that waits, a whole route stays whole, and nothing is prepared where there is nothing', async () => {
  const people = await server.newCompany()
  const { id: routeId, siteIds } = await newRoute(people.owner, 3)
  const { id } = await people.owner(api.openOperation)
  const [east, west, empty] = [
    await sectorOf(people, 'Est', siteIds.slice(0, 1)),
    await sectorOf(people, 'Ouest', siteIds.slice(1, 2)),
    await sectorOf(people, 'Vide', [(await newRoute(people.owner, 1)).siteIds[0] ?? '']),
  ]
  await people.owner(api.updateOperation, { id, routeIds: [routeId] })
  const prepare = (sectorId: string) => people.owner.raw(api.prepareRound, { id, kind: 'windrow', sectorId })
  const waiting = async () => (await people.owner(api.getBoard, { id })).rounds.map(({ routeName, sitesCount }) => [routeName, sitesCount])
  await prepare(west.id)
  await prepare(east.id)
  await prepare(east.id)
  expect(await waiting()).toEqual([['Haute-Ville (Est, Ouest)', 2]])
  expect(await countsOf(people, id)).toMatchObject({ total: 3, left: 3 })
  expect(await prepare(empty.id)).toMatchObject({ status: 409, body: { code: 'no-sites' } })
  expect((await people.owner.raw(api.prepareRound, { id, kind: 'windrow' })).status).toBe(422)
  expect((await prepare(routeId)).status).toBe(404)
  await people.owner(api.prepareRound, { id, kind: 'windrow', routeIds: [routeId] })
  await prepare(west.id)
  expect(await waiting()).toEqual([['Haute-Ville', 3]])
})

test('a phone that repeats its start while the first is under way gets the same run', async () => {
  const people = await server.newCompany()
  const { id: routeId, siteIds } = await newRoute(people.owner, 3)
  const { id: operationId } = await people.owner(api.openOperation)
  const sector = await sectorOf(people, 'Est', siteIds.slice(0, 1))
  await people.owner(api.prepareRound, { id: operationId, kind: 'windrow', sectorId: sector.id })
  const id = crypto.randomUUID()
  const answers = await Promise.all([1, 2, 3].map(() => people.employee.raw(api.startRun, { id, routeId, kind: 'windrow' })))
  expect(answers.map(({ status, body }) => [status, (body as Run).id])).toEqual(Array(3).fill([201, id]))
})

test('of two phones that start a prepared round at once, the second hears of the first and chooses', async () => {
  const people = await server.newCompany()
  const { id: routeId, siteIds } = await newRoute(people.owner, 3)
  const { id } = await people.owner(api.openOperation)
  const sector = await sectorOf(people, 'Est', siteIds.slice(0, 1))
  await people.owner(api.prepareRound, { id, kind: 'windrow', sectorId: sector.id })
  const answers = await Promise.all([
    people.employee.raw(api.startRun, { routeId }),
    people.owner.raw(api.startRun, { routeId, kind: 'windrow' }),
  ])
  const [first, second] = answers.toSorted((a, b) => a.status - b.status)
  expect(first).toMatchObject({ status: 201, body: { routeName: 'Haute-Ville (Est)', sitesCount: 1 } })
  const begun = first?.body as Run
  expect(second).toMatchObject({
    status: 409,
    body: { code: 'round-begun', message: expect.stringMatching(/déjà commencée/), conflicts: [{ id: begun.id }] },
  })
  expect(await people.owner(api.listCurrentRuns)).toHaveLength(1)
  const other = begun.userDurations[0]?.userId === people.employee.accountId ? people.owner : people.employee
  expect(await other(api.startRun, { routeId, isWholeRoute: true })).toMatchObject({ routeName: 'Haute-Ville', sitesCount: 3 })
})

test('a driver who was shown a round that is gone isn’t given the whole route unawares', async () => {
  const people = await server.newCompany()
  const { id: routeId, siteIds } = await newRoute(people.owner, 3)
  const { id } = await people.owner(api.openOperation)
  const sector = await sectorOf(people, 'Est', siteIds.slice(0, 1))
  await people.owner(api.prepareRound, { id, kind: 'windrow', sectorId: sector.id })
  const begun = await people.employee(api.startRun, { routeId, isWholeRoute: false })
  expect(begun).toMatchObject({ routeName: 'Haute-Ville (Est)' })
  await people.employee(api.actOnRun, { id: begun.id, type: 'quit' })
  const late = await people.owner.raw(api.startRun, { routeId, isWholeRoute: false })
  expect(late).toMatchObject({ status: 409, body: { code: 'round-gone' } })
  expect(await people.owner(api.startRun, { routeId })).toMatchObject({ sitesCount: 3 })
})

test('the whole route covers lesser rounds that wait, not one of another kind', async () => {
  const people = await server.newCompany()
  const { id: routeId, siteIds } = await newRoute(people.owner, 3)
  const { id } = await people.owner(api.openOperation)
  const sector = await sectorOf(people, 'Est', siteIds.slice(0, 1))
  for (const kind of ['windrow', 'salting'] as const) await people.owner(api.prepareRound, { id, kind, sectorId: sector.id })
  await people.employee(api.startRun, { routeId, kind: 'full', isWholeRoute: true })
  expect((await people.owner(api.getOperation, { id })).routes).toMatchObject([{ preparedKind: 'salting' }])
})

test('a round whose sites have all become inactive waits no more', async () => {
  const people = await server.newCompany()
  const { id: routeId, siteIds } = await newRoute(people.owner, 3)
  const { id } = await people.owner(api.openOperation)
  const sector = await sectorOf(people, 'Est', siteIds.slice(0, 1))
  await people.owner(api.prepareRound, { id, kind: 'windrow', sectorId: sector.id })
  await people.owner(api.updateSite, { id: siteIds[0] ?? '', site: { status: 'inactive' } })
  expect((await people.owner(api.getOperation, { id })).routes).toMatchObject([{ preparedKind: null }])
  expect(await people.employee(api.startRun, { routeId })).toMatchObject({ sitesCount: 2 })
})

test('two sectors of two kinds wait for a route, each from its own moment, and two runs begin them', async () => {
  const people = await server.newCompany()
  const { id: routeId, siteIds } = await newRoute(people.owner, 3)
  const [eastern = '', western = ''] = siteIds
  const first = await drive(people.employee, { routeId, at: ago(hour) }, [0, 1, 2])
  await first.quit()
  const id = first.operationId ?? ''
  const [east, west] = [await sectorOf(people, 'Est', [eastern]), await sectorOf(people, 'Ouest', [western])]
  await people.owner(api.prepareRound, { id, kind: 'windrow', sectorId: east.id })
  const redo = await people.owner(api.createRedoRun, { id, siteIds: [eastern] })
  const { runSites } = await people.owner(api.getRunDetails, { id: redo.id })
  await people.owner(api.markSiteDone, { runId: redo.id, runSiteId: runSites[0]?.id ?? '' })

  await people.owner(api.prepareRound, { id, kind: 'final', sectorId: west.id })

  const waiting = async () =>
    (await people.owner(api.getBoard, { id })).rounds.flatMap(({ startedAt, isRedo, kind, routeName, sitesCount }) =>
      startedAt || isRedo ? [] : [[kind, routeName, sitesCount]],
    )
  expect(await waiting()).toHaveLength(2)
  expect(await waiting()).toEqual(
    expect.arrayContaining([
      ['final', 'Haute-Ville (Ouest)', 1],
      ['windrow', 'Haute-Ville (Est)', 1],
    ]),
  )
  expect(await countsOf(people, id)).toMatchObject({ total: 3, done: 2, left: 1 })
  expect((await people.owner(api.getOperation, { id })).routes).toMatchObject([{ preparedKind: 'windrow', preparedSectorNames: ['Est'] }])
  const windrow = await drive(people.employee, { routeId }, [0])
  expect(windrow).toMatchObject({ kind: 'windrow', routeName: 'Haute-Ville (Est)', sitesCount: 1 })
  expect(await waiting()).toEqual([['final', 'Haute-Ville (Ouest)', 1]])
  await windrow.quit()
  expect(await people.employee(api.startRun, { routeId })).toMatchObject({ kind: 'final', routeName: 'Haute-Ville (Ouest)' })
  expect(await waiting()).toEqual([])
})

test('a phone that starts without a network drives the whole route, and one that began before the City came begins no round', async () => {
  const people = await server.newCompany()
  const { id: routeId, siteIds } = await newRoute(people.owner, 2)
  const { id } = await people.owner(api.openOperation)
  const sector = await sectorOf(people, 'Est', siteIds.slice(0, 1))
  await people.owner(api.prepareRound, { id, kind: 'windrow', sectorId: sector.id })
  const early = await people.employee(api.startRun, { routeId, at: ago(10 * minute) })
  expect(early).toMatchObject({ operationId: id, kind: 'full', sitesCount: 2 })
  await people.employee(api.actOnRun, { id: early.id, type: 'quit' })
  expect((await people.owner(api.getOperation, { id })).routes).toMatchObject([{ preparedKind: 'windrow' }])
  const offline = await people.employee(api.startRun, { routeId, isWholeRoute: true })
  expect(offline).toMatchObject({ kind: 'full', sitesCount: 2 })
  expect((await people.owner(api.getOperation, { id })).routes).toMatchObject([{ preparedKind: null, preparedSectorNames: null }])
})

test('a redo run says how many sites it has before anyone takes it', async () => {
  const people = await server.newCompany()
  const { id: routeId, siteIds } = await newRoute(people.owner, 3)
  const run = await people.employee(api.startRun, { routeId })
  const redo = await people.owner(api.createRedoRun, { id: run.operationId ?? '', siteIds: siteIds.slice(1) })
  expect(redo.sitesCount).toBe(2)
  await people.owner(api.addStops, { id: redo.id, siteIds: siteIds.slice(0, 2), place: 'end' })
  expect((await people.owner(api.listCurrentRuns)).find(({ id }) => id === redo.id)?.sitesCount).toBe(3)
})
