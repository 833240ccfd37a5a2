// A claim in a form: its moment is a day and a time by the company's clock.
import { type Claim, claimFields, claimStates } from '@bordee/core/claims/claim.ts'
import { instantOf, wallClock } from '@bordee/core/time.ts'
import { required, timeOfDay } from '@bordee/core/wire.ts'
import * as z from 'zod'
import { valuesFrom } from '../ui/form/values.ts'

const when = { day: z.iso.date(required), time: timeOfDay }
export const newClaimSchema = claimFields.omit({ happenedAt: true }).extend(when)
export const claimSchema = newClaimSchema.omit({ siteId: true }).extend({ state: z.enum(claimStates) })

export type NewClaimValues = z.input<typeof newClaimSchema>
export type ClaimValues = z.input<typeof claimSchema>

export function emptyClaim(zone: string, siteId: string | undefined, now: Date): NewClaimValues {
  const { date, time } = wallClock(now, zone)
  return {
    day: date,
    time,
    kind: 'fall',
    siteId: siteId ?? '',
    place: '',
    claimant: '',
    contact: '',
    description: '',
    insurer: '',
    insurerNumber: '',
    amountClaimed: null,
    amountSettled: null,
    notes: '',
  }
}

export const valuesOf =
  (zone: string) =>
  (claim: Claim): ClaimValues => {
    const { date, time } = wallClock(claim.happenedAt, zone)
    return { ...valuesFrom(claimSchema.omit({ day: true, time: true }), claim), day: date, time }
  }

/** As the calls take it. */
export const asInput =
  (zone: string) =>
  <V extends { day: string; time: string }>(values: V) => {
    const { day, time, ...claim } = values
    return { ...claim, happenedAt: instantOf(day, time, zone).toISOString() }
  }
