// What the columns of an uploaded sheet are about: by their headings, in French and English, by the name of their sheet, and by what stands in them
// (docs/product/imports.md).
import { fold } from '../text.ts'
import { accountsSheet, companySheet, contractPaymentsSheet, importSheets, runsSheet, templatesSheet, visitsSheet } from './columns.ts'
import { familyNames, firstNames, lastNames, otherWords, subjects } from './heading-words.ts'
import { type Cell, type ImportEntity, importEntities } from './import.ts'

/** `values`: some of its first ones. */
export interface Headed {
  heading: string
  values: readonly Cell[]
}

/** « clients.name » */
export const fieldName = (entity: ImportEntity, field: string) => `${entity}.${field}`

/** Of each column the fields that it may fill, the likeliest first. */
export function guessFields(sheet: string, columns: readonly Headed[]): string[][] {
  if (notImported.has(wordsOf(sheet))) return columns.map(() => [])
  const guesses = columns.map((column) => guessesOf(column))
  const ranked = rankedSubjects(sheet, guesses)
  const words = columns.map(({ heading }) => wordsOf(heading))
  const hasFirst = words.some((one) => firstNames.includes(one))
  const isApart = hasFirst && !words.some((one) => [...lastNames, 'nom contact'].includes(one))
  return guesses.map((found) =>
    found
      .toSorted((a, b) => weightOf(b, ranked) - weightOf(a, ranked))
      .map((guess) => fieldName(guess.entity, nameOf(guess, found, { hasFirst, isApart })))
      .filter((name, place, all) => all.indexOf(name) === place),
  )
}

/**
 * Where a client's first name and his family name stand in two columns, and his whole name in none: their places. A client has one name, so they are
 * read together.
 */
export function namesApart(sheet: string, columns: readonly string[]): { first: number; last: number } | undefined {
  if (notImported.has(wordsOf(sheet)) || ![undefined, 'clients'].includes(subjectOf(sheet))) return undefined
  const words = columns.map(wordsOf)
  const first = words.findIndex((one) => firstNames.includes(one))
  const last = words.findIndex((one) => familyNames.includes(one))
  const hasWhole = words.some((one, place) => place !== last && isWholeName(one))
  return first >= 0 && last >= 0 && !hasWhole ? { first, last } : undefined
}
const isWholeName = (words: string) => headings.get(words)?.some(({ entity, field }) => entity === 'clients' && field === 'name') ?? false

/** Whether a cell may stand at the head of a column. */
export const isKnownHeading = (text: string): boolean => headings.has(wordsOf(text))

/** What a sheet is about, by its name alone. */
export function subjectOf(sheet: string): ImportEntity | undefined {
  const words = wordsOf(sheet)
  if (notImported.has(words)) return undefined
  return importEntities.find((entity) => words.split(' ').some((word) => subjects[entity].includes(word)))
}

interface Guess {
  entity: ImportEntity
  field: string
  /** 3: our own heading; 2: a word for it; 1: by what stands in the column, or the second of its kind. */
  strength: number
}

function guessesOf({ heading, values }: Headed): readonly Guess[] {
  const words = wordsOf(heading)
  const known = headings.get(words) ?? headings.get(wordsOf(heading.replace(/\([^)]*\)/g, ' ')))
  if (known) return known
  const numbered = headings.get(words.replace(/ ?\d+$/, ''))
  if (numbered) return numbered.map((guess) => ({ ...guess, strength: 1 }))
  return byValues(values).map((name) => ({ ...asGuess(name), strength: 1 }))
}

/** Words that say nothing are left out, and those that are written in several ways become one. */
function wordsOf(text: string): string {
  const apart = text.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2').replace(/[#№°]/g, ' no ')
  return fold(apart, { punctuation: 'drop' })
    .split(' ')
    .filter((word) => !silent.has(word))
    .map((word) => spelt[word] ?? word)
    .filter((word, place, all) => word !== all[place - 1])
    .join(' ')
}
const silent = new Set(['de', 'du', 'des', 'la', 'le', 'les', 'l', 'd', 'au', 'aux', 'the', 'of', 's'])
const spelt: Record<string, string> = {
  n: 'numero',
  no: 'numero',
  nos: 'numero',
  num: 'numero',
  tel: 'telephone',
  tels: 'telephone',
  phone: 'telephone',
  cell: 'cellulaire',
  mobile: 'cellulaire',
  cel: 'cellulaire',
  email: 'courriel',
  mail: 'courriel',
  adr: 'adresse',
  addr: 'adresse',
  address: 'adresse',
  customer: 'client',
  customers: 'clients',
  prov: 'province',
  qte: 'quantite',
  qty: 'quantite',
}

/** What our exports tell besides. */
const notImported = new Set(
  [accountsSheet, companySheet, contractPaymentsSheet, runsSheet, templatesSheet, visitsSheet].map(({ name }) => wordsOf(name)),
)

/** Beside a first name « Nom » is the family's; alone it is the whole name. */
function nameOf({ entity, field }: Guess, found: readonly Guess[], { hasFirst, isApart }: { hasFirst: boolean; isApart: boolean }): string {
  const isBare = ['name', 'lastName'].every((one) => found.some((guess) => guess.entity === entity && guess.field === one))
  if (!isBare || !['name', 'lastName'].includes(field)) return field
  if (isApart) return 'lastName'
  return hasFirst ? field : 'name'
}

/** The entities that the sheet is about, the likeliest first: by its name, or by headings that only one of them has. */
function rankedSubjects(sheet: string, guesses: readonly (readonly Guess[])[]): ImportEntity[] {
  const named = subjectOf(sheet)
  if (named) return [named]
  const told = (entity: ImportEntity) =>
    guesses.filter((found) => found.length > 0 && found.every((guess) => guess.entity === entity)).length
  return importEntities.filter((entity) => told(entity) > 1 && !folders.includes(entity)).toSorted((a, b) => told(b) - told(a))
}
/** One row often holds all three: none of them is the subject of a sheet that does not say so. */
const folders: readonly ImportEntity[] = ['clients', 'sites', 'occupants']

/** First what the sheet is about, then how sure the word is; clients before sites before occupants. */
const weightOf = ({ entity, strength }: Guess, ranked: readonly ImportEntity[]) =>
  (ranked[0] === entity ? 100 : 0) + strength - importEntities.indexOf(entity) / 100

const phones = /^\+?1?[\s.(-]*[2-9]\d{2}[\s.)-]*\d{3}[\s.-]*\d{4}$/
const emails = /^[^\s@]+@[^\s@]+\.[a-z]{2,}$/i
const postalCodes = /^[a-z]\d[a-z][\s-]?\d[a-z]\d$/i
const addresses =
  /^\d+[a-z]?[,\s]+(\d+e\s+)?(rue|av|avenue|boul|boulevard|ch|chemin|rang|route|place|c[oô]te|mont[eé]e|rte|cour|croissant)\b/i

function byValues(values: readonly Cell[]): string[] {
  const texts = values.filter((value) => value !== null && value !== '').map((value) => String(value).trim())
  if (texts.length === 0) return []
  const all = (pattern: RegExp) => texts.every((text) => pattern.test(text))
  if (all(phones)) return ['clients.phone', 'occupants.phone']
  if (all(emails)) return ['clients.email']
  if (all(postalCodes)) return ['sites.zip']
  return all(addresses) ? ['sites.address'] : []
}

const asGuess = (name: string) => {
  const [entity, field] = name.split('.') as [ImportEntity, string]
  return { entity, field }
}

/** Our own headings, and the other words. */
const headings: ReadonlyMap<string, readonly Guess[]> = knownHeadings()

function knownHeadings() {
  const known = new Map<string, Guess[]>()
  const add = (words: string, guess: Guess) => {
    const found = known.get(words) ?? []
    if (!found.some(({ entity, field }) => entity === guess.entity && field === guess.field)) known.set(words, [...found, guess])
  }
  for (const entity of importEntities)
    for (const { field, header } of importSheets[entity].columns) add(wordsOf(header), { entity, field, strength: 3 })
  for (const [name, words] of Object.entries(otherWords)) for (const word of words) add(wordsOf(word), { ...asGuess(name), strength: 2 })
  return known
}
