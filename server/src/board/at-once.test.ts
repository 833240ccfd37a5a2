// Two people, or a phone and the office, change the same operation at the same moment: nobody gets an error of the server,
// and what is left is what one of the two orders leaves.
import { api } from '@bordee/core/api.ts'
import { expect, test } from 'vitest'
import { hour, newRoute } from '../testing/runs.ts'
import { openTestServer } from '../testing/server.ts'

const server = await openTestServer()
const ago = (milliseconds: number) => new Date(Date.now() - milliseconds).toISOString()
const statusesOf = (answers: { status: number }[]) => answers.map(({ status }) => status).toSorted((a, b) => a - b)

test('a driver trades runs while the office corrects the one they leave', async () => {
  const people = await server.newCompany()
  const [one, two] = [await newRoute(people.owner, 1), await newRoute(people.owner, 1)]
  let { id } = await people.employee(api.startRun, { routeId: one.id })
  for (let i = 0; i < 12; i++) {
    const routeId = i % 2 ? one.id : two.id
    const [started, corrected] = await Promise.all([
      people.employee.raw(api.startRun, { routeId, leaves: id }),
      people.owner.raw(api.updateRun, { id, unit: String(i), kind: 'final' }),
    ])
    expect([started.status, corrected.status]).toEqual([201, 200])
    id = (started.body as { id: string }).id
  }
})

test('two operations are joined in both directions at once: one is left, with everything', async () => {
  const people = await server.newCompany()
  const [one, two] = [await newRoute(people.owner, 1), await newRoute(people.owner, 1)]
  const early = await people.employee(api.startRun, { routeId: one.id, at: ago(20 * hour) })
  await people.employee(api.actOnRun, { id: early.id, type: 'quit', at: ago(19 * hour) })
  const late = await people.employee(api.startRun, { routeId: two.id })
  const [a, b] = [early.operationId ?? '', late.operationId ?? '']
  const answers = await Promise.all([
    people.owner.raw(api.joinOperations, { id: a, otherId: b }),
    people.admin.raw(api.joinOperations, { id: b, otherId: a }),
  ])
  expect(statusesOf(answers)).toEqual([200, 404])
  const left = await people.owner(api.listOperations, { from: '2020-01-01', to: '2100-01-01' })
  expect(left).toMatchObject([{ runsCount: 2, closedAt: null }])
})

test('two close at once, while a third adds a stop and a phone marks', async () => {
  const people = await server.newCompany()
  const route = await newRoute(people.owner, 2)
  const run = await people.employee(api.startRun, { routeId: route.id })
  const id = run.operationId ?? ''
  const { runSites } = await people.employee(api.getRunDetails, { id: run.id })
  const answers = await Promise.all([
    people.owner.raw(api.closeOperation, { id }),
    people.admin.raw(api.closeOperation, { id }),
    people.owner.raw(api.addStops, { id: run.id, siteIds: route.siteIds, place: 'next' }),
    people.employee.raw(api.markSiteDone, { runId: run.id, runSiteId: runSites[0]?.id ?? '' }),
    people.employee.raw(api.actOnRun, { id: run.id, type: 'quit' }),
  ])
  expect(answers.filter(({ status }) => status >= 500)).toEqual([])
  expect(answers.slice(0, 2).map(({ status }) => status)).toEqual([200, 200])
  const { operation, counts } = await people.owner(api.getBoard, { id })
  expect(operation.closedAt).not.toBeNull()
  expect(counts.total).toBe(counts.done + counts.partial + counts.redo + counts.left + counts.unneeded)
})

test('two dispatchers give one site to two trucks at once: the second is told, and may insist', async () => {
  const people = await server.newCompany()
  const [one, two] = [await newRoute(people.owner, 2), await newRoute(people.owner, 1)]
  const [siteId = ''] = (await newRoute(people.owner, 1)).siteIds
  const runs = [
    await people.employee(api.startRun, { routeId: one.id, unit: '7' }),
    await people.owner(api.startRun, { routeId: two.id, unit: '7' }),
  ]
  const give = (id: string, more = {}) => people.admin.raw(api.addStops, { id, siteIds: [siteId], place: 'next', ...more })
  const answers = await Promise.all(runs.map(({ id }) => give(id)))
  expect(statusesOf(answers)).toEqual([200, 409])
  const refused = answers.findIndex(({ status }) => status === 409)
  const { id: insisting = '' } = runs[refused] ?? {}
  const { id: given = '' } = runs[1 - refused] ?? {}
  expect(answers[refused]?.body).toMatchObject({
    code: 'given-already',
    message: expect.stringMatching(/ \(Haute-Ville, unité 7\)\.$/),
    conflicts: [{ id: given }],
  })
  const { runSites } = await people.admin(api.getRunDetails, { id: insisting })
  expect(runSites.some((stop) => stop.siteId === siteId)).toBe(false)
  expect((await give(given)).status).toBe(200) // the same again changes nothing
  expect((await give(insisting, { evenIfGiven: true })).status).toBe(200)
})

test('two dispatchers create a run of one site at once: the second is told, and may insist', async () => {
  const people = await server.newCompany()
  const { siteIds } = await newRoute(people.owner, 2)
  const { id } = await people.owner(api.openOperation)
  const create = (more = {}) => people.admin.raw(api.createRedoRun, { id, siteIds, ...more })
  const answers = await Promise.all([create(), create()])
  expect(statusesOf(answers)).toEqual([201, 409])
  expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
    code: 'given-already',
    message: expect.stringMatching(/ \(Reprise\), et 1\sautre aussi\.$/),
  })
  expect(await people.owner(api.listCurrentRuns)).toHaveLength(1)
  expect((await create({ evenIfGiven: true })).status).toBe(201)
})

test('nobody is sent to an inactive site', async () => {
  const people = await server.newCompany()
  const { id: routeId, siteIds } = await newRoute(people.owner, 1)
  const { siteIds: others } = await newRoute(people.owner, 2)
  const run = await people.employee(api.startRun, { routeId })
  for (const id of [siteIds[0] ?? '', others[0] ?? '']) await people.owner(api.updateSite, { id, site: { status: 'inactive' } })
  for (const wanted of [siteIds, others])
    for (const answer of [
      await people.owner.raw(api.addStops, { id: run.id, siteIds: wanted, place: 'end' }),
      await people.owner.raw(api.createRedoRun, { id: run.operationId ?? '', siteIds: wanted }),
    ])
      expect(answer).toMatchObject({ status: 409, body: { code: 'inactive-site' } })
  expect(await people.owner(api.listCurrentRuns)).toMatchObject([{ id: run.id, sitesCount: 1 }])
})

test('an employee, a manager and a client get nothing of an operation', async () => {
  const people = await server.newCompany()
  const { id } = await people.owner(api.openOperation)
  for (const who of [people.employee, people.manager, people.client])
    for (const row of [api.getBoard, api.listJournal, api.listOperationSites, api.closeOperation])
      expect((await who.raw(row, { id })).status).toBe(403)
})

test('hostile text is stored as it is, and shown as text', async () => {
  const people = await server.newCompany()
  const { id } = await people.owner(api.openOperation)
  const text = `'); drop table operations; -- <img src=x onerror=alert(1)> \\u0000 « 100 % » ${'é'.repeat(500)}`
  const { notes } = await people.owner(api.addOperationNote, { id, text })
  expect(notes.at(-1)?.text).toBe(text)
  expect((await people.owner.raw(api.addOperationNote, { id, text: 'x\u0000y' })).status).toBe(422)
  expect((await people.owner.raw(api.addOperationReading, { id, reading: { kind: 'depth', amount: 1e9 } })).status).toBe(422)
})
