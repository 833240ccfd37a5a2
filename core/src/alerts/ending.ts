// When a send is over while some deliveries still wait: those do not leave, and cost nothing.
import { type HourMinute, instantOf, wallClock } from '../time.ts'
import { isAllowedHour } from './refusal.ts'

/** Why a send ended before all its deliveries had left. */
export const sendEndings = ['hours', 'expired', 'stopped', 'module'] as const
export type SendEnding = (typeof sendEndings)[number]

/** Why an occupant was not alerted at that hour. */
export const hourDetails = ['quiet', 'call-hours'] as const

/** Why a delivery that could have left did not. */
export const cancellationDetails = [...sendEndings, ...hourDetails] as const
export type CancellationDetail = (typeof cancellationDetails)[number]
export const cancellationDetailTexts: Record<CancellationDetail, string> = {
  hours: 'Heure de fin atteinte',
  expired: 'Délai écoulé',
  stopped: 'Arrêté à la main',
  module: 'Module d’alertes désactivé',
  quiet: 'Heures de tranquillité',
  'call-hours': 'Hors des heures d’appel',
}

/** Hours after which a message meant for one night is out of date. */
export const longestLife = 12

/** Minutes after which « the truck comes soon », sent automatically by a run, is out of date. */
export const automaticLife = 15

export interface LivingSend {
  isStopped: boolean
  /** Whether the company and its alert module are on. */
  isOpen: boolean
  pressedAt: Date
  timeZone: string
  startHourAllowed: HourMinute | null
  endHourAllowed: HourMinute | null
}

/** A server that restarts at night wakes nobody, and last evening's message does not go out the next day. */
export function endingOf({ isStopped, isOpen, pressedAt, timeZone, ...hours }: LivingSend, now: Date): SendEnding | null {
  if (isStopped) return 'stopped'
  if (!isOpen) return 'module'
  if (now.getTime() - pressedAt.getTime() >= longestLife * 3_600_000) return 'expired'
  return isAllowedHour({ ...hours, time: wallClock(now, timeZone).time }) ? null : 'hours'
}

/** How fast a company's alerts leave. */
export interface Pace {
  /** Alerts per second for all its numbers together; null without a limit. */
  rate: number | null
  /** Alerts queued ahead. */
  waiting: number
}

/** Seconds that a send of `told` alerts takes, and how many won't leave before the closing hour or in twelve hours. */
export function durationOf(
  alertCount: number,
  { rate, waiting }: Pace,
  { timeZone, endHourAllowed }: Pick<LivingSend, 'timeZone' | 'endHourAllowed'>,
  now: Date,
): { seconds: number; lateCount: number } {
  if (rate === null || alertCount === 0) return { seconds: 0, lateCount: 0 }
  const closing = endHourAllowed ? instantOf(wallClock(now, timeZone).date, endHourAllowed, timeZone).getTime() : Number.POSITIVE_INFINITY
  const left = Math.min(closing - now.getTime(), longestLife * 3_600_000) / 1000
  const leaving = Math.max(0, Math.floor(Math.max(0, left) * rate) - waiting)
  return { seconds: Math.ceil((waiting + alertCount) / rate), lateCount: Math.max(0, alertCount - leaving) }
}
