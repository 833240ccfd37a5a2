import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { clientCalls } from '@bordee/core/clients/clients.calls.ts'
import { quoteCalls } from '@bordee/core/quotes/quotes.calls.ts'
import { expect, test, vi } from 'vitest'
import { newClient } from '../../testing/folders.ts'
import { openTestServer } from '../../testing/server.ts'

const server = await openTestServer()
await server.app.listen({ port: 0, host: '127.0.0.1' })
const { port } = server.app.server.address() as AddressInfo

/** Announces a body, sends its beginning, and stops there. */
function stall(path: string, headers: Record<string, string | number>) {
  const stalled = request({ port, method: 'POST', path, headers: { 'content-type': 'application/json', ...headers } })
  stalled.on('error', () => undefined).write('{')
  return stalled
}

const connections = () =>
  new Promise<number>((resolve, reject) => server.app.server.getConnections((error, count) => (error ? reject(error) : resolve(count))))

test("a caller who hangs up while waiting gives their place back: their company's next body is read", async () => {
  const { owner, companyId } = await server.newCompany()
  const { id } = await newClient(owner)
  const long = { id, client: { notes: 'Lisière. '.repeat(1000) } }
  const finish = await server.shares.longBodies.enter(companyId) // a colleague's body is being read
  const waiting = vi.spyOn(server.shares.longBodies, 'enter')
  const body = JSON.stringify(long)
  const headers = { authorization: `Bearer ${owner.token}`, 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
  const impatient = request({ port, method: 'PATCH', path: `/api/customers/${id}`, headers }).on('error', () => undefined)
  impatient.end(body)
  await vi.waitFor(() => expect(waiting).toHaveBeenCalledWith(companyId), { timeout: 20_000 })

  impatient.destroy()
  await vi.waitFor(async () => expect(await connections()).toBe(0), { timeout: 20_000 })
  finish()

  expect((await owner.raw(clientCalls.updateClient, long)).status).toBe(422) // it was read, and is too long for its field
})

test('what visitors draw is read one drawing at a time, their addresses in turns, and others are not delayed', async () => {
  const finish = await server.visitorDrawings.enter('another visitor') // whose drawing is being read
  const waiting = vi.spyOn(server.visitorDrawings, 'enter')
  const drawn = { quoteRequest: { polygon: Array.from({ length: 100 }, (_, i) => ({ lat: 46.8, lng: -71 - i / 1e5 })) } }
  let isAnswered = false
  const answer = server.anyone.raw(quoteCalls.submitQuote, drawn, { address: '203.0.113.9' }).finally(() => {
    isAnswered = true
  })
  await vi.waitFor(() => expect(waiting).toHaveBeenCalledWith('203.0.113.9'), { timeout: 20_000 })

  const { owner } = await server.newCompany()
  expect(await newClient(owner)).toMatchObject({ id: expect.any(String) })
  expect(isAnswered).toBe(false)

  finish()
  expect((await answer).status).toBe(422)
})

test('someone who stops in the middle of a body holds up nobody', async () => {
  const { owner } = await server.newCompany()
  const { id } = await newClient(owner)
  const asked = vi.fn()
  server.app.server.on('request', asked)
  const stalled = [
    stall('/api/quotes-requests', { 'content-length': 100 }),
    stall('/api/customers', { 'content-length': 10_000, authorization: `Bearer ${owner.token}` }),
  ]
  await vi.waitFor(() => expect(asked).toHaveBeenCalledTimes(2), { timeout: 20_000 })

  expect((await server.anyone.raw(quoteCalls.submitQuote, { quoteRequest: {} }, { address: '203.0.113.10' })).status).toBe(422)
  expect((await owner.raw(clientCalls.updateClient, { id, client: { notes: 'Lisière. '.repeat(1000) } })).status).toBe(422)
  for (const one of stalled) one.destroy()
})
