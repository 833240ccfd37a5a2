// When two names are the same: as people write them, and as the database compares them.
import { fold } from '../text.ts'

/** Characters that are not accented letters, as PostgreSQL's `unaccent` writes them; a test compares the two. */
const spelled = new Map(
  Object.entries({
    ß: 'ss',
    ø: 'o',
    ł: 'l',
    đ: 'd',
    ð: 'd',
    þ: 'th',
    ħ: 'h',
    ŧ: 't',
    ı: 'i',
    ĸ: 'q',
    ŋ: 'n',
    ŀ: 'l',
    ẚ: 'a',
    ẜ: 's',
    ẝ: 's',
    ỻ: 'll',
    ỽ: 'v',
    ỿ: 'y',
    '«': '<<',
    '»': '>>',
    '‹': '<',
    '›': '>',
    '×': '*',
    '÷': '/',
    '±': '+/-',
    '©': '(c)',
    '®': '(r)',
    '¼': ' 1/4',
    '½': ' 1/2',
    '¾': ' 3/4',
    '¡': '!',
    '¿': '?',
    '\u00ad': '-',
    '‖': '||',
    '‚': ',',
    '„': ',,',
    '″': '"',
  }),
)

/**
 * A name as it is compared: no accents, case, doubled or no-break spaces; ’ is '. Names that are equal for the
 * database's unique keys (`folded()`) are equal here.
 */
export const nameKey = (name: string | number | null | undefined): string =>
  fold(
    String(name ?? '')
      .toLowerCase()
      .replace(/[^\0-\x7f]/g, (letter) => spelled.get(letter) ?? letter)
      .normalize('NFKD'),
  )
    .replace(/[‘’‛ʼ′`´]/g, "'")
    .replace(/[“”‟]/g, '"')
    .replace(/[‐-―−]/g, '-')
    .replace(/\s+/g, ' ')
    .trim()

/** Words found only in company names, which are unique. */
const ofCompanies = ['inc', 'ltee', 'ltd', 'enr', 'senc', 'sencrl', 'corp', 'cie']
const small = new Set([...ofCompanies, 'les', 'des', 'de', 'du', 'd', 'la', 'le', 'l', 'et', 'and', 'the'])

const wordsOf = (name: string) => fold(nameKey(name), { punctuation: 'drop' }).split(' ').filter(Boolean)

/** « Gestion Roy inc. »: there are many Jean Tremblays, but a company's name is unique. */
export const isCompanyName = (name: string): boolean => wordsOf(name).some((word) => ofCompanies.includes(word))

/** A corrected name: small words aside, one has extra words, or a single word is spelled slightly differently. */
export function isNearName(one: string, other: string): boolean {
  const [words, others] = [one, other].map((name) => wordsOf(name).filter((word) => !small.has(word))) as [string[], string[]]
  if (words.length === 0 || others.length === 0) return false
  const [odd, oddOthers] = [words.filter((word) => !others.includes(word)), others.filter((word) => !words.includes(word))]
  if (odd.length === 0 || oddOthers.length === 0) return true
  const [word = '', spelledSo = ''] = [...odd, ...oddOthers]
  return odd.length === 1 && oddOthers.length === 1 && distance(word, spelledSo) <= Math.min(2, Math.floor(word.length / 3))
}

/** Levenshtein distance: letters to change, add or drop. */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (const [i, letter] of one.split('').entries()) {
    const next = [i + 1]
    for (const [j, otherLetter] of other.split('').entries())
      next.push(Math.min((row[j] ?? 0) + Number(letter !== otherLetter), (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1))
    row = next
  }
  return row.at(-1) ?? 0
}
