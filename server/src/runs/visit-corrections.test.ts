import { randomUUID } from 'node:crypto'
import { api } from '@bordee/core/api.ts'
import { expect, test } from 'vitest'
import { clearing, minute, newRun } from '../testing/runs.ts'
import { openTestServer } from '../testing/server.ts'

const server = await openTestServer()
const always = { from: '2020-01-01', to: '2100-01-01' }

const utc = (at: string | null) => at && new Date(at).toISOString()
const inUtc = <C extends { startedAt: string | null; finishedAt: string | null }>(correction: C) => ({
  ...correction,
  startedAt: utc(correction.startedAt),
  finishedAt: utc(correction.finishedAt),
})

async function aVisit() {
  const people = await server.newCompany()
  const { id, began } = await newRun(people)
  await people.employee(api.addLocations, { id, locations: clearing(0, began + minute) })
  const [visit] = await people.owner(api.listVisits, always)
  if (!visit) throw new Error('The truck cleared a driveway')
  return { people, visit, began }
}

test('a correction stands beside the visit, which stays as it was; sent again it is the same one', async () => {
  const { people, visit, began } = await aVisit()
  const times = { startedAt: new Date(began).toISOString(), finishedAt: new Date(began + 5 * minute).toISOString() }
  const correction = { id: randomUUID(), visitId: visit.id, ...times, reason: 'Fini à la gratte.' }
  await Promise.all([1, 2, 3].map(() => people.owner(api.correctVisit, correction)))
  await people.owner(api.correctVisit, { visitId: visit.id, startedAt: null, finishedAt: null, reason: 'C’était le voisin.' })
  const [read] = await people.owner(api.listVisits, always)
  expect(read).toMatchObject({ id: visit.id, startedAt: visit.startedAt, finishedAt: visit.finishedAt })
  expect(read?.corrections.map(inUtc)).toMatchObject([
    { id: correction.id, ...times, reason: 'Fini à la gratte.', userName: 'Prénom Nom' },
    { startedAt: null, finishedAt: null, reason: 'C’était le voisin.' },
  ])
})

test('an id that corrected another visit is refused, and so are times that make no sense', async () => {
  const [one, other] = [await aVisit(), await aVisit()]
  const id = randomUUID()
  const none = { startedAt: null, finishedAt: null, reason: 'Rien.' }
  await one.people.owner(api.correctVisit, { id, visitId: one.visit.id, ...none })
  expect((await other.people.owner.raw(api.correctVisit, { id, visitId: other.visit.id, ...none })).status).toBe(409)
  const { people, visit, began } = one
  const [before, after] = [new Date(began).toISOString(), new Date(began + minute).toISOString()]
  for (const times of [
    { startedAt: before, finishedAt: null },
    { startedAt: after, finishedAt: before },
    { startedAt: new Date(began - 25 * 60 * minute).toISOString(), finishedAt: after },
    { startedAt: '0001-01-01T00:00:00Z', finishedAt: '0001-01-01T01:00:00Z' },
    { startedAt: '2090-01-01T00:00:00Z', finishedAt: '2090-01-01T01:00:00Z' },
  ]) {
    const { status, body } = await people.owner.raw(api.correctVisit, { visitId: visit.id, ...times, reason: 'Rien.' })
    expect([status, body]).toMatchObject([422, { formErrors: { correction: { finishedAt: expect.any(String) } } }])
  }
  const [read] = await people.owner(api.listVisits, always)
  expect(read?.corrections).toHaveLength(1)
})

test('neither another company nor a driver corrects a visit', async () => {
  const { visit, people } = await aVisit()
  const stranger = await server.newCompany()
  const none = { visitId: visit.id, startedAt: null, finishedAt: null, reason: 'Rien.' }
  expect((await stranger.owner.raw(api.correctVisit, none)).status).toBe(404)
  expect((await people.employee.raw(api.correctVisit, none)).status).toBe(403)
})
