import { randomUUID } from 'node:crypto'
import { runCalls } from '@bordee/core/runs/runs.calls.ts'
import { expect, test } from 'vitest'
import { clearing, minute, newRun } from '../testing/runs.ts'
import { inCompany, openTestServer } from '../testing/server.ts'

const { actOnRun, addLocations, getRunDetails, markAreaDone, markAreaNotDone, markSiteDone, markSiteNotDone } = runCalls
const server = await openTestServer()
const instant = (ms: number) => new Date(ms).toISOString()

async function drivenRun(ago?: number) {
  const people = await server.newCompany()
  const run = await newRun(people, ago === undefined ? {} : { ago })
  const { runSites } = await people.owner(getRunDetails, { id: run.id })
  const areas = runSites.flatMap((site) => site.areas)
  return { people, ...people, ...run, runId: run.id, runSites, siteAreaId: areas[0]?.id ?? '', runSiteId: runSites[0]?.id ?? '' }
}

test('an area is marked not done with its reason, then done; the latest mark wins, whatever the order they arrive in', async () => {
  const { employee, owner, runId, siteAreaId, runSiteId, began } = await drivenRun()
  const left = await employee(markAreaNotDone, {
    runId,
    siteAreaId,
    reason: 'vehicle',
    note: 'Auto bleue',
    at: instant(began + 10 * minute),
  })
  expect(left).toMatchObject([{ runSiteId, runSiteAreaId: siteAreaId, type: 'mark_as_not_done', reason: 'vehicle', note: 'Auto bleue' }])
  expect(await owner(getRunDetails, { id: runId })).toMatchObject({ areasDone: 0, notDoneCount: 1 })
  await employee(markAreaDone, { runId, siteAreaId, reason: 'gate', at: instant(began + 5 * minute) })
  expect(await owner(getRunDetails, { id: runId })).toMatchObject({ areasDone: 0, notDoneCount: 1 })
  const marks = await employee(markAreaDone, { runId, siteAreaId, at: instant(began + 20 * minute) })
  expect(marks.map(({ type, reason }) => [type, reason])).toEqual([
    ['mark_as_done', null],
    ['mark_as_not_done', 'vehicle'],
    ['mark_as_done', null],
  ])
  expect(await owner(getRunDetails, { id: runId })).toMatchObject({
    areasDone: 1,
    notDoneCount: 0,
    areasCount: 3,
    completionPercentage: 33,
  })
})

test('repeating a mark changes nothing, even concurrently', async () => {
  const { employee, owner, runId, siteAreaId, runSiteId } = await drivenRun()
  const id = randomUUID()
  await Promise.all([1, 2, 3].map(() => employee(markAreaDone, { runId, siteAreaId, id })))
  await Promise.all([1, 2].map(() => employee(markSiteNotDone, { runId, runSiteId, id: randomUUID(), reason: 'danger' })))
  expect(await employee(markAreaDone, { runId, siteAreaId, id })).toHaveLength(3)
  expect(await owner(getRunDetails, { id: runId })).toMatchObject({ areasDone: 0, notDoneCount: 1 })
})

test('concurrent marks on different areas are all counted', async () => {
  const { employee, owner, runId, runSites } = await drivenRun()
  await Promise.all(runSites.map((site) => employee(markSiteDone, { runId, runSiteId: site.id })))
  expect(await owner(getRunDetails, { id: runId })).toMatchObject({ areasDone: 3, completionPercentage: 100 })
})

test('a visit counts from when it began: it does not overturn a later « not done »', async () => {
  const { employee, owner, runId, siteAreaId, began } = await drivenRun()
  await employee(markAreaNotDone, { runId, siteAreaId, reason: 'gate', at: instant(began + 2 * minute) })
  await employee(addLocations, { id: runId, locations: clearing(0, began) })
  expect(await owner(getRunDetails, { id: runId })).toMatchObject({ areasDone: 0, notDoneCount: 1, areaVisits: [{}] })
  await employee(addLocations, { id: runId, locations: clearing(0, began + 10 * minute) })
  expect(await owner(getRunDetails, { id: runId })).toMatchObject({ areasDone: 1, notDoneCount: 0, areaVisits: [{}, {}] })
})

test('the office marks too, but not an employee who did not join, nor another company', async () => {
  const { people, employee, owner, runId, siteAreaId, runSiteId } = await drivenRun()
  const next = await server.newCompany()
  expect(await owner(markSiteDone, { runId, runSiteId })).toMatchObject([{ userName: 'Prénom Nom' }])
  await employee(actOnRun, { id: runId, type: 'quit' })
  expect(await owner(markAreaNotDone, { runId, siteAreaId, reason: 'other' })).toHaveLength(2)
  expect((await employee.raw(markAreaDone, { runId, siteAreaId })).status).toBe(409) // he has quit
  for (const row of [markAreaDone, markSiteDone, markAreaNotDone, markSiteNotDone])
    expect((await next.owner.raw(row, { runId, siteAreaId, runSiteId })).status).toBe(404)
  const other = await newRun(people, { by: owner })
  expect((await owner.raw(markAreaDone, { runId: other.id, siteAreaId })).status).toBe(404)
  const [area] = (await owner(getRunDetails, { id: other.id })).runSites.flatMap(({ areas }) => areas)
  expect(await employee.raw(markAreaDone, { runId: other.id, siteAreaId: area?.id })).toMatchObject({
    status: 409,
    body: { code: 'not-joined' },
  })
})

test('a mark says what the surface is like and what was spread, and an inspection counts as done', async () => {
  const { employee, owner, runId, siteAreaId, runSiteId } = await drivenRun()
  const id = randomUUID()
  const salt = { kind: 'salt', quantity: 20, unit: null } as const
  await employee(markAreaDone, { runId, siteAreaId, id, surface: 'icy', material: salt })
  await employee(markAreaNotDone, {
    runId,
    siteAreaId,
    reason: 'ice',
    material: { kind: 'none', quantity: 5, unit: 'kg' },
    inspection: true,
  })
  const marks = await employee(markSiteDone, { runId, runSiteId, inspection: true })
  expect(marks).toMatchObject([
    { markId: id, surface: 'icy', material: { kind: 'salt', quantity: 20, unit: 'kg' }, inspection: false },
    { surface: null, material: { kind: 'none', quantity: null, unit: null }, inspection: false },
    { surface: null, material: null, inspection: true },
  ])
  expect(await owner(getRunDetails, { id: runId })).toMatchObject({ areasDone: 1, areaActions: marks })
})

test('marks from before the end are accepted for a week', async () => {
  const { employee, owner, companyId, runId, siteAreaId, began } = await drivenRun()
  await employee(actOnRun, { id: runId, type: 'quit', at: instant(began + 30 * minute) })
  await employee(markAreaDone, { runId, siteAreaId, at: instant(began + 29 * minute) })
  expect(await employee.raw(markAreaDone, { runId, siteAreaId, at: instant(began + 31 * minute) })).toMatchObject({
    body: { code: 'run-finished' },
  })
  await inCompany(
    server,
    companyId,
    (tx) => tx.sql`update runs set finished_at = now() - interval '8 days', started_at = now() - interval '9 days'`,
  )
  for (const caller of [employee, owner])
    expect(await caller.raw(markAreaDone, { runId, siteAreaId })).toMatchObject({ status: 409, body: { code: 'run-finished' } })
})

test.each([
  { reason: 'sleepy' },
  { note: 'x'.repeat(1001) },
  { at: 'hier' },
  { at: '2020-01-01T00:00:00Z' },
  { id: 'x' },
  { surface: 'wet' },
  { material: { kind: 'salt', quantity: -1, unit: 'kg' } },
])('%j is refused', async (bad) => {
  const { employee, runId, siteAreaId } = await drivenRun()
  expect((await employee.raw(markAreaNotDone, { runId, siteAreaId, ...bad })).status).toBe(422)
})
