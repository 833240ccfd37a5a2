// Guesses what the columns of an uploaded sheet hold: from their headings, in French and English, from the sheet's
// name, and from their values (docs/product/imports.md).
import { fold } from '../text.ts'
import { importSheets } from './columns.ts'
import * as exported from './export-sheets.ts'
import { cellWords, familyNames, firstNames, lastNames, otherWords, streets, subjects } from './heading-words.ts'
import { type Cell, emptyFormula, type ImportEntity, importEntities } from './import.ts'
import { isLandline } from './phones.ts'
import { isTown } from './towns.ts'

/** `values`: some of the first ones. */
export interface Headed {
  heading: string
  values: readonly Cell[]
  /** Its numbers only count the rows. */
  isCount?: boolean
  /** Some of its formulas have no value. */
  lacksValues?: boolean
}

/** « clients.name » */
export const fieldName = (entity: ImportEntity, field: string) => `${entity}.${field}`

/** For each column, the fields it may fill, likeliest first. */
export function guessFields(sheet: string, columns: readonly Headed[]): string[][] {
  if (notImported.has(wordsOf(sheet))) return columns.map(() => [])
  const words = columns.map(({ heading }) => wordsOf(heading))
  const guesses = withoutLacking(
    columns,
    columns.map((column, place) => amongOthers(guessesOf(column), place, columns, words)),
  )
  const ranked = rankedSubjects(sheet, guesses)
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
 * The positions of a client's first and family names when they are in two columns and no column has the full name. A
 * client has a single name, so the two are joined.
 */
export function namesApart(sheet: string, columns: readonly string[]): { first: number; last: number } | undefined {
  if (notImported.has(wordsOf(sheet)) || ![undefined, 'clients', 'sites'].includes(subjectOf(sheet))) return undefined
  const words = columns.map(wordsOf)
  const first = words.findIndex((one) => firstNames.includes(one))
  const last = words.findIndex((one) => familyNames.includes(one))
  const hasWhole = words.some((one, place) => place !== last && isWholeName(one))
  return first >= 0 && last >= 0 && !hasWhole ? { first, last } : undefined
}
const isWholeName = (words: string) => headings.get(words)?.some(({ entity, field }) => entity === 'clients' && field === 'name') ?? false

/** Whether a column merely counts its rows: 1, 2, 3…, perhaps again from 1 in each part of the list. */
export function isCount(values: readonly Cell[]): boolean {
  let before = 0
  for (const text of written(values)) {
    const number = Number(text)
    if (number !== before + 1 && !(number === 1 && before > 1)) return false
    before = number
  }
  return before > 0
}

export const isKnownHeading = (text: string): boolean => headings.has(wordsOf(text))

/** What a sheet is about, judging by its name alone. */
export function subjectOf(sheet: string): ImportEntity | undefined {
  const words = wordsOf(sheet)
  if (notImported.has(words)) return undefined
  return importEntities.find((entity) => words.split(' ').some((word) => subjects[entity].includes(word)))
}

interface Guess {
  entity: ImportEntity
  field: string
  /** 4: certain from the columns next to it; 3: our heading; 2: a synonym; 1: from values, or second of its kind. */
  strength: number
}

function guessesOf({ heading, values }: Headed): readonly Guess[] {
  const words = wordsOf(heading)
  const known = headings.get(words) ?? headings.get(wordsOf(heading.replace(/\([^)]*\)/g, ' '))) ?? []
  const unnumbered = words.replace(/ ?\d+$/, '')
  const numbered = unnumbered === words ? [] : (headings.get(unnumbered) ?? [])
  const byHeading = [...known, ...numbered.map((guess) => ({ ...guess, strength: 1 }))]
  const isPhones = allOf(values, phones) && !byHeading.some(({ field }) => phoneFields.includes(field)) // « Bureau »
  if (byHeading.length > 0 && !isPhones) return byHeading
  const found = byValues(values)
  const names = found.length === 0 && headless.test(heading) ? byLetters(values) : []
  return [...found, ...names].map((name) => ({ ...asGuess(name), strength: 1 }))
}
const phoneFields = ['phone', 'otherPhone']
/** The heading we give to a column that has none. */
const headless = /^Colonne [A-Z]+$/

/** A column whose formulas lack values gives way to columns that hold the same: « Adresse complète » to the street. */
function withoutLacking(columns: readonly Headed[], guesses: readonly (readonly Guess[])[]): readonly (readonly Guess[])[] {
  const whole = guesses.filter((_, place) => !columns[place]?.lacksValues).flat()
  const isElsewhere = ({ entity, field }: Guess) =>
    whole.some((other) => other.entity === entity && other.field === (field === 'address' ? 'street' : field))
  return guesses.map((found, place) => (columns[place]?.lacksValues ? found.filter((guess) => !isElsewhere(guess)) : found))
}

/** Refines a column's guesses with the columns next to it. */
function amongOthers(found: readonly Guess[], place: number, columns: readonly Headed[], words: readonly string[]): readonly Guess[] {
  const word = words[place] ?? ''
  const isOfHouse = word === 'numero' && [words[place - 1], words[place + 1]].some((beside) => streets.includes(beside ?? ''))
  if (bareNumbers.includes(word))
    return found.filter(({ field }) => (field === 'civicNumber' ? isOfHouse : !isOfHouse && !columns[place]?.isCount))
  const { heading = '', values = [] } = columns[place] ?? {}
  if (found.length === 0 && isBeforeStreet(place, columns, words)) return [{ entity: 'sites', field: 'civicNumber', strength: 4 }]
  // A land line receives no texts: it is the one to alert only for lack of another.
  const isOther = (other: Headed, at: number) => isPhone(words[at]) && !isLandline(other.heading) && filled(other.values) > 0
  if (isPhone(word) && isLandline(heading) && columns.some(isOther)) return found.filter(({ entity }) => entity !== 'occupants')
  if (streets.includes(word) && allOf(values, houses)) return [{ entity: 'sites', field: 'address', strength: 4 }, ...found]
  if (!cellWords.includes(word) || columns.some((other, at) => isPhone(words[at]) && filled(other.values) > filled(values))) return found
  return found.map((guess) => (guess.entity === 'occupants' ? { ...guess, strength: 4 } : guess))
}
/** « No civ. », « Porte », nothing at all: whatever its heading, a number before a street that has none is the house's. */
function isBeforeStreet(place: number, columns: readonly Headed[], words: readonly string[]): boolean {
  const [own, street] = [columns[place], columns[place + 1]]
  const isCivic = (word: string) => headings.get(word)?.some(({ field }) => field === 'civicNumber')
  if (!own || !street || !streets.includes(words[place + 1] ?? '') || words.some(isCivic)) return false
  return allOf(own.values, houseNumbers) && !own.isCount && !allOf(street.values, houses)
}
/** Headings of a client's number, of a house's, or of a mere count of the rows. */
const bareNumbers = ['numero', 'id', 'code', 'reference', 'ref']
const isPhone = (words: string | undefined) => headings.get(words ?? '')?.some(({ field }) => field === 'phone')
const written = (values: readonly Cell[]) =>
  values.filter((value) => value !== null && value !== '' && value !== emptyFormula).map((value) => String(value).trim())
const filled = (values: readonly Cell[]) => written(values).length

/** Whether every non-empty value matches. */
function allOf(values: readonly Cell[], pattern: RegExp): boolean {
  const texts = written(values)
  return texts.length > 0 && texts.every((text) => pattern.test(text))
}

/** Drops filler words and unifies spellings. */
function wordsOf(text: string): string {
  const apart = text
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .replace(/\(e\)/g, '')
    .replace(/[#№°]/g, ' no ')
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
  conjointe: 'conjoint',
  epoux: 'conjoint',
  epouse: 'conjoint',
  spouse: 'conjoint',
  qte: 'quantite',
  qty: 'quantite',
}

/** Visits were once called « Passages ». */
const formerName = { name: 'Passages' }
const imported = new Set<string>(Object.values(importSheets).map(({ name }) => name))
/** Sheets that our exports add but no import takes. */
const neverImported = [...Object.values(exported).filter(({ name }) => !imported.has(name)), formerName]
const notImported = new Set(neverImported.map(({ name }) => wordsOf(name)))

/** Next to a first name, « Nom » is the family name; alone it is the full name. */
function nameOf({ entity, field }: Guess, found: readonly Guess[], { hasFirst, isApart }: { hasFirst: boolean; isApart: boolean }): string {
  const isBare = ['name', 'lastName'].every((one) => found.some((guess) => guess.entity === entity && guess.field === one))
  if (!isBare || !['name', 'lastName'].includes(field)) return field
  if (isApart) return 'lastName'
  return hasFirst ? field : 'name'
}

/** The entities that the sheet is about, likeliest first: from its name, or from headings only one entity has. */
function rankedSubjects(sheet: string, guesses: readonly (readonly Guess[])[]): ImportEntity[] {
  const named = subjectOf(sheet)
  if (named) return [named]
  const told = (entity: ImportEntity) =>
    guesses.filter((found) => found.length > 0 && found.every((guess) => guess.entity === entity)).length
  return importEntities.filter((entity) => told(entity) > 1 && !folders.includes(entity)).toSorted((a, b) => told(b) - told(a))
}
/** One row often holds all three, so none of them is the subject unless the sheet says so. */
const folders: readonly ImportEntity[] = ['clients', 'sites', 'occupants']

/** First the subject of the sheet, then the strength of the guess; clients before sites before occupants. */
const weightOf = ({ entity, strength }: Guess, ranked: readonly ImportEntity[]) =>
  (ranked[0] === entity ? 100 : 0) + strength - importEntities.indexOf(entity) / 100

const phones = /^\+?1?[\s.(-]*[2-9]\d{2}[\s.)-]*\d{3}[\s.-]*\d{4}$/
const emails = /^[^\s@]+@[^\s@]+\.[a-z]{2,}$/i
const postalCodes = /^[a-z]\d[a-z][\s-]?\d[a-z]\d$/i
const addresses =
  /^\d+[a-z]?[,\s]+(\d+e\s+)?(rue|av|avenue|boul|boulevard|ch|chemin|rang|route|place|c[oô]te|mont[eé]e|rte|cour|croissant)\b/i

/** A street preceded by its house number; « 18e Rue » has none. */
const houses = /^\d+(?!\d|\s?(e|er|re|st|nd|rd|th)\b).*\p{L}{2}/iu

const houseNumbers = /^\d{1,5}(\s?[a-z])?(\s?[-–]\s?\d{1,5})?$/i

const names = /^\p{Lu}[\p{L}.'’-]*(,? (et |& |de |du |des |la |le )?\p{Lu}[\p{L}.'’-]*){1,4}$/u

/** What a column of words without a heading holds. */
function byLetters(values: readonly Cell[]): string[] {
  const texts = written(values)
  if (texts.length > 0 && texts.every(isTown)) return ['sites.city']
  return allOf(values, names) ? ['clients.name', 'occupants.name'] : []
}

function byValues(values: readonly Cell[]): string[] {
  if (allOf(values, phones)) return ['clients.phone', 'occupants.phone']
  if (allOf(values, emails)) return ['clients.email']
  if (allOf(values, postalCodes)) return ['sites.zip']
  return allOf(values, addresses) ? ['sites.address'] : []
}

const asGuess = (name: string) => {
  const [entity, field] = name.split('.') as [ImportEntity, string]
  return { entity, field }
}

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
