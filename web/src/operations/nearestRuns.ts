import { metresBetween, type Point } from '@bordee/core/geo.ts'
import type { BoardRound, OperationSite } from '@bordee/core/operations/board.ts'
import { isOut } from './boardWords.ts'

export interface NearRun {
  round: BoardRound & { runId: string }
  /** In a straight line, to the truck or to the closest stop that it still has; null if nobody knows. */
  metres: number | null
}

interface Known {
  rounds: readonly BoardRound[]
  sites: readonly OperationSite[]
  trucks: readonly (Point & { runId: string })[]
}

/** The runs that could take these places, the nearest first. */
export function nearestRuns(places: readonly Point[], { rounds, sites, trucks }: Known): NearRun[] {
  const distance = (points: readonly Point[]): number | null =>
    points.length === 0 || places.length === 0
      ? null
      : Math.min(...points.flatMap((point) => places.map((place) => metresBetween(place, point))))
  return rounds
    .filter((round): round is NearRun['round'] => isOut(round))
    .map((round) => {
      const left = sites.filter(({ state, routeNames }) => state === 'left' && routeNames.includes(round.routeName))
      const points = [...trucks.filter(({ runId }) => runId === round.runId), ...left.flatMap(({ location }) => location ?? [])]
      return { round, metres: distance(points) }
    })
    .toSorted((a, b) => (a.metres ?? Number.POSITIVE_INFINITY) - (b.metres ?? Number.POSITIVE_INFINITY))
}
