// Hours in a form: a day and two times by the company's clock. An end that is not after the start is of the next day.
import type { Punch } from '@bordee/core/punches/punch.ts'
import { addDays, instantOf, wallClock } from '@bordee/core/time.ts'
import { required, text, timeOfDay } from '@bordee/core/wire.ts'
import * as z from 'zod'

const moments = { day: z.iso.date(required), from: timeOfDay, to: timeOfDay.nullable() }
export const newHoursSchema = z.object({ accountId: z.uuid('Choisissez une personne.'), ...moments })
export const correctionSchema = z.object({ ...moments, reason: text(500) })

export interface Moments {
  day: string
  from: string
  to: string | null
}

export function momentsOf({ startedAt, endedAt }: Pick<Punch, 'startedAt' | 'endedAt'>, zone: string): Moments {
  const start = wallClock(startedAt, zone)
  return { day: start.date, from: start.time, to: endedAt && wallClock(endedAt, zone).time }
}

/** What nobody touched keeps its seconds, and its hour of the two that a change of clocks repeats. */
export function timesOf({ day, from, to }: Moments, zone: string, before?: Pick<Punch, 'startedAt' | 'endedAt'>) {
  const known = before && momentsOf(before, zone)
  const isSameStart = known?.day === day && known.from === from
  const startedAt = before && isSameStart ? before.startedAt : instantOf(day, from, zone).toISOString()
  if (to === null) return { startedAt, endedAt: null }
  if (before?.endedAt && isSameStart && known.to === to) return { startedAt, endedAt: before.endedAt }
  return { startedAt, endedAt: instantOf(to > from ? day : addDays(day, 1), to, zone).toISOString() }
}
