// The season in centimetres: what people read in operations adds up, for the company, a sector or a site, and against the
// ceiling of a contract (docs/product/season.md). The recorded weather only proposes readings; it doesn't count by itself.
import type { IsoDate } from '../time.ts'
import type { CeilingUnit } from './ceiling.ts'

/** The latest reading of an operation for each place; null for the whole operation. Centimetres. */
type Depths = ReadonlyMap<string | null, number>

export interface SnowNight {
  id: string
  /** By the company's clock, when it opened. */
  day: IsoDate
  depths: Depths
}

const tenths = (value: number) => Math.round(value * 10) / 10
const sumOf = (values: readonly (number | null)[]) => {
  const known = values.filter((value) => value !== null)
  return known.length > 0 ? tenths(known.reduce((sum, value) => sum + value, 0)) : null
}

/** As the list of operations shows it: the reading of the whole operation, or the deepest of its sectors. Null if nobody read any. */
export const companyDepth = ({ depths }: SnowNight): number | null =>
  depths.get(null) ?? (depths.size > 0 ? Math.max(...depths.values()) : null)

/**
 * What fell where these sectors are. A sector's readings replace those of the whole operation; of several sectors the least
 * counts, because a client may have to pay for the rest. Null if nobody read any there.
 */
export function snowAt({ depths }: SnowNight, sectorIds: readonly string[]): number | null {
  const own = sectorIds.flatMap((id) => depths.get(id) ?? [])
  return own.length > 0 ? Math.min(...own) : (depths.get(null) ?? null)
}

export const seasonSnow = (nights: readonly SnowNight[]): number | null => sumOf(nights.map(companyDepth))
/** At a site in these sectors. */
export const siteSnow = (nights: readonly SnowNight[], sectorIds: readonly string[]): number | null =>
  sumOf(nights.map((night) => snowAt(night, sectorIds)))
export const sectorSnow = (nights: readonly SnowNight[], sectorId: string): number | null => siteSnow(nights, [sectorId])

/** The nights that a contract covers: those that began on one of its days. */
export const nightsOf = <N extends { day: IsoDate }>(
  nights: readonly N[],
  { startAt, endAt }: { startAt: IsoDate | null; endAt: IsoDate | null },
): N[] => nights.filter(({ day }) => (!startAt || day >= startAt) && (!endAt || day <= endAt))

/** Of a ceiling, what is used: the snow at its site, or how many of its passes count. */
export function usedOf(unit: CeilingUnit, nights: readonly SnowNight[], sectorIds: readonly string[], passes: number): number {
  return unit === 'passes' ? passes : (siteSnow(nights, sectorIds) ?? 0)
}

/** Whole percent, never rounded up: 100 means that all of it is used. */
export const percentUsed = (used: number, ceiling: number): number => Math.floor((Math.round(used * 10) * 100) / Math.round(ceiling * 10))

export const ceilingMarks = [80, 100] as const
export type CeilingMark = (typeof ceilingMarks)[number]

/** The mark that is reached; null below 80 %. */
export const markOf = (percent: number): CeilingMark | null => ceilingMarks.findLast((mark) => percent >= mark) ?? null

/** What is charged beyond it. */
export const beyond = (used: number, ceiling: number): number => Math.max(0, tenths(used - ceiling))
