// The way along a route's sites: straight lines, or streets from an OSRM server.
import { setTimeout as sleep } from 'node:timers/promises'
import { metresBetween, type Point } from '@bordee/core/geo.ts'
import * as z from 'zod'
import type { Env } from '../../engine/env.ts'
import type { Directions, Way } from './directions.ts'

export const directionsOf = ({ directions }: Env): Directions => (directions.osrmUrl ? osrm(directions.osrmUrl) : straight)

export const straight: Directions = { through: async (points) => straightLine(points) }

/** Short, spaced-out requests: a shared server refuses long or rapid ones. */
const chunkSize = 25
const pauseMs = 200
const patienceMs = 8000

export function osrm(url: string): Directions {
  return {
    async through(points) {
      const parts: Way[] = []
      for (const chunk of chunksOf(points)) {
        if (parts.length) await sleep(pauseMs)
        parts.push(await drive(url, chunk).catch((error: unknown) => fallBack(url, chunk, error)))
      }
      return parts.length ? parts.reduce(joined) : straightLine(points)
    },
  }
}

/** Each chunk begins where the last one ended. */
function chunksOf(points: readonly Point[]): Point[][] {
  const count = Math.ceil((points.length - 1) / (chunkSize - 1))
  return Array.from({ length: Math.max(0, count) }, (_, i) => points.slice(i * (chunkSize - 1), (i + 1) * (chunkSize - 1) + 1))
}

const answer = z.object({
  code: z.string(),
  message: z.string().optional(),
  routes: z
    .array(
      z.object({
        distance: z.number(),
        duration: z.number(),
        geometry: z.object({ coordinates: z.array(z.tuple([z.number(), z.number()])).min(2) }),
      }),
    )
    .optional(),
})

async function drive(url: string, points: Point[]): Promise<Way> {
  const stops = points.map(({ lat, lng }) => `${lng.toFixed(6)},${lat.toFixed(6)}`).join(';')
  const asked = `${url}/route/v1/driving/${stops}?overview=full&geometries=geojson&exclude=motorway`
  const { code, message, routes } = answer.parse(await (await fetch(asked, { signal: AbortSignal.timeout(patienceMs) })).json())
  const [route] = routes ?? []
  if (code !== 'Ok' || !route) throw new Error(message ?? code)
  const line = route.geometry.coordinates.map(([lng, lat]) => ({ lat, lng }))
  return { line, distance: route.distance, duration: route.duration, provider: 'osrm', isPartial: false }
}

function fallBack(url: string, points: Point[], error: unknown): Way {
  console.error(`Itinéraire : ${new URL(url).host} ${error instanceof z.ZodError ? 'answered something else' : String(error)}`)
  return { ...straightLine(points), isPartial: true }
}

function straightLine(points: readonly Point[]): Way {
  const distance = points.reduce((sum, point, i) => sum + metresBetween(points[i - 1] ?? point, point), 0)
  return { line: [...points], distance, duration: null, provider: 'straight', isPartial: false }
}

function joined(a: Way, b: Way): Way {
  return {
    line: [...a.line, ...b.line],
    distance: a.distance + b.distance,
    duration: a.duration === null || b.duration === null ? null : a.duration + b.duration,
    provider: a.provider === 'osrm' ? 'osrm' : b.provider,
    isPartial: a.isPartial || b.isPartial,
  }
}
