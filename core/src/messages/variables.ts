// What a message says differently at each site: `{raison}` is why it was not done, or only in part.
import { holdsLink } from '../links.ts'
import { type NotDoneReason, notDoneReasonNames, notDoneReasons } from '../runs/run.ts'
import { onOneLine } from '../wire.ts'
import { fitsOneSms, lengthOf, limitOf, toBasicAlphabet } from './sms-text.ts'

export const reasonVariable = '{raison}'

export const asksReason = (text: string): boolean => text.includes(reasonVariable)

export const withReason = (text: string, reason: string): string => text.replaceAll(reasonVariable, () => reason)

interface GivenReason {
  reason: NotDoneReason | null
  note: string | null
}

/** What the driver wrote may look like an address: residents get no link that the office didn't write. */
export const isLinked = ({ reason, note }: GivenReason): boolean => reason === 'other' && note !== null && holdsLink(onOneLine(note))

/** What the log shows of an alert that was not sent, if nobody said why. */
export const unknownReason = 'raison inconnue'

/** For the middle of a sentence, in plain letters; another reason is what the driver wrote. Null if there is none to tell. */
export function reasonWords({ reason, note }: GivenReason): string | null {
  if (reason === null || isLinked({ reason, note })) return null
  if (reason === 'other') return (note && toBasicAlphabet(onOneLine(note))) || null
  const name = toBasicAlphabet(notDoneReasonNames[reason])
  return name.charAt(0).toLowerCase() + name.slice(1)
}

/** The text that leaves the least room in its SMS. */
export const longestOf = (texts: readonly string[]): string | undefined => texts.toSorted((a, b) => roomIn(a) - roomIn(b))[0]

const roomIn = (text: string) => limitOf(text) - lengthOf(text)

const usualReasons = notDoneReasons.flatMap((reason) => reasonWords({ reason, note: null }) ?? [])

/** The text at the site where it is longest, as far as one can know before a driver writes a reason of his own. */
export const longestUsual = (text: string): string => longestOf(usualReasons.map((reason) => withReason(text, reason))) ?? text

/** Why a message is too long for one SMS as it is read where it is longest; undefined if it fits. */
export function lengthRefusal(text: string, longest: string): string | undefined {
  if (fitsOneSms(longest)) return
  const subject = asksReason(text) ? 'Avec la plus longue raison, le message' : 'Le message'
  return `${subject} compte ${lengthOf(longest)} caractères; il peut en avoir ${limitOf(longest)}.`
}

/** « {nom} », for example: it would be sent as it is written. */
export const unknownVariable = (text: string): string | undefined => text.match(/\{[^{}]*\}/g)?.find((name) => name !== reasonVariable)
