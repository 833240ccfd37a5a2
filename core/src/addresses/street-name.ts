// How we write a street's name: « rue Saint-Jean », « 18e Rue », « chemin de l’Église Ouest ». Address files use
// capitals and abbreviations.
import { addressWords, isOrdinal } from './address-key.ts'

export interface StreetParts {
  type: string
  name: string
  direction: string
}

const accented: Record<string, string> = { cote: 'côte', allee: 'allée', montee: 'montée', carre: 'carré' }
const small = /^(de|du|des|d|l|et|à|a|au|aux|en|sur|sous)$/
const smallInside = /^(la|le|les)$/
const roman = /^(i{1,3}|iv|vi{0,3}|ix|xi{0,3}|xiv|xvi?)$/

/** In Québec the type comes first, in lower case, unless the street is numbered: « 18e Rue ». */
export function writtenStreet({ type, name, direction }: StreetParts): string {
  const kind = typeOf(type)
  const bare = tidy(name)
  const towards = titled(addressWords(direction).join(' '))
  const ordinal = ordinalOf(bare, kind)
  const parts = ordinal ? [ordinal, capital(kind), towards] : [kind, titled(bare), towards]
  return parts.filter(Boolean).join(' ')
}

/** Elsewhere the type comes last: « Main Street ». */
export function writtenStreetInEnglish({ type, name, direction }: StreetParts): string {
  return [name, type, direction].map(tidy).filter(Boolean).map(titled).join(' ')
}

/** For a full name (« Rue Saint-Jean »), only the type changes to lower case. */
export function writtenStreetAsGiven(street: string): string {
  const [first = '', ...rest] = tidy(street).split(' ')
  return writtenStreet(
    isType(first) ? { type: first, name: rest.join(' '), direction: '' } : { type: '', name: tidy(street), direction: '' },
  )
}

/** « QUÉBEC » → « Québec »; mixed case stays as it is. */
export function titled(text: string): string {
  if (text !== text.toUpperCase() && text !== text.toLowerCase()) return text
  const words = text
    .toLowerCase()
    .replace(/['´`]/g, '’')
    .split(/([ \-’/.]+)/)
  return words.map((word, at) => (isSmall(word, at, words) ? word : roman.test(word) ? word.toUpperCase() : capital(word))).join('')
}

function isSmall(word: string, at: number, words: string[]): boolean {
  if (/^[ld]$/.test(word)) return words[at + 1] === '’'
  return small.test(word) || (smallInside.test(word) && at > 0)
}

const tidy = (text: string) => text.replace(/\s+/g, ' ').trim()
const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)
const isType = (word: string) => typeNames.has(addressWords(word)[0] ?? '')
const typeNames = new Set(
  'rue avenue boulevard chemin route rang place cote allee croissant impasse promenade terrasse square montee ruelle carre'.split(' '),
)

function typeOf(type: string): string {
  const plain = addressWords(type).join(' ')
  const shouted = type === type.toUpperCase()
  return accented[plain] ?? (shouted || typeNames.has(plain) ? plain : tidy(type).toLowerCase())
}

/** « 18 » with the type « rue » is 18e Rue; « route 138 » is not the 138th. */
function ordinalOf(name: string, kind: string): string | undefined {
  const [word = '', ...others] = addressWords(name)
  if (others.length || !kind) return undefined
  if (isOrdinal(word)) return word
  return /^\d+$/.test(word) && (kind === 'rue' || kind === 'avenue') ? addressWords(`${word}e`)[0] : undefined
}
