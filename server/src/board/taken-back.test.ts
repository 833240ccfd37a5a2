// What an operation keeps when a start is taken back, a redo run is left, or the operation itself is split, joined or closed.
import { api } from '@bordee/core/api.ts'
import { expect, test } from 'vitest'
import { newClient, newSite } from '../testing/folders.ts'
import { hour, minute, newRoute } from '../testing/runs.ts'
import { inCompany, openTestServer } from '../testing/server.ts'

const server = await openTestServer()
const ago = (milliseconds: number) => new Date(Date.now() - milliseconds).toISOString()

/** An operation of two routes that the office opened. */
async function twoRoutes() {
  const people = await server.newCompany()
  const north = await newRoute(people.owner, 2, { name: 'Nord' })
  const south = await newRoute(people.owner, 2, { name: 'Sud' })
  const { id } = await people.owner(api.openOperation, { kind: 'snow' })
  return { ...people, north, south, id }
}

test('a start that is taken back leaves its prepared round as it was', async () => {
  const { owner, employee, north, id } = await twoRoutes()
  await owner(api.prepareRound, { id, kind: 'windrow', routeIds: [north.id] })
  const { routes } = await owner(api.getOperation, { id })
  const run = await employee(api.startRun, { routeId: north.id })
  expect(run.kind).toBe('windrow')
  await employee(api.takeRunBack, { id: run.id })
  expect((await owner(api.getOperation, { id })).routes).toEqual(routes)
  expect(await employee(api.startRun, { routeId: north.id })).toMatchObject({ kind: 'windrow', operationId: id })
})

test('a start that opened an operation takes it back too, unless something else is in it', async () => {
  const { owner, employee } = await server.newCompany()
  const { id: routeId } = await newRoute(owner, 2)
  const first = await employee(api.startRun, { routeId })
  await employee(api.takeRunBack, { id: first.id })
  expect(await owner(api.listOperations)).toEqual([])
  const second = await employee(api.startRun, { routeId })
  const id = second.operationId ?? ''
  await owner(api.addOperationNote, { id, text: 'Verglas annoncé' })
  await employee(api.takeRunBack, { id: second.id })
  expect(await owner(api.listOperations)).toMatchObject([{ id }])
})

test('what the office marked in a redo run that nobody took stays when the operation closes', async () => {
  const { owner, north, id } = await twoRoutes()
  const [siteId = ''] = north.siteIds
  const run = await owner(api.createRedoRun, { id, siteIds: [siteId] })
  const { runSites } = await owner(api.getRunDetails, { id: run.id })
  await owner(api.markSiteDone, { runId: run.id, runSiteId: runSites[0]?.id ?? '' })
  await owner(api.closeOperation, { id })
  expect((await owner(api.getRunDetails, { id: run.id })).finishedAt).not.toBeNull()
  expect((await owner(api.listOperationSites, { id })).find((site) => site.siteId === siteId)?.passes).toHaveLength(1)
})

test('damage that the office reported in a redo run that nobody took stays when the operation closes', async () => {
  const { owner, north, id } = await twoRoutes()
  const run = await owner(api.createRedoRun, { id, siteIds: north.siteIds })
  const { runSites } = await owner(api.getRunDetails, { id: run.id })
  await owner(api.reportDamage, { runId: run.id, runSiteId: runSites[0]?.id ?? '', note: 'Clôture' })
  await owner(api.closeOperation, { id })
  expect((await owner(api.getRunDetails, { id: run.id })).damages).toMatchObject([{ note: 'Clôture' }])
})

test('a driver who takes a redo run while the operation closes keeps it, or is told that it is gone', async () => {
  for (let round = 0; round < 6; round++) {
    const { owner, employee, north, id } = await twoRoutes()
    const run = await owner(api.createRedoRun, { id, siteIds: north.siteIds })
    const [taken] = await Promise.all([employee.raw(api.actOnRun, { id: run.id, type: 'start' }), owner(api.closeOperation, { id })])
    expect([taken.status, (await employee.raw(api.getRunDetails, { id: run.id })).status]).toEqual(
      taken.status === 404 ? [404, 404] : [200, 200],
    )
  }
})

test('splitting and joining keep the routes and the rounds that wait', async () => {
  const people = await server.newCompany()
  const { owner } = people
  const north = await newRoute(owner, 2, { name: 'Nord' })
  const south = await newRoute(owner, 2, { name: 'Sud' })
  const { operationId } = await people.employee(api.startRun, { routeId: north.id, at: ago(3 * hour) })
  const id = operationId ?? ''
  await owner(api.updateOperation, { id, routeIds: [north.id] })
  await owner(api.updateOperation, { id, routeIds: [north.id, south.id] })
  await owner(api.prepareRound, { id, kind: 'final', routeIds: [south.id] })
  const split = await owner(api.splitOperation, { id, at: ago(30 * minute) })
  const rounds = [
    { routeName: 'Nord', preparedKind: null },
    { routeName: 'Sud', preparedKind: 'final' },
  ]
  expect((await owner(api.getOperation, { id: split.id })).routes).toMatchObject(rounds)
  expect((await owner(api.getOperation, { id })).routes).toMatchObject(rounds.map((round) => ({ ...round, preparedKind: null })))
  await owner(api.joinOperations, { id, otherId: split.id })
  expect((await owner(api.getOperation, { id })).routes).toMatchObject(rounds)
})

test('a round that waited before an operation was split waits in the open half, and goes back with it', async () => {
  const { owner, employee, companyId } = await server.newCompany()
  const [north, south] = [await newRoute(owner, 2, { name: 'Nord' }), await newRoute(owner, 2, { name: 'Sud' })]
  const { operationId } = await employee(api.startRun, { routeId: north.id, at: ago(3 * hour) })
  const id = operationId ?? ''
  await owner(api.prepareRound, { id, kind: 'final', routeIds: [south.id] })
  await inCompany(server, companyId, (tx) => tx.sql`update prepared_rounds set prepared_at = ${ago(2 * hour)}`)
  const split = await owner(api.splitOperation, { id, at: ago(hour) })
  const waiting = async (operation: string) =>
    (await owner(api.getOperation, { id: operation })).routes.flatMap(({ routeName, preparedKind }) => (preparedKind ? [routeName] : []))
  expect([await waiting(split.id), await waiting(id)]).toEqual([['Sud'], []])
  await owner(api.joinOperations, { id, otherId: split.id })
  expect(await waiting(id)).toEqual(['Sud'])
})

test('a run that is moved brings its route, and a request for a site of no route is to deal with', async () => {
  const { owner, employee, north, south, id } = await twoRoutes()
  await owner(api.updateOperation, { id, routeIds: [south.id] })
  const run = await employee(api.startRun, { routeId: north.id })
  await owner(api.updateOperation, { id, routeIds: [south.id] })
  await owner(api.updateRun, { id: run.id, operationId: id })
  expect((await owner(api.getBoard, { id })).counts.total).toBe(4)
  const { id: siteId } = await newSite(owner, (await newClient(owner)).id)
  await owner(api.addSiteRequest, { id, request: { siteId, source: 'call', isUrgent: true } })
  expect((await owner(api.getBoard, { id })).items).toMatchObject([{ kind: 'request', siteId, isUrgent: true }])
})
