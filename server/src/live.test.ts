import { platformCalls } from '@bordee/core/platform/platform.calls.ts'
import { expect, test, vi } from 'vitest'
import { openTestHouse, type People, type TestHouse } from './testing.ts'

const here = await openTestHouse()
const there = await openTestHouse({}, here) // another process of the same installation
const ours = await here.newCompany()
const theirs = await here.newCompany()

/** Reads the stream as the web app does, by fetch with a bearer token. */
async function listen(house: TestHouse, people: People) {
  const origin = await house.app.listen({ port: 0, host: '127.0.0.1' }).catch(() => `http://127.0.0.1:${(house.app.server.address() as { port: number }).port}`)
  const answer = await fetch(`${origin}/api${platformCalls.listen.path}`, { headers: { authorization: `Bearer ${people.employee.token}` } })
  expect(answer.headers.get('content-type')).toBe('text/event-stream')
  const heard: string[] = []
  const ended = (async () => {
    for await (const chunk of answer.body?.pipeThrough(new TextDecoderStream()) ?? []) heard.push(...chunk.split('\n').filter((line) => line.startsWith('data: ')))
  })()
  return { heard, ended }
}

test('what one process publishes reaches the listeners of every process, of that company only', async () => {
  const [near, far, neighbour] = [await listen(here, ours), await listen(there, ours), await listen(there, theirs)]
  here.live.publish(ours.companyId, '{"topic":"test","text":"bonjour"}')
  await vi.waitFor(() => {
    expect(near.heard).toEqual(['data: {"topic":"test","text":"bonjour"}'])
    expect(far.heard).toEqual(near.heard)
  })
  there.live.publish(theirs.companyId, '{"topic":"test","text":"voisine"}')
  await vi.waitFor(() => expect(neighbour.heard).toEqual(['data: {"topic":"test","text":"voisine"}']))
  expect(near.heard).toHaveLength(1)
})

test('many texts within one tick arrive whole and in order', async () => {
  const listener = await listen(here, ours)
  const texts = Array.from({ length: 400 }, (_, index) => `{"topic":"many","index":${index},"text":"${'é'.repeat(40)}"}`)
  for (const text of texts) there.live.publish(ours.companyId, text)
  await vi.waitFor(() => expect(listener.heard).toEqual(texts.map((text) => `data: ${text}`)))
})

test('a text that no NOTIFY can carry is refused at once', () => {
  expect(() => here.live.publish(ours.companyId, 'x'.repeat(8000))).toThrow('does not fit')
})

test('closing the server ends its open streams', async () => {
  const house = await openTestHouse()
  const people = await house.newCompany()
  const listener = await listen(house, people)
  await house.app.close()
  await listener.ended
})

test('the channel comes back after PostgreSQL dropped the connection', async () => {
  const listener = await listen(here, ours)
  await there.work(({ tx }) => tx.sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'live' and datname = current_database()`)
  await vi.waitFor(
    () => {
      here.live.publish(ours.companyId, '{"topic":"back"}')
      expect(listener.heard).toContain('data: {"topic":"back"}')
    },
    { timeout: 15_000, interval: 400 },
  )
})
