// For the tests of runs: a company that drives, a route of driveways along a street, and a truck's positions.

import { api } from '@bordee/core/api.ts'
import { home, newClient, newSite, square } from './folders.ts'
import type { Caller, People, TestServer } from './server.ts'

export const second = 1000
export const minute = 60 * second
export const hour = 60 * minute

/** Metres between two driveways. */
export const spacing = 60

/** Ten-metre driveways, from home to the north; `more` are further fields of the route. */
export async function newRoute(owner: Caller, driveways = 3, more: object = {}) {
  const { id: customerId } = await newClient(owner)
  const sites: string[] = []
  for (let i = 0; i < driveways; i++) {
    const areas = [{ name: 'Entrée', polygon: square(i * spacing) }]
    sites.push((await newSite(owner, customerId, { areas })).id)
  }
  const route = await owner(api.createRoute, {
    route: { name: 'Haute-Ville', sites: sites.map((site, sortOrder) => ({ site, sortOrder })), ...more },
  })
  return { ...route, siteIds: sites }
}

/** Warns without the seconds for which a start is held, in case the driver takes it back. */
export const warnNow = (server: Pick<TestServer, 'sql'>) =>
  server.sql(`update pgboss.job set start_after = now() where name = 'runs.warn' and state = 'created'`)

/** A position `north` metres north of the middle of the first driveway, accurate enough to be inside without a doubt. */
export const at = (timestamp: number, north = 0) => ({
  lat: home.lat + 0.00005 + north / 111_195,
  lng: home.lng + 0.00005,
  timestamp,
  accuracy: 3,
  speed: 1,
})

/** Twenty-four seconds in a driveway, a position every two seconds. */
export const clearing = (driveway: number, from: number) =>
  Array.from({ length: 13 }, (_, i) => at(from + 2 * i * second, driveway * spacing + (i % 2)))

/** Clears each driveway, and drives at about 20 km/h between them. */
export function round(driveways: number, from: number) {
  const track = []
  let now = from
  for (let driveway = 0; driveway < driveways; driveway++) {
    track.push(...clearing(driveway, now))
    now += 24 * second
    for (let metre = 12; metre < spacing; metre += 12) {
      now += 2 * second
      track.push(at(now, driveway * spacing + metre))
    }
    now += 2 * second
  }
  return track
}

/** A run of a new route, started `ago` milliseconds ago by the employee, unless `by` names someone else. */
export async function newRun(people: People, { ago = hour, driveways = 3, by = people.employee, route = {} as object } = {}) {
  const { id: routeId, siteIds } = await newRoute(people.owner, driveways, route)
  const began = Date.now() - ago
  const run = await by(api.startRun, { routeId, at: new Date(began).toISOString() })
  return { ...run, routeId, siteIds, began }
}

const ago = (milliseconds: number) => new Date(Date.now() - milliseconds).toISOString()

/** Marks every stop done at a moment of the run, and ends it. */
export async function driveAll({ employee }: People, routeId: string, from: number, to: number) {
  const run = await employee(api.startRun, { routeId, at: ago(from) })
  const { runSites } = await employee(api.getRunDetails, { id: run.id })
  for (const { id } of runSites) await employee(api.markSiteDone, { runId: run.id, runSiteId: id, at: ago((from + to) / 2) })
  return employee(api.actOnRun, { id: run.id, type: 'quit', at: ago(to) })
}
