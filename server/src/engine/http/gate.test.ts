import { once } from 'node:events'
import { Agent, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { api } from '@bordee/core/api.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { Gate } from './gate.ts'
import { gatedServer } from './gated-server.ts'

const closers: (() => void)[] = []
afterEach(() => {
  for (const close of closers.splice(0)) close()
})

/** A server that answers only when told to, and notes whom it let in. */
async function openGate(settings: { trustProxy?: number; connections?: number; slowMs?: number } = {}) {
  const refused = vi.fn()
  const gate = new Gate(Object.values(api), { trustProxy: 0, refused, ...settings })
  const inside: { request: IncomingMessage; response: ServerResponse; end(): void }[] = []
  const server = gatedServer(gate, (asked, response) => inside.push({ request: asked, response, end: () => void response.end('fait') }), {
    'x-ours': 'yes',
  })
  const agent = new Agent({ keepAlive: true })
  closers.push(() => {
    agent.destroy()
    server.closeAllConnections()
    server.close()
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  const ask = async (path: string, { from = '127.0.0.1', headers = {} }: { from?: string; headers?: Record<string, string> } = {}) => {
    const [answer] = (await once(request({ port, path, agent, localAddress: from, headers }).end(), 'response')) as [IncomingMessage]
    let text = ''
    for await (const chunk of answer) text += String(chunk)
    return { status: answer.statusCode, headers: answer.headers, text }
  }
  /** Asks, and waits for no answer. */
  const hold = (...asked: Parameters<typeof ask>) => void ask(...asked).catch(() => undefined)
  const flood = (count: number, path = '/api/config', of = {}) => {
    for (let i = 0; i < count; i++) hold(path, of)
  }
  const areInside = (count: number) => vi.waitFor(() => expect(inside).toHaveLength(count), { timeout: 20_000, interval: 10 })
  return { gate, inside, ask, hold, flood, areInside, refused, port }
}

test('an address has six requests inside; its others wait, and another address is not delayed', async () => {
  const { inside, ask, flood, areInside } = await openGate()
  flood(40)
  await areInside(6)

  const other = ask('/api/config', { from: '127.0.0.2' })
  await areInside(7)
  inside[6]?.end()
  expect((await other).text).toBe('fait')

  inside[0]?.end()
  await areInside(8)
})

test('someone signed in, and a tracker whose key is known, wait for nobody else at their address', async () => {
  const { gate, inside, ask, hold, flood, areInside } = await openGate()
  const token = { headers: { authorization: 'Bearer a-valid-token' } }
  const key = '/api/devices/ingest?lat=46.8&deviceid=a-valid-key'
  const first = [ask('/api/customers', token), ask(key)]
  await areInside(2)
  for (const [i, one] of inside.entries()) {
    gate.know(one.request, `line ${i}`)
    one.end()
  }
  await Promise.all(first)
  flood(40)
  await areInside(8)

  hold('/api/customers', token)
  hold(key)
  await areInside(10)
})

test('a line that is too long is refused in French, and only that line', async () => {
  const { ask, hold, areInside, refused } = await openGate()

  const answer = await Promise.race(Array.from({ length: 107 }, () => ask('/api/config')))

  expect(answer).toMatchObject({ status: 429, headers: { 'retry-after': '1', 'x-ours': 'yes', connection: 'close' } })
  expect(JSON.parse(answer.text)).toMatchObject({ message: expect.stringContaining('très occupé'), code: 'busy' })
  expect(refused).toHaveBeenCalledOnce()
  hold('/api/config', { from: '127.0.0.3' })
  await areInside(7)
})

test('a new release that a whole office loads at once is not refused', async () => {
  const { flood, areInside, refused } = await openGate()
  flood(300, '/assets/main.js')
  await areInside(6)
  expect(refused).not.toHaveBeenCalled()
})

test('an answer that has begun takes no place: streams, and readers who are slow', async () => {
  const { inside, flood, areInside } = await openGate()
  flood(6)
  await areInside(6)
  for (const { response } of inside) response.writeHead(200).write(': ok\n\n')
  flood(6)
  await areInside(12)
})

test('someone who hangs up gives the place back, inside or in the line', async () => {
  const { inside, hold, areInside, port } = await openGate()
  const impatient = Array.from({ length: 8 }, () => connect(port, '127.0.0.1'))
  for (const socket of impatient) socket.write('GET /api/config HTTP/1.1\r\nhost: localhost\r\n\r\n')
  await areInside(6)
  for (const socket of impatient) socket.destroy()

  hold('/api/config')

  // A slow server may let in those in the line before it hears that they hung up too.
  const remaining = () => inside.filter(({ response }) => !response.destroyed)
  await vi.waitFor(() => expect(remaining()).toHaveLength(1), { timeout: 20_000 })
})

test('a body that does not come takes no place, and few such are waited for', async () => {
  const { inside, ask, areInside, port } = await openGate({ slowMs: 20 })
  const post = 'POST /api/customers HTTP/1.1\r\nhost: localhost\r\ncontent-length: 9\r\n\r\n{'
  const slow = Array.from({ length: 30 }, () => connect(port, '127.0.0.1'))
  closers.push(() => slow.forEach((socket) => void socket.destroy()))
  for (const socket of slow) socket.write(post)
  await areInside(30)
  await vi.waitFor(() => expect(slow.filter(({ destroyed }) => destroyed)).toHaveLength(10), { timeout: 20_000 })

  const quick = ask('/api/config')
  await areInside(31)
  inside[30]?.end()
  expect((await quick).text).toBe('fait')
})

test('behind a proxy, the line is that of the address it reports', async () => {
  const { hold, flood, areInside } = await openGate({ trustProxy: 1, connections: 1 })
  const from = (address: string) => ({ headers: { 'x-forwarded-for': `198.51.100.1, ${address}` } })
  flood(20, '/api/config', from('203.0.113.5'))
  await areInside(6)
  hold('/api/config', from('203.0.113.6'))
  await areInside(7)
})

test('an address may open only so many connections', async () => {
  const { port, hold, areInside } = await openGate({ connections: 3 })
  const kept = Array.from({ length: 3 }, () => connect(port, '127.0.0.1'))
  await Promise.all(kept.map((socket) => once(socket, 'connect')))
  const extra = connect(port, '127.0.0.1')
  extra.end('GET /api/config HTTP/1.1\r\nhost: localhost\r\n\r\n')
  const chunks: string[] = []
  for await (const chunk of extra) chunks.push(String(chunk))
  expect(chunks.join('')).toMatch(/^HTTP\/1\.1 429 Too Many Requests\r\n[\s\S]*Le serveur est très occupé/)
  hold('/api/config', { from: '127.0.0.4' })
  await areInside(1)
  for (const socket of kept) socket.destroy()
})
