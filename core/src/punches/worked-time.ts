// How long someone worked, and what is paid for it.
import type { Punch } from './punch.ts'

const minute = 60_000
export const hour = 60 * minute

/** In milliseconds. An open punch older than this was forgotten: it waits for the office and hinders no other one. */
const longestOpen = 16 * hour
export const longestPunch = 24 * hour
/** Between two punches, or two runs: a longer break makes two comings to work of them. */
const longestBreak = 60 * minute

/** Québec, Act respecting labour standards, s. 58: whoever is called to work for less is paid this. */
const callOutMinutes = 180

interface Times {
  startedAt: string
  endedAt: string | null
}

/** As one reads them off the clock: from 5 h 12 to 5 h 20 there are eight, whatever the seconds. True across a change of clocks. */
export const minutesBetween = (from: string, to: string): number =>
  Math.floor(Date.parse(to) / minute) - Math.floor(Date.parse(from) / minute)

export const minutesOf = ({ startedAt, endedAt }: Times): number | null => (endedAt === null ? null : minutesBetween(startedAt, endedAt))

export const paidMinutesOf = ({ minutes, paidMinutes }: Pick<Punch, 'minutes' | 'paidMinutes'>): number => paidMinutes ?? minutes ?? 0

export const isForgotten = ({ startedAt, endedAt }: Times, now: number): boolean =>
  endedAt === null && now - Date.parse(startedAt) > longestOpen

/** The moments that a punch takes up. */
const spanOf = ({ startedAt, endedAt }: Times) => {
  const from = Date.parse(startedAt)
  return { from, to: endedAt === null ? from + longestOpen : Date.parse(endedAt) }
}

/** One that ends when the other begins doesn't overlap it. */
export function overlap(a: Times, b: Times): boolean {
  const [one, other] = [spanOf(a), spanOf(b)]
  return one.from < other.to && other.from < one.to
}

/** Undefined if a punch may have these times. */
export function timesTrouble({ startedAt, endedAt }: Times, now: number): string | undefined {
  const ahead = 5 * minute // a browser's clock
  if (Date.parse(startedAt) > now + ahead || (endedAt !== null && Date.parse(endedAt) > now + ahead)) return 'Ce moment est encore à venir.'
  if (endedAt === null) return undefined
  const length = Date.parse(endedAt) - Date.parse(startedAt)
  if (length < 0) return 'La fin doit être après le début.'
  return length > longestPunch ? 'Une journée ne peut pas durer plus de 24 heures.' : undefined
}

/**
 * Of one person, in time order, those with short breaks between them together: each group is one coming to work. What stands in a
 * break `between` two separates them.
 */
export function comings<T extends Times>(times: readonly T[], between: readonly Times[] = []): T[][] {
  const groups: T[][] = []
  let end = Number.NEGATIVE_INFINITY
  const isTaken = (from: number, to: number) => between.map(spanOf).some((one) => one.from < to && from < one.to)
  for (const one of times.toSorted((a, b) => Date.parse(a.startedAt) - Date.parse(b.startedAt))) {
    const { from, to } = spanOf(one)
    if (from - end > longestBreak || isTaken(end, from)) groups.push([])
    groups.at(-1)?.push(one)
    end = Math.max(end, to)
  }
  return groups
}

type Stored = Pick<Punch, 'id' | 'startedAt' | 'endedAt' | 'paidMinutes'>

/**
 * What the law would have the company pay, by punch, for one person: a coming to work of less than three hours is completed on
 * its last punch, unless the office has decided that one already.
 */
export function proposedPay(punches: readonly Stored[]): Map<string, number> {
  const proposed = new Map<string, number>()
  for (const group of comings(punches)) {
    const last = group.at(-1)
    if (!last || last.paidMinutes !== null || group.some(({ endedAt }) => endedAt === null)) continue
    const before = group.slice(0, -1).reduce((sum, one) => sum + (one.paidMinutes ?? minutesOf(one) ?? 0), 0)
    const missing = callOutMinutes - before
    if (missing > (minutesOf(last) ?? 0)) proposed.set(last.id, missing)
  }
  return proposed
}

/** « 7 h 05 ». */
export const formatMinutes = (minutes: number): string => `${Math.floor(minutes / 60)}\u00a0h\u00a0${String(minutes % 60).padStart(2, '0')}`
