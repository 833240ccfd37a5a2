// The run as an operator goes through it: stop by stop, area by area, with what became of each.
import type { Point, Polygon } from '@bordee/core/geo.ts'
import type { PlacedSite } from '@bordee/core/routes/route.ts'
import { type AreaState, areaStates } from '@bordee/core/runs/completion.ts'
import type { RunDetails } from '@bordee/core/runs/run.ts'
import { addressLine } from '@bordee/core/sites/address-line.ts'
import type { Mark } from './kept.ts'

interface StopArea {
  /** Null while the server has not made the run yet: then the site is marked as a whole. */
  id: string | null
  name: string
  notes: string | null
  polygon: Polygon | null
}

export interface Stop {
  siteId: string
  runSiteId: string | null
  address: string
  customerName: string
  notes: string | null
  location: Point | null
  areas: StopArea[]
}

/** One thing to do. */
export interface Step {
  key: string
  stop: Stop
  area: StopArea
  state: AreaState
}

/** As the server has it. Of a site that was deleted since, its place in the run stands for it. */
export const stopsOfRun = ({ runSites }: Pick<RunDetails, 'runSites'>): Stop[] =>
  runSites
    .toSorted((a, b) => a.sortOrder - b.sortOrder)
    .map(({ id, siteId, siteAddress, customerName, notes, location, areas }) => ({
      siteId: siteId ?? id,
      runSiteId: id,
      address: siteAddress,
      customerName,
      notes,
      location,
      areas: areas.map((area) => ({ id: area.id, name: area.name, notes: area.notes, polygon: area.polygon })),
    }))

/** As the phone knows the route, for a run that begins without a network. */
export const stopsOfRoute = (sites: readonly PlacedSite[]): Stop[] =>
  sites
    .filter(({ isIncluded }) => isIncluded)
    .map(({ site }) => ({
      siteId: site.id,
      runSiteId: null,
      address: addressLine(site.address) || site.name,
      customerName: site.customerName,
      notes: null,
      location: site.address.location,
      areas: [{ id: null, name: site.name, notes: null, polygon: null }],
    }))

export interface Visited {
  areaId: string
  /** Milliseconds. */
  startedAt: number
}

const keyOf = (stop: Stop, area: StopArea) => area.id ?? `site ${stop.siteId}`

/** What became of each area: the latest word wins, whoever said it, and whether it has reached the server or not. */
export function stepsOf(
  stops: readonly Stop[],
  marks: readonly Mark[],
  visits: readonly Visited[],
  told: Pick<RunDetails, 'areaActions' | 'areaVisits'> = { areaActions: [], areaVisits: [] },
): Step[] {
  const own = marks.flatMap(({ siteId, areaId, type, at }) =>
    stops
      .filter((stop) => stop.siteId === siteId)
      .flatMap((stop) =>
        stop.areas.filter((area) => areaId === null || area.id === areaId).map((area) => ({ runSiteAreaId: keyOf(stop, area), type, at })),
      ),
  )
  const states = areaStates(
    stops.flatMap((stop) => stop.areas.map((area) => keyOf(stop, area))),
    [...told.areaActions, ...own],
    [
      ...told.areaVisits,
      ...visits.map(({ areaId, startedAt }) => ({ runSiteAreaId: areaId, startedAt: new Date(startedAt).toISOString() })),
    ],
  )
  return stops.flatMap((stop) =>
    stop.areas.map((area) => ({ key: keyOf(stop, area), stop, area, state: states.get(keyOf(stop, area)) ?? 'todo' })),
  )
}

/** The next thing to do, and the one after it, in the order of the route. */
export function nextSteps(steps: readonly Step[]): [Step | undefined, Step | undefined] {
  const [now, then] = steps.filter(({ state }) => state === 'todo')
  return [now, then]
}
