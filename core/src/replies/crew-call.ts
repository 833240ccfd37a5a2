// « Rappel de l'équipe »: the operators of an operation's routes are asked by text whether they come (docs/product/replies.md).
import * as z from 'zod'
import { deliveryStatuses, requestKey } from '../alerts/alert.ts'
import { withName } from '../messages/company-name.ts'
import { fitsOneSms, toBasicAlphabet } from '../messages/sms-text.ts'
import { formatHour, type HourMinute } from '../time.ts'
import { id, instant, named, optionalText, timeOfDay } from '../wire.ts'
import { crewAnswers } from './crew-answer.ts'

const person = named(
  'CrewPerson',
  z.object({
    id,
    routeId: id,
    routeName: z.string(),
    name: z.string(),
    phone: z.string(),
    unit: z.string().nullable(),
    /** Null: none yet. */
    answer: z.enum(crewAnswers).nullable(),
    answeredAt: instant.nullable(),
    /** When the automatic call was asked for; null: not. */
    calledAt: instant.nullable(),
    /** What became of the text; null once that is no longer kept. */
    status: z.enum(deliveryStatuses).nullable(),
  }),
)
export type CrewPerson = z.infer<typeof person>

export const crewCall = named(
  'CrewCall',
  z.object({ id, operationId: id, leavesAt: timeOfDay, at: instant, userName: z.string(), people: z.array(person) }),
)
export type CrewCall = z.infer<typeof crewCall>

const member = z.object({ accessId: id, name: z.string(), phone: z.string().nullable() })
export type CrewMember = z.infer<typeof member>

/** What is chosen from: the routes that take part with those who drove them last, and everyone who works here. */
export const crew = named(
  'Crew',
  z.object({
    routes: z.array(z.object({ routeId: id, routeName: z.string(), unit: z.string().nullable(), accessIds: z.array(id) })),
    members: z.array(member),
    lastCall: crewCall.nullable(),
  }),
)
export type Crew = z.infer<typeof crew>

const called = z.object({ routeId: id, accessId: id, unit: optionalText(20).nullish() })
export const newCrewCall = {
  operationId: id,
  leavesAt: timeOfDay,
  crew: z.array(called).min(1, 'Choisissez au moins une personne.').max(200),
  requestKey: requestKey.unwrap().unwrap(),
}

interface Summons {
  companyName: string
  leavesAt: HourMinute
  routeName: string
  unit: string | null
}

/** One SMS: without the route, if its name is too long. */
export function summonsText({ companyName, leavesAt, routeName, unit }: Summons): string {
  const [leaving, truck] = [`Départ ${formatHour(leavesAt)}`, unit && `unité ${unit}`]
  const ask = (...parts: (string | null)[]) => toBasicAlphabet(`${parts.filter(Boolean).join(', ')}. Répondez OUI ou NON.`)
  const whole = ask(leaving, routeName, truck)
  const isShort = whole.length <= mostWithName && fitsOneSms(whole)
  return withName(companyName, isShort ? whole : ask(leaving, truck))
}

/** Leaves room for the company’s name. */
const mostWithName = 120

/** For those who did not answer: a key answers. */
export const summonsCall = ({ companyName, leavesAt, routeName, unit }: Summons): string =>
  `${companyName}\u00a0: départ à ${formatHour(leavesAt)}, ${routeName}${unit ? `, unité ${unit}` : ''}. ` +
  'Pour confirmer, appuyez sur 1. Pour refuser, appuyez sur 2.'
