import { type Polygon, squareFeet, squareKm } from '@bordee/core/geo.ts'
import { formatNumber } from '@bordee/core/text.ts'

/** A driveway: « 4 099 pi² ». A part of a town would be unreadable so. */
export const formatArea = (polygon: Polygon): string =>
  squareKm(polygon) < 1 ? `${formatNumber(Math.round(squareFeet(polygon)))}\u00a0pi²` : formatSquareKm(polygon)

/** « 12,4 km² ». */
export const formatSquareKm = (polygon: Polygon): string => `${formatNumber(Math.round(squareKm(polygon) * 10) / 10)}\u00a0km²`
