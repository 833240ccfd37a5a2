// Nights that last for days, begin before midnight or when the clock changes, or are reported late.
import { api } from '@bordee/core/api.ts'
import { addDays, homeZone, instantOf, todayIn } from '@bordee/core/time.ts'
import { expect, test } from 'vitest'
import { driveAll, hour, minute, newRoute } from '../testing/runs.ts'
import { inCompany, openTestServer, type People } from '../testing/server.ts'
import { closeDueOperations } from './board.jobs.ts'

const server = await openTestServer()
const ago = (milliseconds: number) => new Date(Date.now() - milliseconds).toISOString()
const always = { from: '2020-01-01', to: '2100-01-01' }
const utc = (at: string | null) => at && new Date(at).toISOString()

const passesOf = async ({ owner }: People, id: string) => (await owner(api.listOperationSites, { id })).map(({ passes }) => passes.length)

test('a night goes on after midnight: one operation, named after the evening', async () => {
  const people = await server.newCompany()
  const [one, two] = [await newRoute(people.owner, 1), await newRoute(people.owner, 1)]
  const today = todayIn(homeZone, new Date())
  const evening = addDays(today, -2)
  const before = await people.employee(api.startRun, { routeId: one.id, at: instantOf(evening, '23:45', homeZone).toISOString() })
  const after = await people.owner(api.startRun, { routeId: two.id, at: instantOf(addDays(evening, 1), '00:20', homeZone).toISOString() })
  expect(after.operationId).toBe(before.operationId)
  const { name } = await people.owner(api.getOperation, { id: before.operationId ?? '' })
  expect(name).toMatch(new RegExp(`^Opération du ${Number(evening.slice(8)) === 1 ? '1er' : Number(evening.slice(8))} `))
  const ofDay = (day: string) => people.owner(api.listOperations, { from: day, to: day })
  expect([(await ofDay(evening)).length, (await ofDay(addDays(evening, 1))).length]).toEqual([1, 0])
})

test.each([
  ['of 25 hours', '2026-11-01', '2026-11-01T00:10-04:00', '2026-11-01T23:50-05:00', '2026-11-02T00:10-05:00'],
  ['of 23 hours', '2027-03-14', '2027-03-14T00:10-05:00', '2027-03-14T23:50-04:00', '2027-03-15T00:10-04:00'],
])('a day %s, when the clock changes, has the operations that opened on it', async (_, day, early, late, next) => {
  const people = await server.newCompany()
  for (const openedAt of [early, late, next]) {
    const { id } = await people.owner(api.openOperation)
    await inCompany(
      server,
      people.companyId,
      (tx) => tx.sql`
      update operations set opened_at = ${openedAt}, closed_at = ${openedAt}::timestamptz + interval '5 minutes' where id = ${id}`,
    )
  }
  const found = await people.owner(api.listOperations, { from: day, to: day })
  expect(found.map(({ openedAt }) => utc(openedAt))).toEqual([utc(late), utc(early)])
})

test('forty hours of snow are one operation with a pass per round, which stays open between them', async () => {
  const people = await server.newCompany()
  const { id: routeId } = await newRoute(people.owner, 1)
  const rounds = [40, 34, 28, 22, 16, 10, 4]
  let id = ''
  for (const began of rounds) {
    const run = await driveAll(people, routeId, began * hour, (began - 2) * hour)
    id ||= run.operationId ?? ''
    // As if each round had been reported while it lasted: the operation was open then.
    await inCompany(server, people.companyId, (tx) => tx.sql`update operations set closed_at = null where id = ${id}`)
  }
  expect(await people.owner(api.listOperations, always)).toMatchObject([{ id, runsCount: 7, passesCount: 7, hours: 14 }])
  await server.work(closeDueOperations)
  expect((await people.owner(api.getOperation, { id })).closedAt).toBeNull() // two hours after the last run
  const { rounds: shown } = await people.owner(api.getBoard, { id })
  expect(shown).toMatchObject([{ number: 7, kind: 'full', doneCount: 1 }])
  expect(await passesOf(people, id)).toEqual([7])
})

test('two operations in a day: the second begins with a first pass again', async () => {
  const people = await server.newCompany()
  const { id: routeId } = await newRoute(people.owner, 1)
  const morning = await driveAll(people, routeId, 3 * hour, 2 * hour)
  await people.owner(api.closeOperation, { id: morning.operationId ?? '' })
  const evening = await people.employee(api.startRun, { routeId })
  expect(evening.operationId).not.toBe(morning.operationId)
  expect(await people.owner(api.listOperations, always)).toHaveLength(2)
  const passNumberIn = async (id: string) => (await people.employee(api.getRunDetails, { id })).runSites[0]?.passNumber
  expect([await passNumberIn(morning.id), await passNumberIn(evening.id)]).toEqual([1, 1])
})

test('a run that began without a network before the close belongs to the operation that was open then', async () => {
  const people = await server.newCompany()
  const { id: routeId } = await newRoute(people.owner, 1)
  const { id } = await people.owner(api.openOperation)
  await inCompany(server, people.companyId, (tx) => tx.sql`update operations set opened_at = now() - interval '3 hours' where id = ${id}`)
  const { closedAt } = await people.owner(api.closeOperation, { id })
  const late = await people.employee(api.startRun, { routeId, at: ago(hour) })
  expect(late.operationId).toBe(id)
  const { runSites } = await people.employee(api.getRunDetails, { id: late.id })
  await people.employee(api.markSiteDone, { runId: late.id, runSiteId: runSites[0]?.id ?? '', at: ago(30 * minute) })
  expect(await people.owner(api.getOperation, { id })).toMatchObject({ closedAt, runsCount: 1, passesCount: 1 })
  expect(await people.owner(api.listOperations, always)).toHaveLength(1)
})

test('a site on two routes has the passes of both, numbered by when it was done', async () => {
  const people = await server.newCompany()
  const { id: routeId, siteIds } = await newRoute(people.owner, 1)
  const other = await people.owner(api.createRoute, { route: { name: 'Autre', sites: [{ site: siteIds[0] ?? '', sortOrder: 0 }] } })
  const first = await driveAll(people, other.id, 3 * hour, 2 * hour)
  const second = await driveAll(people, routeId, hour, minute)
  const [site] = await people.owner(api.listOperationSites, { id: first.operationId ?? '' })
  expect(site?.passes.map(({ runId }) => runId)).toEqual([first.id, second.id])
  expect((await people.employee(api.getRunDetails, { id: second.id })).runSites[0]?.passNumber).toBe(2)
})

test('an operation closes while a phone holds thirty marks: they all count in it', async () => {
  const people = await server.newCompany()
  const { id: routeId } = await newRoute(people.owner, 30)
  const run = await people.employee(api.startRun, { routeId, at: ago(hour) })
  const { runSites } = await people.employee(api.getRunDetails, { id: run.id })
  const id = run.operationId ?? ''
  await people.owner(api.closeOperation, { id })
  const marks = runSites.map(({ id: runSiteId }, i) => ({ runId: run.id, runSiteId, at: ago((40 - i) * minute) }))
  await Promise.all(marks.map((mark) => people.employee(api.markSiteDone, mark)))
  await people.employee(api.actOnRun, { id: run.id, type: 'quit' })
  const board = await people.owner(api.getBoard, { id })
  expect(board.counts).toMatchObject({ total: 30, done: 30, redo: 0 })
  expect(board.operation).toMatchObject({ passesCount: 30, runsCount: 1, closedAt: expect.any(String) })
})

test('with alerts only, an operation has routes, readings, notes and requests, and no runs', async () => {
  const people = await server.newCompany()
  const { id: routeId, siteIds } = await newRoute(people.owner, 2)
  await people.super_admin(api.updateCompany, {
    id: people.companyId,
    geolocationConfig: { isActive: false },
    alertConfig: { isActive: true },
  })
  const { id } = await people.owner(api.openOperation)
  await people.owner(api.addOperationReading, { id, reading: { kind: 'depth', amount: 6 } })
  await people.owner(api.addOperationNote, { id, text: 'La charrue passe' })
  await people.owner(api.addSiteRequest, { id, request: { siteId: siteIds[0] ?? '' } })
  await people.owner(api.prepareRound, { id, kind: 'windrow', routeIds: [routeId] })
  const board = await people.owner(api.getBoard, { id })
  expect(board.counts).toMatchObject({ total: 2, left: 2 })
  expect(board.rounds).toMatchObject([{ runId: null, kind: 'windrow', state: 'not-started' }])
  expect(board.items).toMatchObject([{ kind: 'request', siteId: siteIds[0] }])
  expect(await people.owner.raw(api.createRedoRun, { id, siteIds })).toMatchObject({ status: 409, body: { code: 'module-inactive' } })
  expect((await people.owner(api.closeOperation, { id })).closedAt).not.toBeNull()
})
