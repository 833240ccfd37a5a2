import { isDuring } from '@bordee/core/runs/presence.ts'
import { runCalls } from '@bordee/core/runs/runs.calls.ts'
import { expect, test, vi } from 'vitest'
import { purgePositions } from '../positions/positions.jobs.ts'
import { at, clearing, hour, minute, newRun, round, second } from '../testing/runs.ts'
import { inCompany, openTestServer, type People } from '../testing/server.ts'
import { watchOperators } from './runs.jobs.ts'
import { presencesOf } from './runs.queries.ts'

const { startRun, actOnRun, addLocations, getRunDetails, markAreaDone, regenerateRun } = runCalls
const server = await openTestServer({ RETENTION_POSITIONS_DAYS: '100' })
const watch = () => server.work(watchOperators)
const instant = (ms: number) => new Date(ms).toISOString()
const reckoned = ({ companyId }: People) =>
  vi.waitFor(async () => expect(await inCompany(server, companyId, (tx) => tx.sql`select from run_tracks where is_stale`)).toEqual([]), {
    timeout: 20_000,
    interval: 50,
  })

test('a phone that does not move for two hours is signed out at its last movement, and later positions are deleted', async () => {
  const people = await server.newCompany()
  const { id, began } = await newRun(people, { ago: 5 * hour })
  const driven = round(3, began)
  const parked = Array.from({ length: 40 }, (_, i) => at(began + hour + i * 5 * minute, 150 + (i % 3)))
  await people.employee(addLocations, { id, locations: driven })
  await people.employee(addLocations, { id, locations: parked })
  await watch()
  await reckoned(people)
  const run = await people.owner(getRunDetails, { id })
  expect(run.finishedAt).not.toBeNull()
  expect(Date.parse(run.finishedAt ?? '')).toBeLessThanOrEqual(began + hour)
  expect(run.locations.every(({ timestamp }) => timestamp <= (run.finishedAt ?? ''))).toBe(true)
  expect(run).toMatchObject({ areasDone: 3, isFullyProcessed: true })
  expect(run.userDurations[0]?.duration).toBe(Math.round((Date.parse(run.finishedAt ?? '') - began) / 1000))
})

test('an operator who moves or marks areas stays in the run', async () => {
  const people = await server.newCompany()
  const { id, began } = await newRun(people, { ago: 5 * hour })
  const moving = Array.from({ length: 30 }, (_, i) => at(began + i * 10 * minute, i * 200))
  await people.employee(addLocations, { id, locations: moving })
  await watch()
  expect((await people.owner(getRunDetails, { id })).finishedAt).toBeNull()

  const others = await server.newCompany()
  const run = await newRun(others, { ago: 5 * hour })
  const [area] = (await others.owner(getRunDetails, { id: run.id })).runSites.flatMap(({ areas }) => areas)
  await others.employee(markAreaDone, { runId: run.id, siteAreaId: area?.id ?? '', at: instant(run.began + 4 * hour) })
  await watch()
  expect((await others.owner(getRunDetails, { id: run.id })).finishedAt).toBeNull()
})

test('positions sent after hours without a network show that the operator never left', async () => {
  const people = await server.newCompany()
  const { id, began } = await newRun(people, { ago: 4 * hour })
  await people.employee(addLocations, { id, locations: clearing(0, began) })
  await watch()
  expect((await people.owner(getRunDetails, { id })).finishedAt).not.toBeNull()

  const meanwhile = [...clearing(1, began + hour), ...clearing(2, began + 3 * hour)]
  expect(await people.employee(addLocations, { id, locations: meanwhile })).toEqual({ acceptedCount: meanwhile.length, ignoredCount: 0 })
  await reckoned(people)
  const run = await people.owner(getRunDetails, { id })
  expect(run).toMatchObject({ finishedAt: null, areasDone: 3 })
  expect(run.actions.map(({ type }) => type)).toEqual(['start'])
})

test('an operator who has started another run meanwhile stays in that one', async () => {
  const people = await server.newCompany()
  const { id, began, routeId } = await newRun(people, { ago: 4 * hour })
  await watch()
  const other = await people.employee(startRun, { routeId })
  const answer = await people.employee(addLocations, { id, locations: clearing(1, began + hour) })
  expect(answer).toEqual({ acceptedCount: 0, ignoredCount: clearing(1, 0).length })
  expect((await people.owner(getRunDetails, { id })).finishedAt).not.toBeNull()
  expect((await people.owner(getRunDetails, { id: other.id })).finishedAt).toBeNull()
})

test("the operator's own quit time overrides the automatic one", async () => {
  const people = await server.newCompany()
  const { id, began } = await newRun(people, { ago: 4 * hour })
  await watch()
  const run = await people.employee(actOnRun, { id, type: 'quit', at: instant(began + 30 * minute) })
  expect(run).toMatchObject({ finishedAt: instant(began + 30 * minute), userDurations: [{ duration: 1800 }] })
})

test('a device’s points join the run that its operator was in at the time', async () => {
  const people = await server.newCompany()
  const { id, began } = await newRun(people)
  await people.employee(actOnRun, { id, type: 'quit', at: instant(began + 10 * minute) })
  await people.employee(startRun, { routeId: (await people.owner(getRunDetails, { id })).routeId ?? '', at: instant(began + 20 * minute) })
  const runThen = (ms: number) =>
    server.work(async (work) => {
      await work.tx.scope({ companies: [people.companyId] })
      const { companyId, employee } = people
      const runs = await presencesOf(work, { companyId, accountId: employee.accountId, until: new Date(ms) })
      return runs.find(({ presences }) => isDuring(presences, ms))
    })
  expect(await runThen(began + 5 * minute)).toMatchObject({ runId: id })
  expect(await runThen(began + 15 * minute)).toBeUndefined()
  expect((await runThen(began + 25 * minute))?.runId).not.toBe(id)
  expect(await runThen(began - second)).toBeUndefined()
})

test('positions are deleted after their retention period, and visits stay', async () => {
  const people = await server.newCompany()
  const { id, began } = await newRun(people)
  await people.employee(addLocations, { id, locations: clearing(0, began) })
  await people.employee(actOnRun, { id, type: 'quit' })
  await inCompany(server, people.companyId, (tx) => tx.sql`update runs set started_at = now() - interval '99 days'`)
  await server.work((work) => purgePositions(work, 1))
  expect((await people.owner(getRunDetails, { id })).locations).not.toEqual([])
  await inCompany(server, people.companyId, (tx) => tx.sql`update runs set started_at = now() - interval '101 days'`)
  await server.work((work) => purgePositions(work, 1))
  const run = await people.owner(getRunDetails, { id })
  expect(run.locations).toEqual([])
  expect(run).toMatchObject({ areasDone: 1, areaVisits: [{}] })
  expect((await people.owner.raw(regenerateRun, { id })).status).toBe(409)
})
