// What the voice line says, in words that a synthetic voice reads well.
import type { CallHours } from '../alerts/hours.ts'
import { holdsLink } from '../links.ts'
import { spokenPhone } from '../phone.ts'
import { inSentence, sentence } from '../text.ts'
import { formatHour } from '../time.ts'
import { type SiteStatus, statusWords } from '../tracking/site-status.ts'
import { firstSiteKey } from './moves.ts'

export interface SitePlace {
  civicNumber: string | null
  street: string
  apartment: string | null
}

interface Company {
  name: string
  phone: string
}

export interface ToldFacts {
  companyName: string
  zone: string
  /** Null while the company publishes none. */
  bulletin: { title: string; sentence: string | null } | null
  isUnderWay: boolean
  /** Of the caller; none for a number that nobody has. */
  sites: readonly (SitePlace & { status: SiteStatus })[]
  /** The caller has more than are told. */
  hasMore: boolean
}

/** How many sites a caller hears about. */
export const mostSitesTold = 3

/** The company, what it says to everyone, and the state of the caller’s own sites. */
export function toldWords({ companyName, zone, bulletin, isUnderWay, sites, hasMore }: ToldFacts): string {
  const isKnown = sites.length > 0
  const own = sites.map(({ status, ...place }) => `Pour ${placeWords(place)}\u00a0: ${inSentence(statusWords(status, zone))}`)
  return said([
    opening(companyName),
    bulletin && sentence(bulletin.title),
    bulletin && !isKnown && bulletin.sentence && spokenSentence(bulletin.sentence),
    !bulletin && !isKnown && (isUnderWay ? 'Opération en cours.' : 'Aucune opération en cours.'),
    ...own,
    hasMore && 'Pour vos autres adresses, parlez à quelqu’un.',
  ])
}

export interface Menu {
  mayReport: boolean
  mayTalk: boolean
}

export const menuWords = ({ mayReport, mayTalk }: Menu): string =>
  said([mayReport && 'Pour signaler un oubli, faites le 1.', mayTalk && 'Pour parler à quelqu’un, faites le 2.'])

/** One key per site, then one for an address that is not among them. */
export const whichSiteWords = (sites: readonly SitePlace[], hasMore: boolean): string =>
  said([
    'Quelle adresse avons-nous oubliée?',
    ...sites.map((site, i) => `Pour ${placeWords(site)}, faites le ${firstSiteKey + i}.`),
    hasMore && `Pour une autre adresse, faites le ${firstSiteKey + sites.length}.`,
  ])

export const reportedWords = (place: SitePlace | null): string =>
  place ? `C’est noté\u00a0: un oubli pour ${placeWords(place)}.` : 'C’est noté. Le bureau lira votre signalement avec votre numéro.'

/** Outside of the hours in which someone answers. */
export const officeClosedWords = (hours: NonNullable<CallHours>): string =>
  'Le bureau est fermé pour l’instant. ' +
  `Il répond en semaine de ${hoursWords(hours.weekday)}, et la fin de semaine de ${hoursWords(hours.weekend)}.`

export const dialledWords = 'Nous vous mettons en communication.'
export const nobodyAnsweredWords = 'Personne ne peut répondre pour l’instant. Veuillez rappeler plus tard. Au revoir.'
export const noSuchKeyWords = 'Ce choix n’existe pas.'
export const goodbyeWords = 'Au revoir.'

/** The line is off, or its company closed to alerts. */
export const offWords = ({ name, phone }: Company): string =>
  said([opening(name), 'Cette ligne ne donne pas d’information.', reachWords(phone)])

/** Neither the bank nor the next invoice pays for the call. */
export const unpaidWords = ({ name, phone }: Company): string =>
  said([opening(name), 'L’information n’est pas disponible sur cette ligne pour l’instant.', reachWords(phone)])

const opening = (companyName: string) => `Ici ${sentence(companyName)}`

const reachWords = (phone: string) => {
  const digits = spokenPhone(phone)
  return digits && `Pour nous joindre, composez le ${digits}.`
}

/** « le 12, rue des Pins, appartement 4 »; a street without a number has no article. */
function placeWords({ civicNumber, street, apartment }: SitePlace): string {
  const where = civicNumber ? `le ${civicNumber}, ${street}` : `votre adresse, ${street}`
  return apartment ? `${where}, appartement ${apartment}` : where
}

const hoursWords = ({ startAt, endAt }: { startAt: string; endAt: string }) => `${formatHour(startAt)} à ${formatHour(endAt)}`

/** A bulletin may hold links and pictures, which a voice would spell out. */
const spokenSentence = (text: string): string =>
  sentence(
    text
      .replace(/\p{Extended_Pictographic}|\u200d|\ufe0f/gu, ' ')
      .split(/\s+/)
      .filter((word) => word !== '' && !holdsLink(word))
      .join(' '),
  )

const said = (parts: readonly (string | false | null | undefined)[]): string => parts.filter(Boolean).join(' ')
