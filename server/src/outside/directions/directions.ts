// The way along a route's sites, whoever knows it.
import type { Point } from '@bordee/core/geo.ts'

export interface Way {
  line: Point[]
  /** Metres. */
  distance: number
  /** Seconds; null where part of the way is only a straight line. */
  duration: number | null
  provider: 'straight' | 'osrm'
  /** The outside server did not answer for all of it: what it left out is drawn straight. */
  isPartial: boolean
}

export interface Directions {
  /** Never fails: where nobody knows the streets, the way is a straight line. */
  through(points: readonly Point[]): Promise<Way>
}
