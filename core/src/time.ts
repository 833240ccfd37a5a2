// Intl in fr-CA prints 2026-01-05 and « 05 h 30 »; the product shows dd/MM/yyyy and HH:mm, so we format both here.

/** Québec's time zone: the default for companies, and the platform's own. */
export const homeZone = 'America/Toronto'

/** A day without a time, `2026-01-05`: what `z.iso.date()` accepts. */
export type IsoDate = string
/** A time of day, `06:30`. */
export type HourMinute = string

/** 2026-01-05 → « 05/01/2026 ». */
export function formatDate(date: IsoDate | null | undefined): string {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})/.exec(date ?? '') ?? []
  return year ? `${day}/${month}/${year}` : ''
}

/** « 5/1/2026 » → 2026-01-05; undefined if there is no such day (31/02/2026). */
export function parseDate(text: string): IsoDate | undefined {
  const [, day, month, year] = /^\s*(\d{1,2})[/.\- ](\d{1,2})[/.\- ](\d{4})\s*$/.exec(text) ?? []
  if (!day || !month || !year) return undefined
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  return isDate(date) ? date : undefined
}

/** Whether this day exists in the calendar. */
function isDate(date: string): boolean {
  const at = new Date(`${date}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(date)
}

/** `2026-01-31` + 1 → `2026-02-01`. Days have no time zone, so this is plain calendar arithmetic. */
export function addDays(date: IsoDate, days: number): IsoDate {
  const at = new Date(`${date}T00:00:00Z`)
  at.setUTCDate(at.getUTCDate() + days)
  return at.toISOString().slice(0, 10)
}

/** `2026-11` or any day of it → « novembre 2026 ». */
export const monthName = (date: string): string =>
  new Date(`${date.slice(0, 7)}-01T00:00:00Z`).toLocaleDateString('fr-CA', { month: 'long', year: 'numeric', timeZone: 'UTC' })

/** The same day of the next month, or its last day: `2026-01-31` → `2026-02-28`. */
export function monthAfter(date: IsoDate): IsoDate {
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number)
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  return new Date(Date.UTC(year, month, Math.min(day, last))).toISOString().slice(0, 10)
}

/** The same day of the previous month, or its last day: `2026-03-31` → `2026-02-28`. */
export function monthBefore(date: IsoDate): IsoDate {
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number)
  const last = new Date(Date.UTC(year, month - 1, 0)).getUTCDate()
  return new Date(Date.UTC(year, month - 2, Math.min(day, last))).toISOString().slice(0, 10)
}

/** The same day of the next year; 29 February becomes the 28th. */
export function yearAfter(date: IsoDate): IsoDate {
  const next = `${Number(date.slice(0, 4)) + 1}${date.slice(4)}`
  return isDate(next) ? next : `${next.slice(0, 8)}28`
}

/** A company's wall clock at an instant. */
export interface Wall {
  date: IsoDate
  time: HourMinute
}

const clocks = new Map<string, Intl.DateTimeFormat>()

/** Date and time in `zone` at an instant, including daylight saving. */
export function wallClock(at: Date | string, zone: string): Wall {
  let clock = clocks.get(zone)
  if (!clock) {
    clock = new Intl.DateTimeFormat('en-CA', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
    })
    clocks.set(zone, clock)
  }
  const part = Object.fromEntries(clock.formatToParts(new Date(at)).map(({ type, value }) => [type, value]))
  return { date: `${part.year}-${part.month}-${part.day}`, time: `${part.hour}:${part.minute}` }
}

/** A time of day as Québec writes it: « 5 h 12 », « 17 h ». */
export function formatHour(time: HourMinute): string {
  const [hour = '', minute = ''] = time.split(':')
  return `${Number(hour)}\u00a0h${minute === '00' ? '' : `\u00a0${minute}`}`
}

/** The hour at an instant: « 5 h 12 ». */
export const hourIn = (zone: string, at: Date | string): string => formatHour(wallClock(at, zone).time)

/** An instant in the company's time zone: « 05/01/2026 6 h 30 ». */
export function formatInstant(at: Date | string | null | undefined, zone: string): string {
  if (!at) return ''
  const { date, time } = wallClock(at, zone)
  return `${formatDate(date)} ${formatHour(time)}`
}

/**
 * The instant when the company's clock shows `date` and `time`. An hour that daylight saving skips becomes the next
 * hour; for a repeated hour it is the first of the two.
 */
export function instantOf(date: IsoDate, time: HourMinute, zone: string): Date {
  const wanted = Date.parse(`${date}T${time}:00Z`)
  const candidates = [-1, 1].map((side) => wanted - offset(new Date(wanted + side * 86_400_000), zone))
  const exact = candidates.filter((at) => at + offset(new Date(at), zone) === wanted)
  return new Date(Math[exact.length ? 'min' : 'max'](...(exact.length ? exact : candidates)))
}

/** The first instant after `at` when the company's clock shows `time`. */
export function timeOfDayAfter(at: Date, time: HourMinute, zone: string): Date {
  const today = todayIn(zone, at)
  const first = instantOf(today, time, zone)
  return first > at ? first : instantOf(addDays(today, 1), time, zone)
}

/** A duration in words: « 1 h 05 min », « 12 min »; seconds only under ten minutes, « 9 min 05 s », « 45 s ». */
export function formatDuration(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds))
  if (whole < 60) return `${whole}\u00a0s`
  const [minutes, rest] = [Math.floor(whole / 60), whole % 60]
  if (minutes < 10) return rest ? `${minutes}\u00a0min\u00a0${twoDigits(rest)}\u00a0s` : `${minutes}\u00a0min`
  const hours = Math.floor(minutes / 60)
  return hours ? `${hours}\u00a0h\u00a0${twoDigits(minutes % 60)}\u00a0min` : `${minutes}\u00a0min`
}

const twoDigits = (n: number) => String(n).padStart(2, '0')

export const todayIn = (zone: string, now: Date): IsoDate => wallClock(now, zone).date

/** Milliseconds from UTC to the wall clock of `zone`. */
function offset(at: Date, zone: string): number {
  const { date, time } = wallClock(at, zone)
  return Date.parse(`${date}T${time}:00Z`) - Math.floor(at.getTime() / 60_000) * 60_000
}
