// Interprets what a user types, such as « 500 st jean, québec g1r 1p8 ».
import { fold } from '../text.ts'
import { addressWords, isOrdinal } from './address-key.ts'

/** One way to read the text: « route 138 » may be a street, or house 138 on a street called Route. */
interface Reading {
  words: string[]
  civicNumber?: string
}

export interface AddressSearch {
  readings: Reading[]
  /** A postal code or its beginning, without the space: `G1R1P8`, `G1R`. */
  zip?: string
}

const zipCode = /(?:^|[^a-z0-9])([a-z]\d[a-z])(?:[ -]?(\d(?:[a-z]\d?)?))?(?=$|[^a-z0-9])/
const unit = /(?:#\s*|\b(?:app|apt|appartement|apartment|bureau|suite|unite|unit|local)\b[.\s#]*)[a-z0-9]+\b/g
const civic = /^\d{1,6}[a-z]?$/
const numberedStreets = new Set(['route', 'rang', 'autoroute', 'highway', 'chemin'])

/** The civic number may come first, last or not at all. The apartment is ignored. */
export function readAddressSearch(text: string): AddressSearch {
  const plain = fold(text).slice(0, 200)
  const zip = zipCode.exec(plain)
  const rest = (zip ? plain.replace(zip[0], ' ') : plain).replace(unit, ' ').replace(/\b\d\/\d\b/g, ' ')
  const words = addressWords(rest).slice(0, 12)
  const isCivic = (word: string) => civic.test(word) && !isOrdinal(word)
  const numbers = words.flatMap((word, at) => (isCivic(word) ? [at] : [])).slice(0, 3)
  const readings: Reading[] = numbers.map((at) => ({
    words: words.filter((_, other) => other !== at),
    civicNumber: (words[at] ?? '').toUpperCase(),
  }))
  const [only] = numbers
  const onNumberedStreet = numbers.length === 1 && only !== undefined && numberedStreets.has(words[only - 1] ?? '')
  if (!readings.length || onNumberedStreet) readings.push({ words })
  return { readings, ...(zip && { zip: `${zip[1]}${zip[2] ?? ''}`.toUpperCase() }) }
}

/** The leading digits of a civic number, used to sort houses: « 123A » sorts at 123. */
export const houseNumber = (civicNumber: string): number => Number.parseInt(civicNumber, 10)
