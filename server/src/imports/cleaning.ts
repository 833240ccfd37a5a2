// Cleans a sheet made by people: finds the headings under a title, spreads merged cells down, drops empty rows and
// totals.
import { isKnownHeading, subjectOf } from '@bordee/core/imports/guesses.ts'
import { type Cell, emptyFormula } from '@bordee/core/imports/import.ts'
import { fold } from '@bordee/core/text.ts'
import type { Merge, RawRow } from '../engine/documents/spreadsheets.workbooks.ts'
import type { ReadRow } from './uploads.ts'

export interface CleanSheet {
  columns: { key: string; heading: string }[]
  rows: ReadRow[]
  /** The texts above the headings. */
  titles: string[]
}

/** Undefined if nothing is left. `rows` are in sheet order; empty ones may be missing. */
export function cleaned(sheet: string, rows: RawRow[], merges: readonly Merge[]): CleanSheet | undefined {
  spread(rows, merges)
  const head = headingRow(rows)
  const below = head ? rows.slice(rows.indexOf(head) + 1) : rows
  const mayHaveTitles = head !== undefined && head.cells.filter(isFilled).length > 2 && isOfFolders(sheet)
  const isData = (cells: readonly Cell[]) =>
    !isEmpty(cells) && !isTotal(cells) && !isSame(cells, head?.cells) && !(mayHaveTitles && isTitle(cells))
  const kept = below.filter(({ cells }) => isData(cells))
  if (kept.length === 0) return undefined
  repeat(kept)
  const headings = (head?.cells ?? []).map((cell) =>
    String(cell === emptyFormula ? '' : (cell ?? ''))
      .replace(/\s+/g, ' ')
      .trim()
      .slice(0, longestHeading),
  )
  const width = kept.reduce((most, { cells }) => Math.max(most, cells.length), headings.length)
  const places = Array.from({ length: width }, (_, place) => place).filter(
    (place) => headings[place] || kept.some(({ cells }) => isFilled(cells[place])),
  )
  return {
    columns: keyed(places.map((place) => headings[place] || `Colonne ${letterOf(place)}`)),
    rows: kept.map(({ row, cells }) => ({ row, cells: places.map((place) => cells[place] ?? null) })),
    titles: head ? rows.slice(0, rows.indexOf(head)).flatMap(({ cells }) => cells.filter((cell) => typeof cell === 'string')) : [],
  }
}

const longestHeading = 200

const isFilled = (cell: Cell | undefined) => cell !== null && cell !== undefined && cell !== ''
const isEmpty = (cells: readonly Cell[]) => !cells.some((cell) => isFilled(cell) && cell !== emptyFormula)
const isSame = (cells: readonly Cell[], others?: readonly Cell[]) =>
  others !== undefined && cells.length === others.length && cells.every((cell, i) => cell === others[i])

/** Only downwards: a client merged over several sites is meant for each; a title over all columns is not a heading. */
function spread(rows: readonly RawRow[], merges: readonly Merge[]): void {
  const byRow = new Map(merges.length > 0 ? rows.map((one) => [one.row, one.cells]) : [])
  for (const { startRow, endRow, startCol } of merges) {
    const value = byRow.get(startRow + 1)?.[startCol]
    if (!isFilled(value)) continue
    const last = Math.min(endRow, startRow + rows.length)
    for (let row = startRow + 2; row <= last + 1; row++) {
      const cells = byRow.get(row)
      if (!cells || isEmpty(cells)) continue
      while (cells.length <= startCol) cells.push(null)
      cells[startCol] = value ?? null
    }
  }
}

const ditto = /^(["″〃”»]|''|idem|id\.|ditto)$/i

/** A ditto mark stands for the cell above it. */
function repeat(rows: readonly RawRow[]): void {
  for (const [at, { cells }] of rows.entries())
    for (const [place, cell] of cells.entries())
      if (typeof cell === 'string' && ditto.test(cell.trim())) cells[place] = rows[at - 1]?.cells[place] ?? cell
}

/** Lists of clients have titles between their rows. « Route 5 » alone on a sheet of routes is a route. */
const isOfFolders = (sheet: string) => [undefined, 'clients', 'sites', 'occupants'].includes(subjectOf(sheet))
const parts = /^(secteur|route|trajet|circuit|tournee|parcours|zone|quartier|ville|village|rue|rang|chemin|avenue|boulevard)\b/

/** « Secteur Nord », alone on its row. */
function isTitle(cells: readonly Cell[]): boolean {
  const [only, other] = cells.filter(isFilled)
  return other === undefined && typeof only === 'string' && parts.test(fold(only).trim())
}

const rowsAbove = 20

/** Of the first rows, the one most like headings; undefined if the sheet starts with data. */
function headingRow(rows: readonly RawRow[]): RawRow | undefined {
  const first = rows.filter(({ cells }) => !isEmpty(cells)).slice(0, rowsAbove)
  const [best] = first.map((row) => ({ row, ...likeness(row.cells) })).toSorted((a, b) => b.sure - a.sure || b.score - a.score)
  return best && (best.known > 0 || !best.hasValues) ? best.row : undefined
}

function likeness(cells: readonly Cell[]) {
  const texts = cells.filter(isFilled).map((cell) => (typeof cell === 'string' ? cell.trim() : ''))
  const known = new Set(texts.filter((text) => isKnownHeading(text))).size
  const values = texts.filter((text) => text === '' || /\d{3}|@/.test(text) || text.length > 60).length
  // Two known words outweigh years as column headings (« 2025-2026 »), which look like values.
  return { sure: known > 1 ? known : 0, score: known * 3 + (texts.length - known - values) - values, known, hasValues: values > 0 }
}

const counted = '(clients?|contrats?|adresses?|points? de service|sites?|entrees?|lignes?|trajets?)'
const total = new RegExp(
  `^(grand |sous )?tota(l|ux)( general| partiel)?( d(es|e|u))?( \\d+)?( ${counted})?( (hiver|saison))?( \\d+)*$|^nombre ` +
    `(total )?de ${counted}( \\d+)?$`,
)

const sum = /^[\d\s.,$%()-]+$/
const sumOf = new RegExp(`^\\d+ ${counted}$`)

/** « Total », « Sous-total 2026 », « Total : 42 clients », « Nombre de clients », with only sums or counts beside. */
function isTotal(cells: readonly Cell[]): boolean {
  const filled = cells.filter(isFilled)
  const [label] = filled.filter((cell) => typeof cell === 'string')
  if (typeof label !== 'string' || !total.test(fold(label, { punctuation: 'drop' }))) return false
  return filled.every((cell) => cell === label || typeof cell === 'number' || isSum(String(cell)))
}

const isSum = (cell: string) => sum.test(cell) || sumOf.test(fold(cell, { punctuation: 'drop' }))

/** Gives each heading a unique key of letters, digits and underscores. */
function keyed(headings: readonly string[]): CleanSheet['columns'] {
  const taken = new Set<string>()
  return headings.map((heading, place) => {
    const plain = fold(heading, { punctuation: 'drop' }).replace(/ /g, '_') || `colonne_${letterOf(place).toLowerCase()}`
    let key = plain
    for (let again = 2; taken.has(key); again++) key = `${plain}_${again}`
    taken.add(key)
    return { key, heading }
  })
}

/** 0 → A, 26 → AA. */
function letterOf(place: number): string {
  const last = String.fromCharCode(65 + (place % 26))
  return place < 26 ? last : letterOf(Math.floor(place / 26) - 1) + last
}
