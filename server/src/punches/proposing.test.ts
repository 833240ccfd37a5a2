import { api } from '@bordee/core/api.ts'
import { addDays, todayIn } from '@bordee/core/time.ts'
import { expect, test } from 'vitest'
import { hour, newRoute } from '../testing/runs.ts'
import { openTestServer, type People } from '../testing/server.ts'

const server = await openTestServer()
const ago = (ms: number) => new Date(Date.now() - ms).toISOString()

async function drive({ owner, employee }: People, from: number, to: number | null, name = 'Haute-Ville') {
  const { id: routeId } = await newRoute(owner, 1, { name })
  const { id } = await employee(api.startRun, { routeId, at: ago(from) })
  if (to !== null) await employee(api.actOnRun, { id, type: 'quit', at: ago(to) })
}

test('runs without a punch are proposed as one, and accepting it once or twice makes one', async () => {
  const people = await server.newCompany()
  const { owner, super_admin } = people
  await drive(people, 9 * hour, 7 * hour)
  await drive(people, 6.5 * hour, 5 * hour, 'Basse-Ville')
  const [proposed, ...others] = await owner(api.listProposedPunches)
  expect(others).toEqual([])
  expect(proposed).toMatchObject({ name: 'Prénom Nom', minutes: 240, routeNames: ['Haute-Ville', 'Basse-Ville'] })
  const answers = await Promise.all(
    [owner, super_admin, owner].map((caller) => caller(api.decideProposedPunch, { id: proposed?.id ?? '', isAccepted: true })),
  )
  expect(new Set(answers.map(({ id }) => id)).size).toBe(1)
  expect(await owner(api.listPunches)).toMatchObject([{ id: proposed?.id, minutes: 240, source: 'run' }])
  expect(await owner(api.listProposedPunches)).toEqual([])
})

test('a dismissed proposal does not come back, and its hours may be written by hand', async () => {
  const people = await server.newCompany()
  const { owner, employee } = people
  await drive(people, 9 * hour, 5 * hour)
  const [proposed] = await owner(api.listProposedPunches)
  const id = proposed?.id ?? ''
  expect(await owner(api.decideProposedPunch, { id, isAccepted: false })).toMatchObject({ removedAt: expect.any(String) })
  expect(await owner(api.decideProposedPunch, { id, isAccepted: true })).toMatchObject({ removedAt: expect.any(String) })
  expect(await owner(api.listProposedPunches)).toEqual([])
  await owner(api.savePunch, { accountId: employee.accountId, startedAt: ago(9 * hour), endedAt: ago(5 * hour) })
})

test('nothing is proposed of a run that goes on, of one under a punch, or of another period', async () => {
  const people = await server.newCompany()
  await drive(people, 30 * hour, 28 * hour)
  await drive(people, 9 * hour, 5 * hour)
  await people.employee(api.savePunch, { startedAt: ago(10 * hour), endedAt: ago(4 * hour) })
  await drive(people, 2 * hour, null)
  const today = todayIn('America/Toronto', new Date())
  expect(await people.owner(api.listProposedPunches)).toMatchObject([{ minutes: 120 }])
  expect(await people.owner(api.listProposedPunches, { from: addDays(today, -9), to: addDays(today, -7) })).toEqual([])
})

test('another company’s proposal is not found', async () => {
  const people = await server.newCompany()
  await drive(people, 9 * hour, 5 * hour)
  const [proposed] = await people.owner(api.listProposedPunches)
  const stranger = await server.newCompany()
  expect((await stranger.owner.raw(api.decideProposedPunch, { id: proposed?.id ?? '', isAccepted: true })).status).toBe(404)
})
