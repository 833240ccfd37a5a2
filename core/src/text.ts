/** Text for comparison: no accents or case; `punctuation: 'drop'` also drops hyphens, apostrophes, doubled spaces. */
export function fold(text: string | number | null | undefined, { punctuation = 'keep' }: { punctuation?: 'keep' | 'drop' } = {}): string {
  const plain = String(text ?? '')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/œ/g, 'oe')
    .replace(/æ/g, 'ae')
  return punctuation === 'keep' ? plain : plain.replace(/[^\p{L}\p{N}]+/gu, ' ').trim()
}

/** Text for searching: folded, with « st- » as « saint ». */
export const searchable = (text: string): string =>
  fold(text)
    .replace(/\u00a0/g, ' ')
    .replace(saints, 'saint$1 ')
const saints = /\b(?:saint|st)(e?s?)\b[-.\s]*/g

/** Tells whether a `searchable` text contains every word of the search, in any order. */
export function searchMatch(search: string): (text: string) => boolean {
  const words = fold(search).replace(saintsBefore, 'saint$1 ').split(/\s+/)
  // « st » may be a saint, or the beginning of Stéphane.
  const spelt = words.map((word) => [word, word.replace(/^st(e?s?)$/, 'saint$1')] as const)
  return (text) => spelt.every(([typed, whole]) => text.includes(typed) || (whole !== typed && text.includes(whole)))
}
const saintsBefore = /\b(?:saint|st)(e?s?)[-.]+/g

/** French dictionary order; embedded digits sort as numbers (« Zone 2 » before « Zone 10 »). */
export const compareText = new Intl.Collator('fr-CA', { numeric: true, sensitivity: 'base' }).compare

const plurals = new Intl.PluralRules('fr-CA')

/** `count(2, 'client')` → « 2 clients »; in French, 0 and 1 are singular. */
export function count(n: number, one: string, many = `${one}s`): string {
  return `${formatNumber(n)}\u00a0${plurals.select(n) === 'one' ? one : many}`
}

/** A label inside a sentence; names keep their capitals: « virement Interac ». */
export const inSentence = (label: string): string => label.charAt(0).toLowerCase() + label.slice(1)

/** Accents and other marks on one letter. Vietnamese has two, Hebrew four; thousands take a minute to lay out. */
export const mostMarks = 5
const tooManyMarks = new RegExp(`\\p{M}{${mostMarks + 1}}`, 'u')
export const hasTooManyMarks = (text: string): boolean => tooManyMarks.test(text.normalize('NFC'))

/** Ends a sentence that may end with a name: « Neige inc. » already has its period. */
export const sentence = (text: string): string => (/[.!?…]$/.test(text) ? text : `${text}.`)

const numbers = new Intl.NumberFormat('fr-CA')

/** 12345.6 → « 12 345,6 », -4 → « −4 », with U+00A0 between thousands. */
export const formatNumber = (n: number): string => numbers.format(n).replace(/\s/g, '\u00a0').replace('-', '\u2212')

/** « 3 ko », « 1,5 Mo ». */
export const formatSize = (bytes: number): string =>
  bytes < 1024 * 1024
    ? `${formatNumber(Math.max(1, Math.round(bytes / 1024)))}\u00a0ko`
    : `${formatNumber(Math.round((bytes / 1024 / 1024) * 10) / 10)}\u00a0Mo`

/** Undefined for a text that is not JSON. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
