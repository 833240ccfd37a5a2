import { type Polygon, squareFeet } from '@bordee/core/geo.ts'
import { formatNumber } from '@bordee/core/text.ts'

/** 4099.4 → « 4 099 pi² ». */
export const formatArea = (polygon: Polygon): string => `${formatNumber(Math.round(squareFeet(polygon)))}\u00a0pi²`
