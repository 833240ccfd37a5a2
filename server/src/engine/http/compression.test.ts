import { promisify } from 'node:util'
import { brotliDecompress, gunzip, zstdDecompress } from 'node:zlib'
import { api } from '@bordee/core/api.ts'
import { clientCalls } from '@bordee/core/clients/clients.calls.ts'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { openTestServer } from '../../testing/server.ts'
import { compressAnswers, holdsSecrets, readableEncoding } from './compression.ts'

const server = await openTestServer()
const document = (accepted?: string, method: 'GET' | 'HEAD' = 'GET') =>
  server.app.inject({ method, url: '/api/openapi.json', headers: accepted === undefined ? {} : { 'accept-encoding': accepted } })

test.each([
  ['zstd', 'gzip, deflate, br, zstd', promisify(zstdDecompress)],
  ['br', 'gzip, deflate, br', promisify(brotliDecompress)],
  ['gzip', 'gzip;q=1.0, br;q=0', promisify(gunzip)],
])('a long answer is sent as %s to a caller that accepts it', async (encoding, accepted, decompress) => {
  const plain = await document()

  const answer = await document(accepted)

  expect(answer.headers).toMatchObject({ 'content-encoding': encoding, vary: 'accept-encoding', 'x-content-type-options': 'nosniff' })
  expect(answer.headers['content-type']).toBe(plain.headers['content-type'])
  expect(Number(answer.headers['content-length'])).toBe(answer.rawPayload.length)
  expect(answer.rawPayload.length).toBeLessThan(plain.rawPayload.length / 4)
  expect((await decompress(answer.rawPayload)).toString()).toBe(plain.body)
})

test.each([undefined, '', 'identity', '*', 'gzip;q=0', 'deflate'])(
  'a caller that accepts %j gets it uncompressed, with a Vary header',
  async (accepted) => {
    const answer = await document(accepted)
    expect(answer.headers['content-encoding']).toBeUndefined()
    expect(answer.headers.vary).toBe('accept-encoding')
    expect(answer.json()).toHaveProperty('openapi')
  },
)

test('HEAD gives the same headers as GET, without the body', async () => {
  const [head, get] = [await document('br', 'HEAD'), await document('br')]
  expect(head.headers['content-encoding']).toBe('br')
  expect(head.headers['content-length']).toBe(get.headers['content-length'])
  expect(head.rawPayload).toHaveLength(0)
})

test('a short answer, including a refusal, is not compressed', async () => {
  const answer = await server.anyone.raw(clientCalls.listClients, {}, { headers: { 'accept-encoding': 'br' } })
  expect(answer.status).toBe(401)
  expect(answer.headers['content-encoding']).toBeUndefined()
})

test('a long refusal keeps its status and headers', async () => {
  const app = Fastify()
  compressAnswers(app)
  app.setErrorHandler((_error, _request, reply) =>
    reply
      .code(422)
      .header('retry-after', 5)
      .send({ message: 'é'.repeat(5000) }),
  )
  app.get('/', async () => Promise.reject(new Error('no')))
  const answer = await app.inject({ url: '/', headers: { 'accept-encoding': 'gzip' } })
  expect(answer.statusCode).toBe(422)
  expect(answer.headers).toMatchObject({
    'retry-after': '5',
    'content-encoding': 'gzip',
    'content-type': 'application/json; charset=utf-8',
  })
  expect(JSON.parse((await promisify(gunzip)(answer.rawPayload)).toString())).toEqual({ message: 'é'.repeat(5000) })
})

test('a file is not compressed', async () => {
  const app = Fastify()
  compressAnswers(app)
  app.get('/', async (_request, reply) => reply.type('application/pdf').send(Buffer.alloc(10_000)))
  const answer = await app.inject({ url: '/', headers: { 'accept-encoding': 'gzip' } })
  expect(answer.headers['content-encoding']).toBeUndefined()
  expect(answer.rawPayload).toHaveLength(10_000)
})

test('an answer that contains a token or a code is never compressed', () => {
  const rows = Object.values(api).filter(({ slice }) => slice === 'identity')
  expect(rows.length).toBeGreaterThan(5)
  expect(rows.filter(({ path }) => !holdsSecrets(`/api${path}`))).toEqual([])
})

test('Accept-Encoding is parsed as HTTP defines it', () => {
  expect(readableEncoding('GZIP ; q=0.5')).toBe('gzip')
  expect(readableEncoding('br;q=0.000, gzip')).toBe('gzip')
})
