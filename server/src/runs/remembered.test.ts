// A server takes a track's next batch using what it remembers of it (positions.ts). Anything that happens to the track
// in between must still count.
import { runCalls } from '@bordee/core/runs/runs.calls.ts'
import { expect, test } from 'vitest'
import { compactNow } from '../positions/chunks.ts'
import { at, minute, newRun, round, second } from '../testing/runs.ts'
import { inCompany, openTestServer, type People } from '../testing/server.ts'

const { actOnRun, addLocations, setConsent, deleteRun, getRunDetails, regenerateRun } = runCalls
const server = await openTestServer()

type Sent = ReturnType<typeof at>
const inBatches = (track: readonly Sent[], size: number) =>
  Array.from({ length: Math.ceil(track.length / size) }, (_, i) => track.slice(i * size, (i + 1) * size))

const trackOf = async ({ companyId }: People) => {
  const [track] = await inCompany(server, companyId, (tx) => tx.sql<{ id: string }>`select id from run_tracks`)
  return { companyId, trackId: track?.id ?? '' }
}

const readBack = async ({ owner }: People, id: string) => {
  const { locations, areaVisits } = await owner(getRunDetails, { id })
  return { times: locations.map(({ timestamp }) => Date.parse(timestamp)), visits: areaVisits.length }
}

test('compacting a track while batches arrive loses and duplicates nothing', async () => {
  const people = await server.newCompany()
  const { id, began } = await newRun(people, { driveways: 4 })
  const track = round(4, began)
  const [first = [], ...others] = inBatches(track, 5)
  await people.employee(addLocations, { id, locations: first })
  const known = await trackOf(people)

  let isDriving = true
  const compacting = (async () => {
    while (isDriving) await server.work((work) => compactNow(work, known))
  })()
  for (const locations of others)
    expect(await people.employee(addLocations, { id, locations })).toMatchObject({ acceptedCount: locations.length })
  isDriving = false
  await compacting

  expect(await readBack(people, id)).toEqual({ times: track.map(({ timestamp }) => timestamp), visits: 4 })
})

test('consent refused between two batches applies to the second', async () => {
  const people = await server.newCompany()
  const { id, began } = await newRun(people)
  await people.employee(addLocations, { id, locations: [at(began)] })
  await people.employee(setConsent, { accepted: false })
  const refused = await people.employee.raw(addLocations, { id, locations: [at(began + second)] })
  expect(refused).toMatchObject({ status: 409, body: { code: 'consent-refused' } })
})

test('an operator who quits between two batches is no longer followed, until he is back', async () => {
  const people = await server.newCompany()
  const { id, began } = await newRun(people)
  const act = (type: 'start' | 'quit', when: number) =>
    people.employee(actOnRun, { id, type, at: new Date(when).toISOString(), sentAt: Date.now() })
  await people.owner(actOnRun, { id, type: 'start' }) // keeps the run open when the employee quits
  await people.employee(addLocations, { id, locations: [at(began)], sentAt: Date.now() })
  await act('quit', began + minute)
  const taken = (when: number) => people.employee(addLocations, { id, locations: [at(when)] })
  expect(await taken(began + 2 * minute)).toEqual({ acceptedCount: 0, ignoredCount: 1 })
  await act('start', began + 3 * minute)
  expect(await taken(began + 4 * minute)).toEqual({ acceptedCount: 1, ignoredCount: 0 })
  expect((await readBack(people, id)).times).toEqual([began, began + 4 * minute])
})

test('a track that was recomputed, or written by another server, is read again before it goes on', async () => {
  const people = await server.newCompany()
  const { id, began } = await newRun(people, { driveways: 4 })
  const track = round(4, began)
  for (const [i, locations] of inBatches(track, 7).entries()) {
    await people.employee(addLocations, { id, locations })
    if (i % 3 === 1) await people.owner(regenerateRun, { id })
    // As if the phone had missed the answer and sent the same positions to another server.
    if (i % 3 === 2) await inCompany(server, people.companyId, (tx) => tx.sql`update run_tracks set points = points`)
  }
  expect(await readBack(people, id)).toMatchObject({ times: track.map(({ timestamp }) => timestamp), visits: 4 })
})

test('nothing is remembered of a deleted run', async () => {
  const people = await server.newCompany()
  const { id, began } = await newRun(people)
  await people.employee(addLocations, { id, locations: [at(began)] })
  await people.employee(actOnRun, { id, type: 'quit' })
  await people.admin(deleteRun, { id })
  expect((await people.employee.raw(addLocations, { id, locations: [at(began + second)] })).status).toBe(404)
})

/** Sends one position at a time while `meanwhile` happens once; returns the answers to the later ones. */
async function whileDriving({ employee }: People, id: string, began: number, meanwhile: () => Promise<unknown>) {
  const answers: { status: number; taken: number }[] = []
  const send = async (i: number) => {
    const { status, body } = await employee.raw(addLocations, { id, locations: [at(began + i * second)] })
    answers.push({ status, taken: (body as { acceptedCount?: number }).acceptedCount ?? 0 })
  }
  await Promise.all([send(0), meanwhile()])
  for (let i = 1; i <= 3; i++) await send(i)
  return answers.slice(1)
}

test('an operator who quits while his first batch is written is not followed afterwards', async () => {
  for (let round = 0; round < 8; round++) {
    const people = await server.newCompany()
    const { id, began } = await newRun(people)
    await people.owner(actOnRun, { id, type: 'start' })
    const quitAt = new Date(began + second / 2).toISOString()
    const after = await whileDriving(people, id, began, () => people.employee(actOnRun, { id, type: 'quit', at: quitAt }))
    expect(after.map(({ taken }) => taken)).toEqual([0, 0, 0])
  }
})

test('an operator who refuses while his first batch is written has the next ones refused', async () => {
  for (let round = 0; round < 8; round++) {
    const people = await server.newCompany()
    const { id, began } = await newRun(people)
    const after = await whileDriving(people, id, began, () => people.employee(setConsent, { accepted: false }))
    expect(after.map(({ status }) => status)).toEqual([409, 409, 409])
  }
})
