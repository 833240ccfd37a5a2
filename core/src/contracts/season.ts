// Contracts are grouped by season: a winter, known by its first year.
import type { IsoDate } from '../time.ts'

/** What starts in May or later is for the next winter. */
export const seasonOf = (day: IsoDate): number => Number(day.slice(0, 4)) - (day.slice(5, 7) < '05' ? 1 : 0)

export const seasonName = (season: number): string => `${season}-${season + 1}`

export const seasonDays = (season: number): { from: IsoDate; to: IsoDate } => ({ from: `${season}-05-01`, to: `${season + 1}-04-30` })
