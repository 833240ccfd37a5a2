// Why a whole send is refused, in the order of the checks. The screen shows it before the user presses « Envoyer ».

import { lengthRefusal, reasonVariable } from '../messages/variables.ts'
import { unprovenOwner } from '../problem.ts'
import { count, formatNumber } from '../text.ts'
import { formatHour, type HourMinute } from '../time.ts'

/** Minimum seconds between two sends to one target, whatever the company chose: a double click is one send. */
const shortestDelay = 10

/** Seconds between two sends to one target, or of one message to one phone. */
export const delayOf = (minTimeBetweenTwoAlert: number): number => Math.max(shortestDelay, minTimeBetweenTwoAlert * 60)

export interface Situation {
  isActive: boolean
  /** Whether anything may leave the company yet. */
  isProven: boolean
  startHourAllowed: HourMinute | null
  endHourAllowed: HourMinute | null
  /** On the company's clock. */
  time: HourMinute
  /** Seconds left to wait after the last send to the same target. */
  wait: number
  isMessageActive: boolean
  /** The text, and the one that is longest once `{raison}` is filled. */
  text: string
  longestText: string
  /** Sites that no reason is known for, although the text gives one. */
  unexplained: number
  /** Those of them whose reason is known and holds a link. */
  linked: number
  /** It gives the address of a bulletin that isn't published. */
  lacksBulletin: boolean
  /** Occupants of the target's sites, and how many of them would be alerted. */
  expected: number
  alertable: number
  credit: Credit
}

/** What can pay for alerts, counted in alerts. */
export interface Credit {
  bank: number
  /** How many more may be billed this month; null means no limit. */
  billable: number | null
  card: Card
  /** An invoice is overdue: nothing more is billed until it is paid. */
  isSuspended: boolean
}

/** The card billed for what the bank does not cover. */
export type Card = 'valid' | 'expired' | 'none'

type Hour = Pick<Situation, 'startHourAllowed' | 'endHourAllowed' | 'time'>

/** Within the hours that the company chose, if any. */
export const isAllowedHour = ({ startHourAllowed: from, endHourAllowed: to, time }: Hour) => !from || !to || (time >= from && time < to)

/** Known before a message and a target are chosen. */
export const hourRefusal = (at: Hour): string | null =>
  isAllowedHour(at)
    ? null
    : `Les alertes ne peuvent être envoyées qu’entre ${formatHour(at.startHourAllowed ?? '')} et ${formatHour(at.endHourAllowed ?? '')}.`

/** `seesBank`: whether the reader may know what the bank contains. */
export function refusalOf(at: Situation, { seesBank = true } = {}): string | null {
  if (!at.isActive) return 'Le module d’alertes n’est pas actif pour votre compagnie.'
  if (!at.isProven) return unprovenOwner
  const closed = hourRefusal(at)
  if (closed) return closed
  if (at.wait > 0) return `Une alerte vient d’être envoyée au même endroit. Vous pourrez en envoyer une autre dans ${waiting(at.wait)}.`
  if (!at.isMessageActive) return 'Ce message est invisible\u00a0: rendez-le visible pour l’envoyer.'
  if (at.expected === 0) return 'Il n’y a aucun occupant à aviser.'
  if (at.lacksBulletin) return 'Votre bulletin n’est pas publié\u00a0: ce message ne peut pas donner son adresse.'
  if (at.linked > 0) return linkedRefusal(at.linked)
  if (at.unexplained > 0) return unexplainedRefusal(at.unexplained)
  const tooLong = lengthRefusal(at.text, at.longestText)
  if (tooLong) return tooLong
  if (canPayFor(at.alertable, at.credit)) return null
  return seesBank ? creditRefusal(at.alertable, at.credit) : 'La banque d’alertes ne suffit pas\u00a0: appelez le bureau.'
}

const linkedRefusal = (sites: number) =>
  `La raison contient un lien à ${count(sites, 'point de service', 'points de service')}\u00a0: marquez-le de nouveau, ` +
  `choisissez-en d’autres, ou un message sans ${reasonVariable}.`

const unexplainedRefusal = (sites: number) =>
  `La raison manque pour ${count(sites, 'point de service', 'points de service')}\u00a0: choisissez d’autres points de service, ` +
  `ou un message sans ${reasonVariable}.`

export const canPayFor = (alertable: number, { bank, billable }: Credit): boolean => billable === null || alertable <= bank + billable

function creditRefusal(alertable: number, credit: Credit): string {
  const lacking = `Votre banque ne suffit pas\u00a0: il faut ${count(alertable, 'alerte')}, elle en contient ${formatNumber(credit.bank)}.`
  return `${lacking} ${credit.isSuspended ? suspended : cardRefusals[credit.card]}`
}

const suspended = 'Une facture Bordée est en retard\u00a0: rien d’autre ne peut être facturé avant qu’elle soit payée.'

const cardRefusals: Record<Card, string> = {
  valid: 'Le plafond mensuel de ce qui peut être facturé serait dépassé.',
  expired: 'Votre carte est expirée : enregistrez-en une autre pour que le reste soit facturé.',
  none: 'Enregistrez une carte pour que le reste soit facturé.',
}

function waiting(seconds: number): string {
  return seconds > 60 ? count(Math.ceil(seconds / 60), 'minute') : count(Math.ceil(seconds), 'seconde')
}
