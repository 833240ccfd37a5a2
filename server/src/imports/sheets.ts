// Reads the sheets of an uploaded file, recognised by its content, never by its name.
import { guessFields, isCount, namesApart } from '@bordee/core/imports/guesses.ts'
import { type Cell, emptyFormula, type UploadedSheet } from '@bordee/core/imports/import.ts'
import { splitAddress } from '@bordee/core/imports/one-cell.ts'
import { townIn } from '@bordee/core/imports/towns.ts'
import { count } from '@bordee/core/text.ts'
import { decoded, OpenQuote, readRows, TooWide } from '../engine/documents/spreadsheets.texts.ts'
import { type Merge, type RawRow, UnreadableWorkbook, xlsSheets, xlsxSheets } from '../engine/documents/spreadsheets.workbooks.ts'
import { looksLikeZip, partsOf, UnsafeZip } from '../engine/documents/spreadsheets.zip.ts'
import { type CleanSheet, cleaned } from './cleaning.ts'
import { cutText } from './cut-text.ts'
import type { ReadRow, ReadSheet } from './uploads.ts'

/** Why a file can't be read, in French, for the user. */
export class ReadingProblem extends Error {}

const mostRows = 50_000
const mostColumns = 300
/** Per workbook: each sheet is searched from the start of the file. */
const mostSheets = 100
/** Excel's limit. */
const longestCell = 32_767
/** For all files of an upload together. */
const mostCells = 1_000_000
const mostCharacters = 20_000_000

/** `others` are already read: limits apply to all of them together, and sheet names must be unique. */
export async function readSheets(file: string, bytes: Buffer, others: readonly ReadSheet[]): Promise<ReadSheet[]> {
  const problem = (what: string) => new ReadingProblem(`«\u00a0${file}\u00a0» ${what}`)
  const sheets: ReadSheet[] = []
  let left = mostCells - others.reduce((sum, { columns, rows }) => sum + columns.length * rows.length, 0)
  let read = others.reduce((sum, { rows }) => sum + charactersOf(rows), 0)
  const refuseBeyond = (characters: number) => {
    if (characters > mostCharacters)
      throw problem(`contient trop de texte\u00a0: ${count(mostCharacters, 'caractère')} au plus. Divisez-le en plusieurs fichiers.`)
  }

  /** Drops empty rows immediately. */
  const gathering = (name: string) => {
    const rows: RawRow[] = []
    let taken = 0
    const take = (row: RawRow) => {
      const filled = row.cells.findLastIndex((cell) => cell !== null) + 1
      if (filled === 0) return
      row.cells.length = filled
      left -= filled
      if (left < 0)
        throw problem(`contient trop de données\u00a0: ${count(mostCells, 'cellule')} au plus. Divisez-le en plusieurs fichiers.`)
      if (row.cells.some((cell) => typeof cell === 'string' && cell.length > longestCell))
        throw problem(
          `a une cellule trop longue à la ligne ${row.row} de la feuille «\u00a0${name}\u00a0»\u00a0: ` +
            `${count(longestCell, 'caractère')} au plus.`,
        )
      taken += charactersIn(row.cells)
      refuseBeyond(read + taken)
      if (rows.length > mostRows) throw problem(`contient trop de lignes\u00a0: ${count(mostRows, 'ligne')} au plus par feuille.`)
      rows.push(row)
    }
    const end = (merges: readonly Merge[]) => {
      const bare = cleaned(name, rows, merges)
      const clean = bare && withTown(name, withWholeNames(name, bare))
      if (!clean) return
      if (clean.columns.length > mostColumns)
        throw problem(`a ${count(clean.columns.length, 'colonne')} dans la feuille «\u00a0${name}\u00a0»\u00a0: ${mostColumns} au plus.`)
      read += charactersOf(clean.rows) // a spread cell counts for each cell it fills
      refuseBeyond(read)
      sheets.push(withGuesses(name, file, clean, [...others, ...sheets]))
    }
    return { take, end }
  }

  try {
    if (kindOf(bytes) === 'csv') {
      const { take, end } = gathering(baseName(file))
      readRows(decoded(bytes) ?? '', take)
      end([])
    } else {
      const found = kindOf(bytes) === 'xls' ? await xlsSheets(bytes) : xlsxSheets(bytes)
      let met = 0
      for await (const { name, rows, merges } of found) {
        if (++met > mostSheets) throw problem(`contient trop de feuilles\u00a0: ${mostSheets} au plus.`)
        const { take, end } = gathering(name)
        for await (const row of rows) take(row)
        end(merges)
      }
    }
  } catch (error) {
    throw error instanceof ReadingProblem ? error : problem(reasonOf(error))
  }
  if (sheets.length === 0) throw problem('ne contient aucune ligne à importer.')
  return sheets
}

const charactersIn = (cells: readonly Cell[]) => cells.reduce<number>((sum, cell) => sum + (typeof cell === 'string' ? cell.length : 0), 0)
const charactersOf = (rows: readonly ReadRow[]) => rows.reduce((sum, { cells }) => sum + charactersIn(cells), 0)

const shownRows = 50
const shownCharacters = 300

/** What the wizard shows of a sheet. */
export function shownSheet({ name, file, columns, rows }: ReadSheet): UploadedSheet {
  const content = rows
    .slice(0, shownRows)
    .map(({ cells }) => Object.fromEntries(columns.map(({ normalizedKey }, place) => [normalizedKey, beginning(cells[place] ?? null)])))
  return { name, file, rowCount: rows.length, content, columns: [...columns] }
}

const beginning = (cell: Cell): Cell => (typeof cell === 'string' ? cutText(cell, shownCharacters) : cell)

/** Why the content can't be read. */
class Unreadable extends Error {}

const damaged = 'est endommagé ou incomplet. Ouvrez-le dans Excel, enregistrez-le de nouveau, puis réessayez.'
const tooLarge = 'est trop volumineux une fois décompressé. Divisez-le en plusieurs fichiers.'
const locked = 'est protégé par un mot de passe. Retirez la protection dans Excel, puis réessayez.'
const unknown = 'n’est pas un classeur Excel (.xlsx, .xls) ni un fichier CSV.'
const otherKind = (kind: string) => `est un fichier ${kind}, que nous ne lisons pas. Enregistrez-le en .xlsx, puis réessayez.`

function reasonOf(error: unknown): string {
  if (error instanceof Unreadable) return error.message
  if (error instanceof UnsafeZip) return { damaged, encrypted: locked, 'too large': tooLarge }[error.why]
  if (error instanceof OpenQuote) return `a un guillemet qui n’est pas fermé, à la ligne ${error.row}.`
  if (error instanceof TooWide) return `a trop de colonnes à la ligne ${error.row}\u00a0: ${mostColumns} au plus.`
  if (error instanceof UnreadableWorkbook) return damaged
  throw error
}

const compound = Buffer.from('d0cf11e0a1b11ae1', 'hex')

function kindOf(bytes: Buffer): 'xlsx' | 'xls' | 'csv' {
  if (bytes.length === 0) throw new Unreadable('est vide.')
  if (bytes.subarray(0, 8).equals(compound)) return compoundKind(bytes)
  if (bytes.subarray(0, 2).toString('latin1') === 'PK') return zipKind(bytes)
  const text = decoded(bytes)
  if (text === undefined || /^%PDF-|^\{\\rtf/.test(text)) throw new Unreadable(unknown)
  if (/^\s*<(!doctype|html|table|\?xml|head|meta|body)/i.test(text)) throw new Unreadable(otherKind('HTML ou XML'))
  return 'csv'
}

function zipKind(bytes: Buffer): 'xlsx' {
  if (!looksLikeZip(bytes)) throw new UnsafeZip('damaged')
  const parts = partsOf(bytes)
  if (parts.has('xl/workbook.xml')) return 'xlsx'
  if (parts.has('xl/workbook.bin')) throw new Unreadable(otherKind('.xlsb'))
  throw new Unreadable(parts.has('content.xml') ? otherKind('.ods') : unknown)
}

/** Files written by Office before 2007, and password-protected ones since. */
function compoundKind(bytes: Buffer): 'xls' {
  if (bytes.includes(Buffer.from('EncryptedPackage', 'utf16le'))) throw new Unreadable(locked)
  if (!bytes.includes(Buffer.from('Workbook', 'utf16le'))) throw new Unreadable(unknown)
  const begins = bytes.indexOf(beginningOfWorkbook)
  if (begins >= 0 && begins + 22 <= bytes.length && bytes.readUInt16LE(begins + 20) === passwordRecord) throw new Unreadable(locked)
  return 'xls'
}
const beginningOfWorkbook = Buffer.from('0908100000060500', 'hex')
const passwordRecord = 0x2f

function withGuesses(name: string, file: string, clean: CleanSheet, others: readonly ReadSheet[]): ReadSheet {
  const guesses = guessesIn(name, clean)
  return {
    name: uniqueName(name, file, others),
    file,
    columns: clean.columns.map(({ key, heading }, place) => {
      const lacking = emptyFormulas(clean, place)
      return {
        normalizedKey: key,
        originalKey: heading,
        potentialEntityFields: guesses[place] ?? [],
        ...(lacking > 0 && { emptyFormulas: lacking }),
      }
    }),
    rows: clean.rows,
  }
}

const emptyFormulas = ({ rows }: CleanSheet, place: number) => rows.filter(({ cells }) => cells[place] === emptyFormula).length

function guessesIn(name: string, clean: CleanSheet): string[][] {
  const { columns, rows } = clean
  const first = rows.slice(0, 20)
  const headed = columns.map(({ heading }, place) => ({
    heading,
    values: first.map(({ cells }) => cells[place] ?? null),
    isCount: isCount(rows.map(({ cells }) => cells[place] ?? null)),
    lacksValues: emptyFormulas(clean, place) > 0,
  }))
  return guessFields(name, headed)
}

/** Adds a column that combines separate first and last names. */
function withWholeNames(sheet: string, clean: CleanSheet): CleanSheet {
  const apart = namesApart(
    sheet,
    clean.columns.map(({ heading }, place) => (emptyFormulas(clean, place) > 0 ? '' : heading)),
  )
  if (!apart) return clean
  const whole = (cells: readonly Cell[]) => [cells[apart.first], cells[apart.last]].filter((cell) => cell !== null).join(' ') || null
  return withColumn(clean, { key: 'prenom_et_nom', heading: 'Prénom et nom' }, whole)
}

/** Adds a column with the town that only the title names, for addresses that name none. */
function withTown(sheet: string, clean: CleanSheet): CleanSheet {
  const guesses = guessesIn(sheet, clean)
  const isGuessed = (...names: string[]) => guesses.some((fields) => names.some((name) => fields.includes(name)))
  const town = isGuessed('sites.address', 'sites.street') && !isGuessed('sites.city') ? townIn([sheet, ...clean.titles]) : undefined
  if (!town) return clean
  const address = guesses.findIndex(([likeliest]) => likeliest === 'sites.address')
  const hasOwn = (cell: Cell) => {
    const read = splitAddress(String(cell ?? ''))
    return 'problem' in read || read.value.city !== undefined
  }
  return withColumn(clean, { key: 'ville_du_titre', heading: 'Ville du titre' }, (cells) =>
    address >= 0 && hasOwn(cells[address] ?? null) ? null : town,
  )
}

const withColumn = (
  { columns, rows, titles }: CleanSheet,
  column: CleanSheet['columns'][number],
  valueIn: (cells: readonly Cell[]) => Cell,
) => ({
  columns: [...columns, column],
  rows: rows.map(({ row, cells }) => ({ row, cells: [...cells, valueIn(cells)] })),
  titles,
})

/** Limit for names in mappings. */
const longestName = 300

/** « Feuil1 », and « Feuil1 (clients.xlsx) » for the second with that name. */
function uniqueName(name: string, file: string, others: readonly ReadSheet[]): string {
  const isTaken = (one: string) => others.some((other) => other.name === one)
  const named = (one: string, end: string) => `${cutText(one, longestName - end.length)}${end}`
  let unique = named(name, '')
  if (isTaken(unique)) unique = named(`${name} (${file}`, ')')
  for (let again = 2; isTaken(unique); again++) unique = named(`${name} (${file}`, ` ${again})`)
  return unique
}

const baseName = (file: string) => file.replace(/\.[^.]{1,5}$/, '') || file
