import { platformCalls } from '@bordee/core/platform/platform.calls.ts'
import type { LastLocation } from '@bordee/core/runs/run.ts'
import { runCalls } from '@bordee/core/runs/runs.calls.ts'
import { expect, test, vi } from 'vitest'
import { at, minute, newRun, second } from '../testing/runs.ts'
import { type Caller, inCompany, openTestServer, type TestServer } from '../testing/server.ts'

const here = await openTestServer()
const there = await openTestServer({}, here) // another process of the same installation
const { addLocations, actOnRun, followLocations } = runCalls
/** Generous, for a busy machine. */
const patience = { timeout: 20_000, interval: 50 }
const originOf = async (server: TestServer) => server.app.listen({ port: 0, host: '127.0.0.1' })
const origins = new Map([
  [here, await originOf(here)],
  [there, await originOf(there)],
])

/** Reads a stream as the web app does. */
async function listen(server: TestServer, by: Caller, path: string) {
  const answer = await fetch(`${origins.get(server as typeof here)}/api${path}`, { headers: { authorization: `Bearer ${by.token}` } })
  expect(answer.headers.get('content-type')).toBe('text/event-stream')
  const lines: string[] = []
  const ended = (async () => {
    for await (const chunk of answer.body?.pipeThrough(new TextDecoderStream()) ?? [])
      lines.push(...chunk.split('\n').filter((line) => /^(data|event): /.test(line)))
  })()
  const locations = () => lines.filter((line) => line.startsWith('data: ')).map((line) => JSON.parse(line.slice(6)) as LastLocation)
  return { lines, locations, ended }
}
const watch = (server: TestServer, { owner, companyId }: { owner: Caller; companyId: string }) =>
  listen(server, owner, followLocations.path.replace(':id', companyId))

test('only those who run the company see its trucks, on every server', async () => {
  const [people, next] = [await here.newCompany(), await here.newCompany()]
  const { id, began } = await newRun(people)
  const listeners = [await watch(here, people), await watch(there, people)]
  const neighbour = await watch(there, next)
  const colleague = await listen(there, people.employee, platformCalls.listen.path)
  const now = Date.now()
  await people.employee(addLocations, { id, locations: [at(began), at(now - 2 * second, 1), at(now, 2)] })

  const seen = {
    userId: people.employee.accountId,
    userName: 'Prénom Nom',
    runId: id,
    routeName: 'Haute-Ville',
    lat: expect.closeTo(at(0, 2).lat, 6),
    lng: expect.closeTo(at(0, 2).lng, 6),
    timestamp: new Date(now).toISOString(),
    speed: 1,
  }
  for (const listener of listeners) await vi.waitFor(() => expect(listener.locations()).toEqual([seen]), patience)
  expect(listeners[0]?.lines[0]).toBe('event: location')
  here.live.publish(people.companyId, { topic: 'test' })
  await vi.waitFor(() => expect(colleague.lines).toContain('data: {"topic":"test"}'), patience)
  expect(colleague.lines.join()).not.toContain('lat')

  // A new listener immediately gets the positions that are still fresh.
  const late = await watch(there, people)
  await vi.waitFor(() => expect(late.locations()).toMatchObject([{ userId: people.employee.accountId, runId: id }]), patience)
  await next.owner(runCalls.listCurrentRuns)
  expect(neighbour.lines).toEqual([])
})

test('a position older than fifteen seconds, or from before a quit, is not shown', async () => {
  const people = await here.newCompany()
  const { id } = await newRun(people)
  const early = await watch(here, people)
  await people.employee(addLocations, { id, locations: [at(Date.now() - 16 * second)] })
  const late = await watch(here, people)
  await people.employee(addLocations, { id, locations: [at(Date.now() - second)] })
  // A listener that connects at that very moment may get the same position twice.
  const places = ({ locations }: Awaited<ReturnType<typeof watch>>) => new Set(locations().map(({ timestamp }) => timestamp)).size
  await vi.waitFor(() => expect([early, late].map(places)).toEqual([1, 1]), patience)

  await people.employee(actOnRun, { id, type: 'quit' })
  const after = await watch(here, people)
  here.live.publishLatest(people.companyId, 'locations', 'x', { userId: 'end' })
  await vi.waitFor(() => expect(after.locations()).toEqual([{ userId: 'end' }]), patience)
})

test('of the positions published together, only the latest of each truck is sent', async () => {
  const people = await here.newCompany()
  const listener = await watch(there, people)
  for (let i = 0; i < 50; i++) here.live.publishLatest(people.companyId, 'locations', `truck ${i % 2}`, { userId: i })
  await vi.waitFor(() => expect(listener.locations().map(({ userId }) => userId)).toEqual([48, 49]), patience)
})

test('employees, and people outside the company, cannot follow its trucks', async () => {
  const [people, next] = [await here.newCompany(), await here.newCompany()]
  expect((await people.owner.raw(followLocations, { id: next.companyId })).status).toBe(404)
  expect((await people.super_admin.raw(followLocations, { id: next.companyId })).status).toBe(404)
  expect((await people.employee.raw(followLocations, { id: people.companyId })).status).toBe(403)
})

test('losing the module ends the stream', async () => {
  const people = await here.newCompany()
  const listener = await watch(here, people)
  await inCompany(here, people.companyId, (tx) => tx.sql`update companies set geolocation_is_active = false where id = ${people.companyId}`)
  await listener.ended
})

test('everyone in the company hears that a run started, ended or progressed, but not where', async () => {
  const people = await here.newCompany()
  const listener = await listen(there, people.employee, platformCalls.listen.path)
  const { id } = await newRun(people, { ago: minute })
  await vi.waitFor(() => expect(listener.lines).toContain(`data: {"topic":"runs","runId":"${id}"}`), patience)
  const before = listener.lines.length
  await people.employee(actOnRun, { id, type: 'quit' })
  await vi.waitFor(() => expect(listener.lines.length).toBeGreaterThan(before), patience)
})

test('one position with a time ahead of our clock does not mute a truck', async () => {
  const people = await here.newCompany()
  const { id } = await newRun(people)
  const now = Date.now()
  await people.employee(addLocations, { id, locations: [at(now + 90 * second)] })
  const listener = await watch(here, people)
  await people.employee(addLocations, { id, locations: [at(now - second, 5), at(now, 7)] })
  await vi.waitFor(() => expect(listener.locations().at(-1)).toMatchObject({ timestamp: new Date(now).toISOString() }), patience)
})
