// When something happened that is told later, by a phone whose clock may be off.
import { invalid } from '@bordee/core/problem.ts'
import { believed, clockOffset } from '@bordee/core/runs/sifting.ts'
import type { Work } from '../engine/ctx.ts'

/** As a call carries it: when it happened, and when it was sent, both by the phone's clock. */
export interface Told {
  at?: string | null | undefined
  sentAt?: number | null | undefined
}

/** Days for which what was before an end is still taken. */
const takenFor = 7
const day = 86_400_000

export const isTooLate = (endedAt: Date, now: Date): boolean => now.getTime() - endedAt.getTime() > takenFor * day

/** Milliseconds that are added to a phone's times; null where nobody knows yet. */
export type Offset = number | null

export const offsetOf = ({ sentAt }: Told, now: Date): Offset =>
  sentAt === null || sentAt === undefined ? null : clockOffset(sentAt, now.getTime())

/** By our clock, and in the future only as far as a clock is believed. `known` is what was decided before. */
export function toldAt(told: Told, now: Date, known: Offset = null): { at: Date; offset: Offset } {
  const offset = known ?? offsetOf(told, now)
  const at = told.at ? Math.min(Date.parse(told.at) + (offset ?? 0), now.getTime() + believed) : now.getTime()
  if (now.getTime() - at > takenFor * day) throw invalid({ input: { at: 'Cette date est trop loin.' } })
  return { at: new Date(at), offset }
}

/** Decided by the first word that says when it was sent, and kept. Answers what counts from now on. */
export async function keepOffset({ tx }: Work, companyId: string, operatorId: string, offset: number): Promise<number> {
  const [kept] = await tx.sql<{ offset: number }>`
    update run_operators
    set clock_offset = case when has_offset then clock_offset else ${offset} end,
        has_offset = true
    where company_id = ${companyId} and id = ${operatorId}
    returning clock_offset::float8 as offset`
  return kept?.offset ?? offset
}
