// The operator's working day, as this phone knows it: pressed here, or read from the server.
import type { Punch } from '@bordee/core/punches/punch.ts'
import { isForgotten, longestPunch } from '@bordee/core/punches/worked-time.ts'

/** By the phone's clock. */
export interface OwnDay {
  id: string
  startedAt: string
  endedAt: string | null
}

export const dayFact = (owner: string) => `day ${owner}`

export const begunDay = (now: number): OwnDay => ({ id: crypto.randomUUID(), startedAt: new Date(now).toISOString(), endedAt: null })

/** One that was forgotten is ended by the office: the phone only begins another. */
export const isUnderWay = (day: OwnDay | null, now: number): day is OwnDay => day !== null && day.endedAt === null && !isForgotten(day, now)

/** The latest of the caller's own punches that still matters: open, or of the last day. `ahead`: the server's clock. */
export function latestDay(punches: readonly Punch[], accountId: string | undefined, now: number, ahead = 0): OwnDay | null {
  const own = punches.filter((punch) => punch.accountId === accountId && punch.removedAt === null)
  const latest = own.toSorted((a, b) => Date.parse(a.startedAt) - Date.parse(b.startedAt)).at(-1)
  if (!latest) return null
  const ours = (at: string) => new Date(Date.parse(at) - ahead).toISOString()
  const day = { id: latest.id, startedAt: ours(latest.startedAt), endedAt: latest.endedAt && ours(latest.endedAt) }
  return day.endedAt === null || now - Date.parse(day.startedAt) < longestPunch ? day : null
}
