import { connect } from 'node:net'
import { platformCalls } from '@bordee/core/platform/platform.calls.ts'
import { expect, test, vi } from 'vitest'
import { openTestServer, type People, type TestServer } from '../../testing/server.ts'
import { publishOnCommit } from './live.ts'

const here = await openTestServer()
const there = await openTestServer({}, here) // another process of the same installation
const ours = await here.newCompany()
const theirs = await here.newCompany()

let readers = 0

/** Generous, for a busy machine. */
const patience = { timeout: 20_000, interval: 50 }

/** Reads the stream as the web app does, by fetch with a bearer token. */
async function listen(server: TestServer, people: People) {
  const origin = await server.app
    .listen({ port: 0, host: '127.0.0.1' })
    .catch(() => `http://127.0.0.1:${(server.app.server.address() as { port: number }).port}`)
  const answer = await fetch(`${origin}/api${platformCalls.listen.path}`, { headers: { authorization: `Bearer ${people.employee.token}` } })
  expect(answer.headers.get('content-type')).toBe('text/event-stream')
  const heard: string[] = []
  if (server === here) readers++
  const ended = (async () => {
    for await (const chunk of answer.body?.pipeThrough(new TextDecoderStream()) ?? [])
      heard.push(...chunk.split('\n').filter((line) => line.startsWith('data: ')))
  })()
  return { heard, ended }
}

test("what one process publishes reaches the company's listeners on every process, and nobody else's", async () => {
  const [near, far, neighbour] = [await listen(here, ours), await listen(there, ours), await listen(there, theirs)]
  here.live.publish(ours.companyId, { topic: 'test', text: 'bonjour' })
  await vi.waitFor(
    () => {
      expect(near.heard).toEqual(['data: {"topic":"test","text":"bonjour"}'])
      expect(far.heard).toEqual(near.heard)
    },
    { timeout: 20_000 },
  )
  there.live.publish(theirs.companyId, { topic: 'test', text: 'voisine' })
  await vi.waitFor(() => expect(neighbour.heard).toEqual(['data: {"topic":"test","text":"voisine"}']), patience)
  expect(near.heard).toHaveLength(1)
})

test('many texts within one tick arrive whole and in order', async () => {
  const listener = await listen(here, ours)
  const texts = Array.from({ length: 400 }, (_, index) => `{"topic":"many","index":${index},"text":"${'é'.repeat(40)}"}`)
  for (const text of texts) there.live.publish(ours.companyId, JSON.parse(text))
  await vi.waitFor(() => expect(listener.heard).toEqual(texts.map((text) => `data: ${text}`)), patience)
})

test('a text too long for NOTIFY is refused at once', () => {
  expect(() => here.live.publish(ours.companyId, { topic: 'x'.repeat(8000) })).toThrow('does not fit')
})

test('closing the server ends its open streams', async () => {
  const server = await openTestServer()
  const people = await server.newCompany()
  const listener = await listen(server, people)
  await server.app.close()
  await listener.ended
})

test('the channel reconnects after PostgreSQL dropped the connection', async () => {
  const listener = await listen(here, ours)
  await there.work(
    ({ tx }) =>
      tx.sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'live' and datname = current_database()`,
  )
  await vi.waitFor(
    () => {
      here.live.publish(ours.companyId, { topic: 'back' })
      expect(listener.heard).toContain('data: {"topic":"back"}')
    },
    { timeout: 15_000, interval: 400 },
  )
})

test('losing access ends the stream', async () => {
  const people = await here.newCompany()
  const listener = await listen(here, people)
  await here.work(async ({ tx }) => {
    await tx.scope({ companies: [people.companyId] })
    await tx.sql`delete from accesses where account_id = ${people.employee.accountId}`
  })
  await listener.ended
  here.live.publish(people.companyId, { topic: 'late' })
  expect(listener.heard).toEqual([])
})

test('a reader who hangs up at once, or never reads, costs nothing', async () => {
  const people = await here.newCompany()
  const { port } = here.app.server.address() as { port: number }
  const request = `GET /api/live HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${people.owner.token}\r\n\r\n`
  for (let index = 0; index < 10; index++) {
    const socket = connect(port, '127.0.0.1')
    socket.write(request)
    setTimeout(() => socket.destroy(), index)
  }
  const stalled = connect(port, '127.0.0.1')
  stalled.on('error', () => undefined)
  stalled.write(request)
  stalled.pause()
  await new Promise((resolve) => setTimeout(resolve, 500))
  for (let index = 0; index < 1500; index++) here.live.publish(people.companyId, { topic: 'big', text: 'x'.repeat(7000) })
  await vi.waitFor(async () => expect(await openStreams()).toBe(0), { timeout: 20_000, interval: 100 })
  stalled.destroy()

  async function openStreams() {
    const connections = await new Promise<number>((resolve) => here.app.server.getConnections((_error, count) => resolve(count)))
    return connections - readers
  }
})

test('an event cannot break out of its line', async () => {
  const listener = await listen(here, ours)
  here.live.publish(ours.companyId, { topic: 'a\ndata: b' })
  await vi.waitFor(() => expect(listener.heard).toEqual(['data: {"topic":"a\\ndata: b"}']), patience)
})

test('a job whose notification fails only fails itself, not the server', async () => {
  const unheard = vi.fn()
  process.prependListener('unhandledRejection', unheard)
  const job = here.work(async ({ tx }) => {
    await tx.sql`select 1 / 0`.catch(() => undefined)
    publishOnCommit(tx, ours.companyId, { topic: 'test' })
  })

  await expect(job).rejects.toThrow('swallowed')

  await here.work(({ tx }) => tx.sql`select 1`) // enough turns of the event loop to notice an unhandled rejection
  process.removeListener('unhandledRejection', unheard)
  expect(unheard).not.toHaveBeenCalled()
})
