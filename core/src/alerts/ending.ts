// When a send is over although some of it waits: what has not left by then does not leave, and costs nothing.
import { type HourMinute, instantOf, wallClock } from '../time.ts'
import { isAllowedHour } from './refusal.ts'

/** What kept a delivery from leaving once it could have. */
export const cancellationDetails = ['hours', 'expired', 'stopped', 'module'] as const
export type CancellationDetail = (typeof cancellationDetails)[number]
export const cancellationDetailTexts: Record<CancellationDetail, string> = {
  hours: 'Heure de fin atteinte',
  expired: 'Délai écoulé',
  stopped: 'Arrêté à la main',
  module: 'Module d’alertes désactivé',
}

/** Hours after which what was meant for one night is news no more. */
export const longestLife = 12

/** Minutes after which « the truck comes soon », which a run tells by itself, is news no more. */
export const automaticLife = 15

export interface LivingSend {
  isStopped: boolean
  /** Its company, and the company's module. */
  isOpen: boolean
  pressedAt: Date
  timeZone: string
  startHourAllowed: HourMinute | null
  endHourAllowed: HourMinute | null
}

/** A server that comes back in the middle of the night wakes nobody, and what was true last evening is not told the day after. */
export function endingOf({ isStopped, isOpen, pressedAt, timeZone, ...hours }: LivingSend, now: Date): CancellationDetail | null {
  if (isStopped) return 'stopped'
  if (!isOpen) return 'module'
  if (now.getTime() - pressedAt.getTime() >= longestLife * 3_600_000) return 'expired'
  return isAllowedHour({ ...hours, time: wallClock(now, timeZone).time }) ? null : 'hours'
}

/** How fast a company's alerts leave; null where nothing holds them back. */
export interface Pace {
  /** Alerts per second, of all its numbers together. */
  rate: number | null
  /** Alerts that leave before. */
  waiting: number
}

/** How long a send of so many takes, in whole seconds, and how many of them would not leave before the closing hour, or within twelve hours. */
export function durationOf(
  told: number,
  { rate, waiting }: Pace,
  { timeZone, endHourAllowed }: Pick<LivingSend, 'timeZone' | 'endHourAllowed'>,
  now: Date,
): { seconds: number; lateCount: number } {
  if (rate === null || told === 0) return { seconds: 0, lateCount: 0 }
  const closing = endHourAllowed ? instantOf(wallClock(now, timeZone).date, endHourAllowed, timeZone).getTime() : Number.POSITIVE_INFINITY
  const left = Math.min(closing - now.getTime(), longestLife * 3_600_000) / 1000
  const leaving = Math.max(0, Math.floor(Math.max(0, left) * rate) - waiting)
  return { seconds: Math.ceil((waiting + told) / rate), lateCount: Math.max(0, told - leaving) }
}
