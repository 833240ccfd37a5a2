import { createServer } from 'node:http'
import { metresBetween, type Point } from '@bordee/core/geo.ts'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { osrm, straight } from './providers.ts'

// A fake OSRM server: a way with a bend between every two stops. `failing` says which requests fail, and how.
const asked: { url: URL; at: number }[] = []
let failing: (question: number) => 'refuse' | 'drop' | 'babble' | undefined
const server = createServer((request, response) => {
  const url = new URL(request.url ?? '', 'http://osrm')
  asked.push({ url, at: performance.now() })
  const how = failing(asked.length)
  if (how === 'drop') return void request.socket.destroy()
  response.setHeader('content-type', 'application/json')
  if (how === 'babble') return void response.end('<html>')
  if (how === 'refuse') {
    response.statusCode = 400
    return void response.end(JSON.stringify({ code: 'NoRoute', message: 'Impossible route between points' }))
  }
  const stops = (/driving\/([^?]+)/.exec(url.pathname)?.[1] ?? '').split(';').map((stop) => stop.split(',').map(Number))
  const coordinates = stops.flatMap((stop, i) => (i ? [[(stop[0] ?? 0) + 0.0001, stop[1]], stop] : [stop]))
  response.end(JSON.stringify({ code: 'Ok', routes: [{ distance: 1000, duration: 60, geometry: { type: 'LineString', coordinates } }] }))
})
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
afterAll(() => new Promise((resolve) => server.close(resolve)))
beforeEach(() => {
  asked.length = 0
  failing = () => undefined
})

const { port } = server.address() as { port: number }
const provider = osrm(`http://127.0.0.1:${port}`)
const stops = (count: number): Point[] => Array.from({ length: count }, (_, i) => ({ lat: 46.8 + i / 1000, lng: -71.2 }))
const length = (points: Point[]) => points.reduce((sum, point, i) => sum + metresBetween(points[i - 1] ?? point, point), 0)

test('straight lines have a length but no duration', async () => {
  const points = stops(4)
  expect(await straight.through(points)).toEqual({
    line: points,
    distance: length(points),
    duration: null,
    provider: 'straight',
    isPartial: false,
  })
})

test('a short route is one request, without highways', async () => {
  const way = await provider.through(stops(25))
  expect(asked).toHaveLength(1)
  expect(asked[0]?.url.searchParams.get('exclude')).toBe('motorway')
  expect(asked[0]?.url.pathname).toMatch(/^\/route\/v1\/driving\/-71\.200000,46\.800000;/)
  expect(way).toMatchObject({ distance: 1000, duration: 60, provider: 'osrm', isPartial: false })
  expect(way.line[0]).toEqual(stops(1)[0])
})

test('a long route is asked in chunks of 25, each from the last stop of the one before, 200 ms apart', async () => {
  const way = await provider.through(stops(60))
  const chunks = asked.map(({ url }) => (/driving\/(.+)$/.exec(url.pathname)?.[1] ?? '').split(';'))
  expect(chunks.map((chunk) => chunk.length)).toEqual([25, 25, 12])
  expect(chunks[1]?.[0]).toBe(chunks[0]?.at(-1))
  for (const [i, { at }] of asked.entries()) if (i) expect(at - (asked[i - 1]?.at ?? 0)).toBeGreaterThanOrEqual(199)
  expect(way).toMatchObject({ distance: 3000, duration: 180, provider: 'osrm', isPartial: false })
})

test.each(['refuse', 'drop', 'babble'] as const)('when the server fails (%s) the way is straight, and says so', async (how) => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  failing = (question) => (question === 2 ? how : undefined)
  const points = stops(60)
  const way = await provider.through(points)
  expect(way).toMatchObject({ duration: null, provider: 'osrm', isPartial: true })
  expect(way.distance).toBeCloseTo(2000 + length(points.slice(24, 49)), 3)
  expect(way.line).toEqual(expect.arrayContaining(points.slice(24, 49)))
  expect(log).toHaveBeenCalledOnce()
  log.mockRestore()
})

test('if the server never answers, the way is straight', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  failing = () => 'drop'
  const points = stops(3)
  expect(await provider.through(points)).toEqual({ ...(await straight.through(points)), isPartial: true })
  log.mockRestore()
})

test.each([0, 1])('%i stops make no way', async (count) => {
  expect(await provider.through(stops(count))).toMatchObject({ line: stops(count), distance: 0, provider: 'straight' })
  expect(asked).toHaveLength(0)
})
