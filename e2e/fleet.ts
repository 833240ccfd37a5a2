// A small company with a fleet that journeys may drive freely: no other test uses it.
import type { APIRequestContext } from '@playwright/test'
import { expect } from './journey.ts'
import { headersOf, newCompany } from './people.ts'

interface Site {
  id: string
  customerId: string
  address: object
}

export interface Fleet {
  /** The owner, who also drives. */
  email: string
  routeName: string
  sites: Site[]
  call: <Answer>(method: 'get' | 'post' | 'patch' | 'delete', path: string, data?: object) => Promise<Answer>
  routeId: string
}

const minute = 60_000
/** The centre of each driveway. */
const places = [0, 1, 2].map((i) => ({ lat: 46.8108, lng: -71.2184 + i * 0.004 }))

/** Creates three driveways along a street, on one route. */
export async function newFleet(request: APIRequestContext): Promise<Fleet> {
  const email = await newCompany(request, places.length)
  const headers = await headersOf(request, email)
  const call: Fleet['call'] = async (method, path, data) => {
    const answer = await request[method](`/api/${path}`, { headers, ...(data && { data }) })
    expect(answer.ok(), `${method} ${path}: ${await answer.text()}`).toBe(true)
    return (await answer.text()) ? await answer.json() : null
  }
  const { id } = await call<{ id: string }>('get', 'companies/current')
  await request.patch(`/api/companies/${id}`, {
    data: { geolocationConfig: { isActive: true } },
    headers: await headersOf(request, 'super@bordee.demo'),
  })
  const sites = await call<Site[]>('get', 'sites')
  for (const [i, { id: siteId, address }] of sites.entries()) {
    const location = places[i] ?? { lat: 0, lng: 0 }
    const polygon = [
      [-1, -1],
      [-1, 1],
      [1, 1],
      [1, -1],
    ].map(([y = 0, x = 0]) => ({ lat: location.lat + y * 0.0002, lng: location.lng + x * 0.0002 }))
    await call('patch', `sites/${siteId}`, { site: { address: { ...address, location }, areas: [{ name: 'Zone A', polygon }] } })
  }
  const routeName = 'Rue Saint-Jean'
  const route = await call<{ id: string }>('post', 'routes', {
    route: { name: routeName, sites: sites.map((site, sortOrder) => ({ site: site.id, sortOrder })) },
  })
  return { email, routeName, sites, call, routeId: route.id }
}

/** The owner started ten minutes ago and has spent a minute in each of the first driveways. */
export async function driveFleet({ call, routeId }: Fleet, driveways: number): Promise<{ runId: string; startedAt: number }> {
  const startedAt = Date.now() - 10 * minute
  const { id: runId } = await call<{ id: string }>('post', 'runs', { routeId, at: new Date(startedAt).toISOString() })
  const locations = places.slice(0, driveways).flatMap(({ lat, lng }, i) =>
    Array.from({ length: 12 }, (_, k) => ({
      lat,
      lng: lng + k * 1e-6,
      timestamp: startedAt + (1 + 2 * i) * minute + k * 5000,
      accuracy: 4,
    })),
  )
  await call('post', `runs/${runId}/locations`, { locations })
  return { runId, startedAt }
}

/** Reports the owner's current position: the centre of a driveway. */
export const reportNow = ({ call }: Fleet, runId: string, driveway: number) =>
  call('post', `runs/${runId}/locations`, { locations: [{ ...places[driveway], timestamp: Date.now(), accuracy: 4 }] })
