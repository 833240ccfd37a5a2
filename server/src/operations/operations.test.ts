import { api } from '@bordee/core/api.ts'
import { expect, test } from 'vitest'
import { hour, minute, newRoute } from '../testing/runs.ts'
import { inCompany, openTestServer, type People } from '../testing/server.ts'

const server = await openTestServer()

const ago = (milliseconds: number) => new Date(Date.now() - milliseconds).toISOString()
/** As the calls of runs write instants. */
const utc = (at: string | null) => at && new Date(at).toISOString()
const season = async ({ owner }: People) => {
  const operations = await owner(api.listOperations, { from: '2020-01-01', to: '2100-01-01' })
  return operations.map((one) => ({ ...one, openedAt: utc(one.openedAt), closedAt: utc(one.closedAt) }))
}

test('the first run of a night opens its operation, and those after it belong to the same one', async () => {
  const people = await server.newCompany()
  const [one, other] = [await newRoute(people.owner), await newRoute(people.owner, 2)]
  const first = await people.employee(api.startRun, { routeId: one.id, at: ago(2 * hour) })
  const second = await people.owner(api.startRun, { routeId: other.id })
  const [operation, ...more] = await season(people)
  expect(more).toEqual([])
  expect(operation).toMatchObject({ kind: 'snow', openedAt: first.startedAt, openedByName: null, closedAt: null, runsCount: 2 })
  expect([first.operationId, second.operationId]).toEqual([operation?.id, operation?.id])
  const { routes } = await people.owner(api.getOperation, { id: operation?.id ?? '' })
  expect(routes.map(({ routeId }) => routeId).toSorted()).toEqual([one.id, other.id].toSorted())
})

test('two who open one at the same time, by button and by phone, get one operation', async () => {
  const people = await server.newCompany()
  const { id: routeId } = await newRoute(people.owner)
  const [pressed, again, run] = await Promise.all([
    people.owner(api.openOperation),
    people.admin(api.openOperation),
    people.employee(api.startRun, { routeId }),
  ])
  expect(new Set([pressed.id, again.id, run.operationId]).size).toBe(1)
  const ice = await people.owner(api.openOperation, { kind: 'ice', name: 'Verglas' })
  expect(ice).toMatchObject({ kind: 'ice', name: 'Verglas' })
  expect(await season(people)).toHaveLength(2)
})

test.each([
  ['during the operation', 90 * minute, { same: true, openedBack: false }],
  ['up to six hours before it', 5 * hour, { same: true, openedBack: true }],
  ['long before it', 9 * hour, { same: false, openedBack: false }],
])('a start reported late, from %s', async (_, late, { same, openedBack }) => {
  const people = await server.newCompany()
  const [one, other] = [await newRoute(people.owner), await newRoute(people.owner, 2)]
  const run = await people.employee(api.startRun, { routeId: one.id, at: ago(2 * hour) })
  const lateRun = await people.owner(api.startRun, { routeId: other.id, at: ago(late) })
  expect(lateRun.operationId === run.operationId).toBe(same)
  expect(lateRun.operationId).not.toBeNull()
  const operations = await season(people)
  expect(operations).toHaveLength(same ? 1 : 2)
  const tonight = operations.find(({ id }) => id === run.operationId)
  expect(tonight?.openedAt).toBe(openedBack ? lateRun.startedAt : run.startedAt)
  const earlier = operations.find(({ id }) => id !== run.operationId)
  if (!same)
    expect(earlier).toMatchObject({
      openedAt: lateRun.startedAt,
      closedAt: new Date(Date.parse(lateRun.startedAt) + 6 * hour).toISOString(),
    })
})

test('a company that opens its operations by hand has none until then', async () => {
  const people = await server.newCompany()
  await inCompany(
    server,
    people.companyId,
    (tx) => tx.sql`
    update companies set operation_is_auto_opened = false where id = ${people.companyId}`,
  )
  const { id: routeId } = await newRoute(people.owner)
  const run = await people.employee(api.startRun, { routeId, at: ago(hour) })
  expect(run.operationId).toBeNull()
  const { id } = await people.owner(api.openOperation)
  expect((await people.owner(api.updateRun, { id: run.id, operationId: id })).operationId).toBe(id)
  expect((await people.owner.raw(api.updateRun, { id: run.id, operationId: run.id })).status).toBe(404)
})

test('readings are a curve by sector, and the deepest of the latest counts', async () => {
  const people = await server.newCompany()
  const { id } = await people.owner(api.openOperation)
  const read = (amount: number, kind: 'depth' | 'temperature' = 'depth') =>
    people.owner(api.addOperationReading, { id, reading: { kind, amount } })
  await read(4)
  await read(9.5)
  const { readings, depth } = await read(-6, 'temperature')
  expect(readings.map(({ kind, amount }) => [kind, amount])).toEqual([
    ['depth', 4],
    ['depth', 9.5],
    ['temperature', -6],
  ])
  expect(depth).toBe(9.5)
  expect((await people.owner.raw(api.addOperationReading, { id, reading: { kind: 'depth', amount: -1 } })).status).toBe(422)
})

test('an operation is reopened within two days, unless another of its kind is open', async () => {
  const people = await server.newCompany()
  const { id } = await people.owner(api.openOperation)
  const closed = await people.owner(api.closeOperation, { id })
  expect(closed).toMatchObject({ closedAt: expect.any(String), closedByName: 'Prénom Nom' })
  const next = await people.owner(api.openOperation)
  expect(next.name).toMatch(/\(2\)$/)
  expect(await people.owner.raw(api.reopenOperation, { id })).toMatchObject({ status: 409, body: { code: 'operation-open' } })
  await people.owner(api.closeOperation, { id: next.id })
  expect((await people.owner(api.reopenOperation, { id })).closedAt).toBeNull()
  await people.owner(api.closeOperation, { id })
  await inCompany(
    server,
    people.companyId,
    (tx) => tx.sql`
    update operations set closed_at = now() - interval '49 hours', opened_at = now() - interval '60 hours' where id = ${id}`,
  )
  expect(await people.owner.raw(api.reopenOperation, { id })).toMatchObject({ status: 409, body: { code: 'too-late' } })
})

test('two operations become one, and one becomes two at a moment', async () => {
  const people = await server.newCompany()
  const [one, other] = [await newRoute(people.owner), await newRoute(people.owner, 2)]
  const early = await people.owner(api.startRun, { routeId: one.id, at: ago(20 * hour) })
  await people.owner(api.actOnRun, { id: early.id, type: 'quit', at: ago(18 * hour) })
  const late = await people.owner(api.startRun, { routeId: other.id, at: ago(hour) })
  const [tonight, before] = [late.operationId ?? '', early.operationId ?? '']
  expect(tonight).not.toBe(before)
  await people.owner(api.addOperationNote, { id: before, text: 'La Ville est passée tôt' })
  const joined = await people.owner(api.joinOperations, { id: tonight, otherId: before })
  expect(utc(joined.openedAt)).toBe(early.startedAt)
  expect(joined).toMatchObject({ closedAt: null, runsCount: 2, notes: [{ text: 'La Ville est passée tôt' }] })
  expect((await people.owner.raw(api.getOperation, { id: before })).status).toBe(404)

  const split = await people.owner(api.splitOperation, { id: tonight, at: ago(10 * hour) })
  expect(split).toMatchObject({ runsCount: 1, closedAt: null })
  const first = await people.owner(api.getOperation, { id: tonight })
  expect(first).toMatchObject({ runsCount: 1, closedAt: split.openedAt })
  expect((await people.owner.raw(api.splitOperation, { id: tonight, at: ago(hour) })).status).toBe(409)
})

test('without the modules, writing is refused and reading works', async () => {
  const people = await server.newCompany()
  const { id } = await people.owner(api.openOperation)
  await inCompany(
    server,
    people.companyId,
    (tx) => tx.sql`
    update companies set geolocation_is_active = false, alert_is_active = false where id = ${people.companyId}`,
  )
  expect(await people.owner.raw(api.openOperation)).toMatchObject({ status: 409, body: { code: 'module-inactive' } })
  expect(await people.owner.raw(api.closeOperation, { id })).toMatchObject({ status: 409, body: { code: 'module-inactive' } })
  expect((await people.owner.raw(api.getBoard, { id })).status).toBe(200)
})
