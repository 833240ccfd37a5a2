import { boundsOf, type Point } from '@bordee/core/geo.ts'
import { type AreaState, areaStates, stopState } from '@bordee/core/runs/completion.ts'
import { passName } from '@bordee/core/runs/pass.ts'
import type { AreaAction, AreaVisit, RunDetails, RunSite } from '@bordee/core/runs/run.ts'
import type { RunKind } from '@bordee/core/runs/run-kind.ts'
import { distinctName } from '@bordee/core/sites/site.ts'
import type { MapArea } from '../ui/map/MapAreas.tsx'
import { stateColors } from './runWords.ts'

type Area = RunSite['areas'][number]

/** The areas that a map can show: by their outline, or at least by their site's location. */
export const mapAreasOf = (sites: readonly RunSite[]): MapArea[] =>
  sites.flatMap(({ areas, location }) =>
    areas.flatMap(({ id, polygon }) => {
      const center = polygon?.length ? middleOf(polygon) : location
      return center ? [{ id, points: polygon, center }] : []
    }),
  )

const middleOf = (points: readonly Point[]): Point => ({
  lat: points.reduce((sum, { lat }) => sum + lat, 0) / points.length,
  lng: points.reduce((sum, { lng }) => sum + lng, 0) / points.length,
})

export const boundsOfAreas = (areas: readonly MapArea[]) => boundsOf(areas.flatMap(({ points, center }) => points ?? [center]))

/** Each area's state at a moment; without one, the latest known. */
export function statesAt(run: RunDetails, until = Number.POSITIVE_INFINITY): Map<string, AreaState> {
  return areaStates(
    run.runSites.flatMap(({ areas }) => areas.map(({ id }) => id)),
    run.areaActions.filter(({ at }) => Date.parse(at) <= until),
    run.areaVisits.filter(({ startedAt }) => Date.parse(startedAt) <= until),
  )
}

export const partialCountOf = (run: RunDetails): number => [...statesAt(run).values()].filter((state) => state === 'partial').length

export const colorsOf = (states: ReadonlyMap<string, AreaState>): Map<string, string> =>
  new Map([...states].map(([id, state]) => [id, stateColors[state]]))

export const stateOfSite = ({ areas }: RunSite, states: ReadonlyMap<string, AreaState>, kind: RunKind): AreaState =>
  stopState(
    areas.map(({ id }) => states.get(id) ?? 'todo'),
    kind,
  )

/** A fact about an area: someone's mark, or a truck's visit. */
export type AreaEvent = { at: string } & ({ action: AreaAction } | { visit: AreaVisit })

/** By area, newest first. */
export function areaEventsOf(run: RunDetails): Map<string, AreaEvent[]> {
  const events = [
    ...run.areaActions.map((action) => ({ areaId: action.runSiteAreaId, event: { at: action.at, action } })),
    ...run.areaVisits.map((visit) => ({ areaId: visit.runSiteAreaId, event: { at: visit.startedAt, visit } })),
  ].toSorted((a, b) => Date.parse(b.event.at) - Date.parse(a.event.at))
  return new Map([...Map.groupBy(events, ({ areaId }) => areaId)].map(([areaId, own]) => [areaId, own.map(({ event }) => event)]))
}

/** By area id, so that lists of visits and marks can name the place. */
export const placesOf = (sites: readonly RunSite[]): Map<string, { site: RunSite; area: Area }> =>
  new Map(sites.flatMap((site) => site.areas.map((area) => [area.id, { site, area }] as const)))

/** « 2e passage · Complet · Unité 7 »; empty outside of operations. */
export const passOf = ({ operationId, kind, unit }: RunDetails, { state, passNumber }: RunSite): string =>
  passName({ passNumber: state === 'done' ? passNumber : null, kind: operationId === null ? null : kind, unit })

/** « 12 rue des Érables, Stationnement ». */
export const placeName = ({ site, area }: { site: RunSite; area: Area }): string =>
  [site.siteAddress, distinctName(area.name, site.areas.length)].filter(Boolean).join(', ')
