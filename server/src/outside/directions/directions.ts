// The way along a route's sites, for any provider.
import type { Point } from '@bordee/core/geo.ts'

export interface Way {
  line: Point[]
  /** Metres. */
  distance: number
  /** Seconds; null if part of the way is a straight line. */
  duration: number | null
  provider: 'straight' | 'osrm'
  /** The outside server didn't answer for all of it: the missing parts are straight. */
  isPartial: boolean
}

export interface Directions {
  /** Never fails: without street data, the way is a straight line. */
  through(points: readonly Point[]): Promise<Way>
}
