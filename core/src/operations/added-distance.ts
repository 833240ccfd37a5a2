// Which run under way makes the smallest detour for some sites, as its next stops or at its end, and in which order: as the
// crow flies (docs/product/operations.md).
import { metresBetween, type Point } from '../geo.ts'
import { shorterOrder } from '../routes/shorter-order.ts'

export type StopPlace = 'next' | 'end'

interface AddedSite {
  siteId: string
  location: Point | null
}

export interface RestOfRun {
  runId: string
  /** Where its truck is. */
  truck: Point | null
  /** The first and the last of the stops that it has left. */
  nextStop: Point | null
  lastStop: Point | null
}

export interface Detour {
  runId: string
  place: StopPlace
  /** Null when nobody knows where the sites or the run are. */
  metres: number | null
  /** In the order in which to add them. */
  siteIds: string[]
}

/** Both places of every run, the smallest detour first; unknown ones last. */
export function detours(sites: readonly AddedSite[], runs: readonly RestOfRun[]): Detour[] {
  const placed = sites.flatMap(({ siteId, location }) => (location ? [{ siteId, location }] : []))
  const unplaced = sites.flatMap(({ siteId, location }) => (location ? [] : [siteId]))
  const { order, metres } = shorterOrder(placed.map(({ location }) => location))
  const path = order.flatMap((i) => placed[i] ?? [])
  const first = path[0]?.location
  const last = path.at(-1)?.location
  const siteIds = path.map(({ siteId }) => siteId)

  /** The path is driven from whichever end makes the smaller detour between these two points. */
  const between = (from: Point, to: Point | null) => {
    if (!first || !last) return { metres: null, siteIds: unplaced }
    const straight = to ? metresBetween(from, to) : 0
    const by = (enter: Point, leave: Point) => metresBetween(from, enter) + metres + (to ? metresBetween(leave, to) : 0) - straight
    const [forward, backward] = [by(first, last), by(last, first)]
    const inOrder = backward < forward ? siteIds.toReversed() : siteIds
    return { metres: Math.min(forward, backward), siteIds: [...inOrder, ...unplaced] }
  }
  const unknown = { metres: null, siteIds: [...siteIds, ...unplaced] }
  return runs
    .flatMap(({ runId, truck, nextStop, lastStop }): Detour[] => {
      const here = truck ?? nextStop
      const end = lastStop ?? truck
      return [
        { runId, place: 'next', ...(here ? between(here, nextStop) : unknown) },
        { runId, place: 'end', ...(end ? between(end, null) : unknown) },
      ]
    })
    .toSorted((a, b) => (a.metres ?? Number.POSITIVE_INFINITY) - (b.metres ?? Number.POSITIVE_INFINITY) || 0)
}
