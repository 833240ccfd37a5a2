// When an occupant may be alerted: the company's hours for calls, and the occupant's own quiet hours.
import * as z from 'zod'
import { formatInstant, type Wall } from '../time.ts'
import { required, timeOfDay } from '../wire.ts'

const wrongOrder = 'L’heure de fin doit suivre l’heure de début.'
const sameHours = 'L’heure de fin doit différer de l’heure de début.'

const oneDay = z
  .object({ startAt: timeOfDay, endAt: timeOfDay }, required)
  .refine(({ startAt, endAt }) => startAt < endAt, { path: ['endAt'], message: wrongOrder })

/** When automatic calls may begin; null: whenever texts may. */
export const callHours = z.object({ weekday: oneDay, weekend: oneDay }).nullable()
export type CallHours = z.output<typeof callHours>

/** Proposed for when someone answers at the office. */
export const usualOfficeHours: NonNullable<CallHours> = {
  weekday: { startAt: '08:00', endAt: '17:00' },
  weekend: { startAt: '09:00', endAt: '12:00' },
}

/** What the CRTC asks of automatic calls, and a new company begins with. */
export const usualCallHours: NonNullable<CallHours> = {
  weekday: { startAt: '09:00', endAt: '21:30' },
  weekend: { startAt: '10:00', endAt: '18:00' },
}

/** They may pass midnight: from 22:00 to 06:00. */
export const quietHours = z
  .object({ startAt: timeOfDay, endAt: timeOfDay }, required)
  .refine(({ startAt, endAt }) => startAt !== endAt, { path: ['endAt'], message: sameHours })
  .nullable()
export type QuietHours = z.output<typeof quietHours>

const callRequestWays = ['office', 'portal', 'link'] as const
const callRequestWayNames: Record<(typeof callRequestWays)[number], string> = {
  office: 'au bureau',
  portal: 'dans l’espace client',
  link: 'par le lien de suivi',
}
/** The words that an occupant agrees to. */
export const callRequestWords = 'Je demande à être avisé par appel automatisé, même la nuit et la fin de semaine.'

/** Who asked to be called at any hour, when and how; null if nobody did. */
export const callRequest = z.object({ at: z.iso.datetime({ offset: true }), byName: z.string(), how: z.enum(callRequestWays) })
export type CallRequest = z.infer<typeof callRequest>

export const callRequestStory = ({ at, byName, how }: CallRequest, zone: string): string =>
  `Demandé le ${formatInstant(at, zone)} par ${byName}, ${callRequestWayNames[how]}.`

const isWeekend = (date: string): boolean => [0, 6].includes(new Date(`${date}T00:00:00Z`).getUTCDay())

const hoursOn = (hours: NonNullable<CallHours>, date: string) => (isWeekend(date) ? hours.weekend : hours.weekday)

/** Null holds at any hour. */
export function areWithin(hours: CallHours, { date, time }: Wall): boolean {
  if (!hours) return true
  const { startAt, endAt } = hoursOn(hours, date)
  return time >= startAt && time < endAt
}
