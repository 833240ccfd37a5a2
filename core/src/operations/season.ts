// The season of an operation: from 1 October to 30 September.
import type { IsoDate } from '../time.ts'

export function operationSeason(day: IsoDate): { from: IsoDate; to: IsoDate } {
  const year = Number(day.slice(0, 4)) - (day.slice(5, 7) < '10' ? 1 : 0)
  return { from: `${year}-10-01`, to: `${year + 1}-09-30` }
}

export const seasonOfYear = (year: number): { from: IsoDate; to: IsoDate } => operationSeason(`${year}-10-01`)
export const seasonYear = (day: IsoDate): number => Number(operationSeason(day).from.slice(0, 4))
