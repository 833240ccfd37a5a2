// Lightbug's tracking API, as its public client uses it: https://github.com/remotethings/tracking-api-node
import * as z from 'zod'
import { SessionOver, type TrackedPosition, type Tracker, type TrackerSession } from './trackers.ts'

const patienceMs = 10_000

const accessToken = z.object({
  id: z.string(),
  userId: z.union([z.string(), z.number()]),
  /** Seconds; -1 or null: never expires. */
  ttl: z.number().nullish(),
})

const number = z.number().nullish().catch(null)
const text = z.string().nullish().catch(null)
const instant = z.coerce.date().nullish().catch(null)

const device = z.object({
  id: z.union([z.string(), z.number()]).transform(String),
  name: text,
  type: text,
  active: z.boolean().nullish().catch(null),
  batteryVoltage: number,
  currentMode: number,
  btMacAddress: text,
  imei: text,
  lastConnection: instant,
})

const config = z.object({ interval: number, movementSensitivity: number, debounce: number, currentFW: text })

const datapoint = z.object({
  location: z.object({ lat: z.number(), lng: z.number() }).nullish().catch(null),
  timestamp: z.coerce.date(),
  speed: number,
  accuracy: number,
  batteryPct: number,
  locationType: text,
})

/** Names of its modes. */
const modes: Record<number, string> = { 0: 'awake', 1: 'sleep', 6: 'flight' }

export function lightbug(url: string): Tracker {
  const get = async <T>(session: TrackerSession, path: string, shape: z.ZodType<T>, filter?: object): Promise<T> => {
    const address = new URL(`${url}${path}`)
    if (filter) address.searchParams.set('filter', JSON.stringify(filter))
    const answer = await fetch(address, { headers: { authorization: session.token }, signal: AbortSignal.timeout(patienceMs) })
    if (answer.status === 401) throw new SessionOver('the session is over')
    if (!answer.ok) throw new Error(`the tracking provider answered ${answer.status}`)
    return shape.parse(await answer.json())
  }

  return {
    name: 'lightbug',

    async signIn(username, password) {
      const answer = await fetch(`${url}/users/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ username, password }),
        signal: AbortSignal.timeout(patienceMs),
      })
      if (answer.status === 400 || answer.status === 401 || answer.status === 422) return null
      if (!answer.ok) throw new Error(`the tracking provider answered ${answer.status}`)
      const { id, userId, ttl } = accessToken.parse(await answer.json())
      return { token: id, account: String(userId), expiresAt: ttl && ttl > 0 ? new Date(Date.now() + ttl * 1000) : null }
    },

    async devices(session) {
      const found = await get(session, `/users/${encodeURIComponent(session.account)}/devices`, z.array(device))
      return found.map(({ id, name, type, active, currentMode, ...rest }) => ({
        id,
        name: name || `Traceur ${id}`,
        type: type || 'lightbug',
        active: active ?? false,
        batteryVoltage: rest.batteryVoltage ?? null,
        currentMode: typeof currentMode === 'number' ? (modes[currentMode] ?? String(currentMode)) : null,
        btMacAddress: rest.btMacAddress ?? null,
        imei: rest.imei ?? null,
        lastConnection: rest.lastConnection ?? null,
      }))
    },

    async config(session, deviceId) {
      const found = await get(session, `/devices/${encodeURIComponent(deviceId)}/config`, config)
      return {
        interval: found.interval ?? null,
        movementSensitivity: found.movementSensitivity ?? found.debounce ?? null,
        currentFW: found.currentFW ?? null,
      }
    },

    async positions(session, deviceId, after, most) {
      const filter = {
        where: { timestamp: { gt: after.getTime() }, locationType: { neq: 'invalid' } },
        order: 'timestamp ASC',
        limit: most,
      }
      const found = await get(session, `/devices/${encodeURIComponent(deviceId)}/points`, z.array(datapoint), filter)
      return found.flatMap(({ location, timestamp, speed, accuracy, batteryPct }): TrackedPosition[] =>
        location
          ? [
              {
                ...location,
                at: timestamp.getTime(),
                accuracy: accuracy ?? null,
                speed: typeof speed === 'number' ? speed / 3.6 : null, // theirs is in km/h
                battery: batteryPct ?? null,
              },
            ]
          : [],
      )
    },
  }
}
