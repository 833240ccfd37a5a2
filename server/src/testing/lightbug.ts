// A local server that speaks Lightbug's tracking API as its public client (the package `tracking-api`) uses it:
// users/login, users/{id}/devices, devices/{id}/config and devices/{id}/points with LoopBack's filters, with an access
// token in `Authorization`.
import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import { json } from 'node:stream/consumers'
import { closeAfterwards } from './closing.ts'
import { listenLocally } from './local-server.ts'

interface Datapoint {
  location: { lat: number; lng: number } | null
  timestamp: string
  speed?: number
  accuracy?: number
  batteryPct?: number
  locationType?: string
}

interface LightbugDevice {
  id: number
  name: string | null
  type: string
  imei?: string
  btMacAddress?: string
  lastConnection?: string
  batteryVoltage?: number
  currentMode?: number
  active?: boolean
}

export async function openLightbug() {
  const bug = {
    url: '',
    username: 'flotte@bordee.example',
    password: 'trace-moi',
    userId: 41,
    ttl: 1_209_600,
    devices: [] as LightbugDevice[],
    config: { interval: 30, sleepInterval: 3600, movementSensitivity: 4, currentFW: '71.2' },
    points: new Map<number, Datapoint[]>(),
    tokens: new Set<string>(),
    logins: 0,
    asked: [] as string[],
    /** Paths that answer with an error. */
    broken: undefined as RegExp | undefined,
  }

  const answer = async (request: IncomingMessage): Promise<[number, unknown]> => {
    const url = new URL(request.url ?? '', 'http://lightbug')
    const path = url.pathname.replace(/^\/api/, '')
    bug.asked.push(`${path}${url.search}`)
    if (bug.broken?.test(path)) return [500, error('Internal Server Error')]
    if (request.method === 'POST' && path === '/users/login') {
      bug.logins++
      const given = (await json(request)) as { username?: string; password?: string }
      if (given.username !== bug.username || given.password !== bug.password) return [401, error('login failed', 'LOGIN_FAILED')]
      const token = randomUUID()
      bug.tokens.add(token)
      return [200, { id: token, ttl: bug.ttl, created: new Date().toISOString(), userId: bug.userId }]
    }
    if (!bug.tokens.has(request.headers.authorization ?? '')) return [401, error('Authorization Required', 'AUTHORIZATION_REQUIRED')]
    if (path === `/users/${bug.userId}/devices`) return [200, bug.devices]
    const [, id, what] = /^\/devices\/(\d+)\/(config|points)$/.exec(path) ?? []
    if (what === 'config') return [200, { ...bug.config, deviceId: Number(id) }]
    if (what === 'points') return [200, filtered(bug.points.get(Number(id)) ?? [], url.searchParams.get('filter'))]
    return [404, error('Unknown "Device" id', 'MODEL_NOT_FOUND')]
  }

  const server = createServer((request, response) => {
    void answer(request).then(([status, body]) => {
      response.writeHead(status, { 'content-type': 'application/json' })
      response.end(JSON.stringify(body))
    })
  })
  bug.url = `${await listenLocally(server)}/api`
  closeAfterwards(() => new Promise((resolve) => server.close(resolve)))
  return bug
}

const error = (message: string, code = 'ERROR') => ({ error: { name: 'Error', message, code } })

/** LoopBack's filter: `where` on time and location type, order, limit. */
function filtered(points: readonly Datapoint[], text: string | null): Datapoint[] {
  const filter = JSON.parse(text ?? '{}') as {
    where?: { timestamp?: { gt?: number }; locationType?: { neq?: string } }
    order?: string
    limit?: number
  }
  const after = filter.where?.timestamp?.gt ?? 0
  const sorted = points
    .filter(({ timestamp, locationType = 'gps' }) => Date.parse(timestamp) > after && locationType !== filter.where?.locationType?.neq)
    .toSorted((a, b) => a.timestamp.localeCompare(b.timestamp))
  if (filter.order === 'timestamp DESC') sorted.reverse()
  return sorted.slice(0, filter.limit ?? 100)
}
