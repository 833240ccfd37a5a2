// When something happened that is reported later, by a phone whose clock may be off.

import { believed, clockOffset } from '@bordee/core/positions/sifting.ts'
import { invalid } from '@bordee/core/problem.ts'
import type { Work } from '../engine/ctx.ts'

/** The times a call carries: when it happened and when it was sent, both by the phone's clock. */
export interface ReportedTime {
  at?: string | null | undefined
  sentAt?: number | null | undefined
}

/** Days after a run ends during which we still accept reports of what happened before its end. */
const acceptedDays = 7
const day = 86_400_000

export const isTooLate = (endedAt: Date, now: Date): boolean => now.getTime() - endedAt.getTime() > acceptedDays * day

/** Milliseconds to add to a phone's times; null while unknown. */
export type Offset = number | null

export const offsetOf = ({ sentAt }: ReportedTime, now: Date): Offset =>
  sentAt === null || sentAt === undefined ? null : clockOffset(sentAt, now.getTime())

/** The reported time by our clock, capped at how far ahead we trust a clock. `known` is the offset decided earlier. */
export function reportedAt(told: ReportedTime, now: Date, known: Offset = null): { at: Date; offset: Offset } {
  const offset = known ?? offsetOf(told, now)
  const at = told.at ? Math.min(Date.parse(told.at) + (offset ?? 0), now.getTime() + believed) : now.getTime()
  if (now.getTime() - at > acceptedDays * day) throw invalid({ input: { at: 'Cette date est trop loin.' } })
  return { at: new Date(at), offset }
}

/** The first report that says when it was sent decides the offset for good. Returns the offset that applies. */
export async function fixClockOffset({ tx }: Work, companyId: string, operatorId: string, offset: number): Promise<number> {
  const [kept] = await tx.sql<{ offset: number }>`
    update run_operators
    set clock_offset = case when has_offset then clock_offset else ${offset} end,
        has_offset = true
    where company_id = ${companyId} and id = ${operatorId}
    returning clock_offset::float8 as offset`
  return kept?.offset ?? offset
}
