import { formatNumber } from '@bordee/core/text.ts'

/** 12345 metres → « 12,3 km ». */
export const kilometres = (metres: number) => `${formatNumber(Math.round(metres / 100) / 10)}\u00a0km`
