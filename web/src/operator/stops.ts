// The run as an operator works through it: stop by stop, area by area, each with its state.
import type { Polygon } from '@bordee/core/geo.ts'
import { type AreaState, areaStates } from '@bordee/core/runs/completion.ts'
import type { RouteStop, RunDetails, RunSite } from '@bordee/core/runs/run.ts'
import type { Material, Surface } from '@bordee/core/runs/work.ts'
import type { Indicator } from '@bordee/core/sites/site.ts'
import { fold } from '@bordee/core/text.ts'
import type { Mark } from './kept.ts'

interface StopArea {
  /** In the run. Null until the server has created it. */
  id: string | null
  /** The site's own area; null if the site has none, or if the area was deleted since. */
  areaId: string | null
  name: string
  notes: string | null
  polygon: Polygon | null
  indicators: Indicator[]
}

/** What the driver reads of a site comes with it. */
export interface Stop extends Omit<RouteStop, 'siteId' | 'siteName' | 'siteAddress' | 'sortOrder' | 'isServiceStopped' | 'areas'> {
  siteId: string
  runSiteId: string | null
  address: string
  /** When the office added it to the run, or called the driver back to it: « reprise ». */
  addedAt?: string | null
  /** Which pass of the operation it is, or will be once done. */
  passNumber?: number | null
  /** When the resident said that the car is gone, until a truck has come by. */
  carMovedAt?: string | null
  /** « Ne pas déneiger ». */
  isServiceStopped?: boolean
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
  runSites.toSorted((a, b) => a.sortOrder - b.sortOrder).map((site) => stopOf(site, site.siteId ?? site.id, site.id))

/** The stops as the phone knows the route, for a run that starts without a network. */
export const stopsOfRoute = (stops: readonly RouteStop[]): Stop[] => stops.map((stop) => stopOf(stop, stop.siteId ?? '', null))

const stopOf = (site: RouteStop | RunSite, siteId: string, runSiteId: string | null): Stop => ({
  siteId,
  runSiteId,
  address: site.siteAddress || site.siteName,
  customerName: site.customerName,
  notes: site.notes,
  location: site.location,
  includesIce: site.includesIce ?? false, // a phone may have stored it before it was told
  addedAt: 'addedAt' in site ? site.addedAt : null,
  passNumber: 'passNumber' in site ? site.passNumber : null,
  isServiceStopped: site.isServiceStopped ?? false,
  carMovedAt: 'carMovedAt' in site ? site.carMovedAt : null,
  areas: site.areas.map((area) => ({ ...area, id: 'id' in area ? area.id : null })),
})

export interface Visited {
  areaId: string
  /** Milliseconds. */
  startedAt: number
}

/** The same before and after the server has created the run. */
export const keyOf = (stop: Stop, area: StopArea) => area.areaId ?? area.id ?? `site ${stop.siteId}`

export type Place = Pick<Step, 'stop' | 'area'>
export type MarkContent = Pick<Mark, 'type' | 'reason' | 'note'> & Partial<Pick<Mark, 'id' | 'surface' | 'material' | 'inspection'>>

/** Of each stop, until it is marked: another view of the page must not lose it. */
export interface Said {
  markId: string
  surface: Surface | null
  material: Material | null
}

export function markOf({ stop, area }: Place, what: MarkContent, isWholeSite: boolean): Mark {
  const areaId = isWholeSite ? null : area.id
  const ofArea = isWholeSite || areaId ? null : area.areaId
  return { id: crypto.randomUUID(), siteId: stop.siteId, areaId, ofArea, at: new Date().toISOString(), ...what }
}

/** Whether a mark is about this area of its site. */
const concerns = ({ areaId, ofArea = null }: Mark, area: StopArea) =>
  (areaId === null && ofArea === null) || (areaId !== null && areaId === area.id) || (ofArea !== null && ofArea === area.areaId)

type Known = Pick<RunDetails, 'areaActions' | 'areaVisits'>

/**
 * The state of each area: the latest report wins, whoever made it and whether or not it has been sent. `ahead`: how far
 * the server's clock is ahead of the phone's, in milliseconds, so that the two are put in the right order.
 */
export function stepsOf(
  stops: readonly Stop[],
  marks: readonly Mark[],
  visits: readonly Visited[],
  known: Known = { areaActions: [], areaVisits: [] },
  ahead = 0,
): Step[] {
  const places = stops.flatMap((stop) => stop.areas.map((area) => ({ stop, area, key: keyOf(stop, area) })))
  const keys = new Map(places.map(({ area, key }) => [area.id, key]))
  const keyed = <T extends { runSiteAreaId: string }>(rows: readonly T[]) =>
    rows.map((row) => ({ ...row, runSiteAreaId: keys.get(row.runSiteAreaId) ?? row.runSiteAreaId }))
  const byServer = (at: number) => new Date(at + ahead).toISOString()
  const own = marks.flatMap((mark) =>
    places
      .filter(({ stop, area }) => stop.siteId === mark.siteId && concerns(mark, area))
      .map(({ key }) => ({ runSiteAreaId: key, type: mark.type, at: byServer(Date.parse(mark.at)) })),
  )
  const states = areaStates(
    places.map(({ key }) => key),
    [...keyed(known.areaActions), ...own],
    [...keyed(known.areaVisits), ...visits.map(({ areaId, startedAt }) => ({ runSiteAreaId: areaId, startedAt: byServer(startedAt) }))],
  )
  return places.map((place) => ({ ...place, state: states.get(place.key) ?? 'todo' }))
}

/** What is stopped and was done all the same counts as done. */
export const isToServe = ({ state, stop }: Step): boolean => state !== 'todo' || !stop.isServiceStopped
export const isToDo = (step: Step): boolean => step.state === 'todo' && isToServe(step)

/** The stops before and after this one, up to the next that is served, which the driver passes without working. */
export function stoppedAround(steps: readonly Step[], { stop: now }: Step): Stop[] {
  const stops = [...new Set(steps.map(({ stop }) => stop))]
  const place = stops.indexOf(now)
  const first = stops.slice(0, place).findLastIndex(({ isServiceStopped }) => !isServiceStopped) + 1
  const after = stops.slice(place + 1).findIndex(({ isServiceStopped }) => !isServiceStopped)
  const last = after === -1 ? stops.length : place + 1 + after
  return stops.slice(first, last).filter(({ isServiceStopped }) => isServiceStopped)
}

/**
 * The next area to do and the one after it, in the order of the route. What the office put ahead of other stops comes
 * first, even if the driver left one before it; what it put at the end comes last.
 */
export function nextSteps(steps: readonly Step[]): [Step | undefined, Step | undefined] {
  const lastOfRoute = steps.findLastIndex(({ stop }) => !stop.addedAt)
  const open = steps.flatMap((step, i) => (isToDo(step) ? [{ step, isAhead: Boolean(step.stop.addedAt) && i < lastOfRoute }] : []))
  const [now, then] = open.toSorted((a, b) => Number(b.isAhead) - Number(a.isAhead))
  return [now?.step, then?.step]
}

/** Of the next stop and those that follow it on the same street: what is left to do. */
export interface Street {
  name: string
  steps: Step[]
  stopsCount: number
}

/** Null if the next stop is alone on its street. */
export function restOfStreet(steps: readonly Step[]): Street | null {
  const [now] = nextSteps(steps)
  const name = now && streetOf(now.stop)
  if (!name) return null
  const ahead = steps.slice(steps.indexOf(now))
  const end = ahead.findIndex(({ stop }) => fold(streetOf(stop)) !== fold(name))
  const open = (end === -1 ? ahead : ahead.slice(0, end)).filter(isToDo)
  const stopsCount = new Set(open.map(({ stop }) => stop)).size
  return stopsCount > 1 ? { name, steps: open, stopsCount } : null
}

/** « rue Saint-Jean », of « 123, rue Saint-Jean, Québec »; null if the address isn't written so. */
function streetOf({ address }: Stop): string | null {
  const [civicNumber = '', street] = address.split(', ')
  return /^\d/.test(civicNumber) ? (street ?? null) : null
}

/** How many of these stops the office added, or called the driver back to, since `before`. */
export function addedSince(before: readonly Stop[], stops: readonly Stop[]): number {
  const known = new Map(before.map(({ siteId, addedAt }) => [siteId, addedAt ?? null]))
  return stops.filter(({ siteId, addedAt }) => addedAt && addedAt !== known.get(siteId)).length
}
