// The run as an operator works through it: stop by stop, area by area, each with its state.
import type { Point, Polygon } from '@bordee/core/geo.ts'
import type { PlacedSite } from '@bordee/core/routes/route.ts'
import { type AreaState, areaStates } from '@bordee/core/runs/completion.ts'
import type { RunDetails } from '@bordee/core/runs/run.ts'
import { addressLine } from '@bordee/core/sites/address-line.ts'
import type { Mark } from './kept.ts'

interface StopArea {
  /** Null until the server has created the run; until then the whole site is marked. */
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

/** One area to do. */
export interface Step {
  key: string
  stop: Stop
  area: StopArea
  state: AreaState
}

/** The stops as the server has them. For a site deleted since, the run site's id stands in. */
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

/** The stops as the phone knows the route, for a run that starts without a network. */
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

/** The state of each area: the latest report wins, whoever made it and whether or not it has been sent. */
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

/** The next area to do and the one after it, in the order of the route. */
export function nextSteps(steps: readonly Step[]): [Step | undefined, Step | undefined] {
  const [now, then] = steps.filter(({ state }) => state === 'todo')
  return [now, then]
}
