// The demo's last winter at one address: what fell, and how each visit went. Days are counted from the first of December.
import type { NotDoneReason } from '@bordee/core/runs/run.ts'
import type { Surface } from '@bordee/core/runs/work.ts'
import { addDays, homeZone, type IsoDate, instantOf } from '@bordee/core/time.ts'
import { hourMs } from '@bordee/core/weather/hours.ts'

export interface Visit {
  /** When the truck leaves; earlier than the visit before it: the next day. */
  at: string
  surface?: Surface
  /** Kilograms. */
  sand?: number
  salt?: number
  notDone?: { reason: NotDoneReason; note: string }
  isInspection?: boolean
  damage?: string
}

export interface Snowfall {
  day: number
  cm: number
  degrees: number
  visits: readonly Visit[]
}

const once = (at: string, visit: Omit<Visit, 'at'> = {}) => [{ surface: 'clear' as const, ...visit, at }]
const car = { reason: 'vehicle' as const, note: 'Klaxonné, personne ne répond.' }
const gate = { reason: 'gate' as const, note: 'Cadenassée, personne à la maison; à reprendre demain matin.' }

export const snowfalls: readonly Snowfall[] = [
  { day: -16, cm: 6, degrees: -2, visits: once('05:20') },
  { day: -9, cm: 8, degrees: -3, visits: once('04:50') },
  { day: -3, cm: 11, degrees: -5, visits: once('04:40', { surface: 'packed' }) },
  { day: 4, cm: 9, degrees: -6, visits: once('04:30') },
  { day: 10, cm: 14, degrees: -8, visits: [...once('04:10'), ...once('15:40', { surface: 'packed' })] },
  { day: 15, cm: 12, degrees: -9, visits: once('03:50') },
  { day: 16, cm: 7, degrees: -11, visits: once('05:10', { surface: 'packed', sand: 10 }) },
  { day: 20, cm: 3, degrees: -7, visits: [{ at: '05:45', isInspection: true }] },
  { day: 23, cm: 16, degrees: -8, visits: [...once('04:00'), ...once('16:20')] },
  { day: 32, cm: 10, degrees: -12, visits: [{ at: '04:45', notDone: car }, ...once('10:15')] },
  { day: 38, cm: 13, degrees: -10, visits: once('04:20') },
  { day: 42, cm: 8, degrees: -13, visits: once('05:15', { surface: 'packed' }) },
  { day: 45, cm: 21, degrees: -9, visits: [...once('03:40'), ...once('14:30', { surface: 'packed' })] },
  {
    day: 46,
    cm: 15,
    degrees: -11,
    visits: once('04:05', { surface: 'packed', damage: 'Bordure de béton fendue au coin de l’entrée, sous le banc de neige.' }),
  },
  { day: 49, cm: 2, degrees: -14, visits: [{ at: '06:10', isInspection: true }] },
  { day: 53, cm: 9, degrees: -15, visits: once('04:50') },
  { day: 61, cm: 12, degrees: -12, visits: [{ at: '21:50', notDone: gate }, ...once('06:40')] },
  { day: 64, cm: 10, degrees: -10, visits: once('05:00', { surface: 'icy', sand: 15 }) },
  { day: 67, cm: 8, degrees: -9, visits: once('04:35') },
  { day: 72, cm: 19, degrees: -11, visits: [...once('03:45'), ...once('15:10')] },
  { day: 73, cm: 8, degrees: -13, visits: once('05:05', { surface: 'packed' }) },
  { day: 81, cm: 13, degrees: -8, visits: once('04:15') },
  { day: 89, cm: 17, degrees: -6, visits: [...once('04:00'), ...once('17:20', { surface: 'packed' })] },
  { day: 96, cm: 7, degrees: -7, visits: once('04:55', { surface: 'icy', sand: 20 }) },
  { day: 97, cm: 3, degrees: -9, visits: [{ at: '06:00', isInspection: true }] },
  { day: 104, cm: 12, degrees: -4, visits: once('04:25') },
  { day: 111, cm: 9, degrees: -3, visits: once('05:00', { salt: 10 }) },
  { day: 122, cm: 6, degrees: -2, visits: once('05:30') },
  { day: 129, cm: 5, degrees: -1, visits: once('05:40') },
]

/** It thawed the day before, and froze at night. */
export const iceRounds: readonly { day: number; visit: Visit }[] = [
  { day: 27, visit: { at: '05:50', surface: 'icy', sand: 15 } },
  { day: 57, visit: { at: '06:05', surface: 'icy', sand: 20 } },
  { day: 92, visit: { at: '05:35', surface: 'icy', salt: 15 } },
]

/** Nobody came for so little: centimetres, from noon on. */
const flurries = [
  [-12, 1.5],
  [1, 2],
  [7, 2.4],
  [12, 0.8],
  [30, 2.1],
  [35, 1.8],
  [51, 1.2],
  [56, 2.6],
  [70, 1.6],
  [77, 3],
  [84, 2.2],
  [108, 2.5],
  [117, 1.4],
] as const

/** When someone fell: in the afternoon of a day whose ice was sanded in the morning. */
const fall = { day: 96, at: '16:40' }

export const fallAt = (december: IsoDate): Date => on(december, fall.day, fall.at)

export const on = (december: IsoDate, day: number, time: string): Date => instantOf(addDays(december, day), time, homeZone)

/** When each visit of a snowfall begins. */
export function startsOf(december: IsoDate, day: number, visits: readonly Visit[]): Date[] {
  let days = day
  return visits.map(({ at }, i) => on(december, i > 0 && at < (visits[i - 1]?.at ?? '') ? ++days : days, at))
}

export interface PlannedHour {
  snow?: number
  rain?: number
  temperature?: number
}

/** Of the hours that aren't as chance has it; what fell in operations is in their readings. */
export function plannedHours(december: IsoDate): Map<number, PlannedHour> {
  const hours = new Map<number, PlannedHour>()
  const put = (from: Date, count: number, planned: PlannedHour) => {
    for (let i = 0; i < count; i++) hours.set(from.getTime() + i * hourMs, planned)
  }
  for (const [day, cm] of flurries) put(on(december, day, '12:00'), 5, { snow: cm / 5 })
  for (const day of [...iceRounds.map((round) => round.day), fall.day]) {
    put(on(december, day - 1, '10:00'), 8, { temperature: 2.5, rain: 0.6 })
    put(on(december, day - 1, '18:00'), 30, { temperature: -6 })
  }
  for (const { day, degrees } of snowfalls) put(on(december, day - 1, '22:00'), 16, { temperature: degrees })
  return hours
}
