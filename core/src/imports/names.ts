// When two names are one: as people write them, and as the database tells them apart.
import { fold } from '../text.ts'

/** What is no letter with an accent, as PostgreSQL's `unaccent` writes it; a test compares them. */
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
 * A name as it is compared: no accents, no case, no doubled or no-break spaces; ’ is '. Whatever the unique keys of the database take for one name
 * (`folded()`) is one here.
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

/** Whoever is called so is one of a kind. */
const ofCompanies = ['inc', 'ltee', 'ltd', 'enr', 'senc', 'sencrl', 'corp', 'cie']
const small = new Set([...ofCompanies, 'les', 'des', 'de', 'du', 'd', 'la', 'le', 'l', 'et', 'and', 'the'])

const wordsOf = (name: string) => fold(nameKey(name), { punctuation: 'drop' }).split(' ').filter(Boolean)

/** « Gestion Roy inc. »: there are many Jean Tremblays, but a company's name is its own. */
export const isCompanyName = (name: string): boolean => wordsOf(name).some((word) => ofCompanies.includes(word))

/** A name that was corrected: the same words but for small ones, some more of them, or one that is spelled a little otherwise. */
export function isNearName(one: string, other: string): boolean {
  const [words, others] = [one, other].map((name) => wordsOf(name).filter((word) => !small.has(word))) as [string[], string[]]
  if (words.length === 0 || others.length === 0) return false
  const [odd, oddOthers] = [words.filter((word) => !others.includes(word)), others.filter((word) => !words.includes(word))]
  if (odd.length === 0 || oddOthers.length === 0) return true
  const [word = '', spelledSo = ''] = [...odd, ...oddOthers]
  return odd.length === 1 && oddOthers.length === 1 && distance(word, spelledSo) <= Math.min(2, Math.floor(word.length / 3))
}

/** How many letters must be changed, added or dropped. */
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
