// What a message says differently to each: `{raison}` is why the site was not done, or only in part; `{suivi}` is the resident's own
// page, `{bulletin}` the company's. A call leaves links out.
import { holdsLink } from '../links.ts'
import { type NotDoneReason, notDoneReasonNames, notDoneReasons } from '../runs/run.ts'
import { onOneLine } from '../wire.ts'
import { fitsOneSms, lengthOf, limitOf, toBasicAlphabet } from './sms-text.ts'

export const reasonVariable = '{raison}'
export const trackingVariable = '{suivi}'
export const bulletinVariable = '{bulletin}'
const variables = [reasonVariable, trackingVariable, bulletinVariable]

/** As long as these links usually are: a message is written before anyone knows its own. */
const exampleLinks = {
  tracking: 'https://exemple.deneigement.ca/s/0123456789abcdefghijkl',
  bulletin: 'https://exemple.deneigement.ca/b/votre-deneigement',
}

export const asksTracking = (text: string): boolean => text.includes(trackingVariable)
export const asksBulletin = (text: string): boolean => text.includes(bulletinVariable)

export const withTracking = (text: string, link: string): string => text.replaceAll(trackingVariable, () => link)
export const withBulletin = (text: string, link: string): string => text.replaceAll(bulletinVariable, () => link)

const withExampleLinks = (text: string) => withBulletin(withTracking(text, exampleLinks.tracking), exampleLinks.bulletin)

/** For a call: « Suivez votre déneigeuse : {suivi} » becomes « Suivez votre déneigeuse ». */
export const withoutLinks = (text: string): string =>
  text
    .replace(/[\s\u00a0]*:?[\s\u00a0]*\{(suivi|bulletin)\}/g, '')
    .replace(/ {2,}/g, ' ')
    .trim()

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
export function longestUsual(text: string): string {
  const linked = withExampleLinks(text)
  return longestOf(usualReasons.map((reason) => withReason(linked, reason))) ?? linked
}

/** Why a message is too long for one SMS as it is read where it is longest; undefined if it fits. */
export function lengthRefusal(text: string, longest: string): string | undefined {
  if (fitsOneSms(longest)) return
  const fills = [...(asksReason(text) ? ['la plus longue raison'] : []), ...(asksTracking(text) || asksBulletin(text) ? ['son lien'] : [])]
  const subject = fills.length > 0 ? `Avec ${fills.join(' et ')}, le message` : 'Le message'
  return `${subject} compte ${lengthOf(longest)} caractères; il peut en avoir ${limitOf(longest)}.`
}

/** « {nom} », for example: it would be sent as it is written. */
export const unknownVariable = (text: string): string | undefined => text.match(/\{[^{}]*\}/g)?.find((name) => !variables.includes(name))

export const knownVariables = 'les variables sont {raison}, {suivi} et {bulletin}'
