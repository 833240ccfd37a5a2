// Reads workbooks (.xlsx, .xls) row by row, on the calling thread. Only this file knows the library.
import { type Cell, emptyFormula } from '@bordee/core/imports/import.ts'
import { readXls, streamXlsxRows } from 'hucre/xlsx'
import { asciiOf, partsOf, textOf, UnsafeZip, type ZipPart } from './spreadsheets.zip.ts'

export interface RawRow {
  /** As Excel numbers rows. */
  row: number
  cells: Cell[]
}

/** Zero-based rows and columns. */
export interface Merge {
  startRow: number
  endRow: number
  startCol: number
  endCol: number
}

export interface RawSheet {
  name: string
  rows: AsyncIterable<RawRow> | Iterable<RawRow>
  merges: readonly Merge[]
}

/** The library can't read it. */
export class UnreadableWorkbook extends Error {}

/** Columns read; anything further right is a slip of the hand. */
const widest = 1000

/** The sheets of an .xlsx, hidden ones included, each read when its turn comes. */
export async function* xlsxSheets(bytes: Buffer): AsyncGenerator<RawSheet> {
  const parts = partsOf(bytes)
  const masks = masksOf(bytes, parts)
  // Loaded only when needed: most workbooks have no masks and do without half the library.
  const { formatValue } = masks.size > 0 ? await import('hucre') : { formatValue: String }
  for (const { name, index, part } of sheetsOf(bytes, parts)) {
    const { merges, masked, unvalued } = await marginsOf(bytes, part, masks)
    const shownAt = (value: unknown, at: string) => {
      const mask = masked.get(at)
      if (unvalued.has(at)) return emptyFormula
      return mask !== undefined && typeof value === 'number' ? formatValue(value, mask).trim() : shown(value)
    }
    yield { name, rows: rowsOf(bytes, index, shownAt), merges }
  }
}

async function* rowsOf(bytes: Buffer, sheet: number, shownAt: (value: unknown, at: string) => Cell): AsyncGenerator<RawRow> {
  try {
    for await (const { index, values } of streamXlsxRows(bytes, { sheet })) {
      if (values.length > widest) values.length = widest
      yield { row: index + 1, cells: values.map((value, column) => shownAt(value, `${index},${column}`)) }
    }
  } catch (error) {
    throw asUnreadable(error)
  }
}

export async function xlsSheets(bytes: Buffer): Promise<RawSheet[]> {
  const { sheets } = await readXls(bytes).catch((error: unknown) => {
    throw asUnreadable(error)
  })
  return sheets.map(({ name, rows, merges = [] }) => ({ name, rows: denseRows(rows), merges }))
}

/** Any error the library throws, except running out of memory, is about the file. */
const asUnreadable = (error: unknown) => new UnreadableWorkbook('the workbook cannot be read', { cause: error })

/** Empty rows may be holes in the array. */
function* denseRows(rows: readonly (readonly unknown[] | undefined)[]): Generator<RawRow> {
  for (const [index, values] of rows.entries())
    if (values) yield { row: index + 1, cells: values.slice(0, widest).map((value) => shown(value)) }
}

const errors = new Set(['#N/A', '#REF!', '#DIV/0!', '#VALUE!', '#NAME?', '#NULL!', '#NUM!', '#ERR!'])

/** Dates and times as ISO texts, errors as null. */
function shown(value: unknown): Cell {
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : isoOf(value)
  if (typeof value === 'number' || typeof value === 'boolean') return value
  return typeof value === 'string' && value.trim() && !errors.has(value) ? value : null
}

/** Workbooks have no time zones, and seconds don't matter here. A value without a date is a time. */
function isoOf(date: Date): string {
  const [day = '', time = ''] = new Date(Math.round(date.getTime() / 60_000) * 60_000).toISOString().split('T')
  const clock = time.slice(0, 5)
  if (date.getUTCFullYear() < 1900) return clock
  return clock === '00:00' ? day : `${day}T${clock}`
}

const attribute = (tag: string, name: string) =>
  plain(new RegExp(`(?:^|\\s)(?:\\w+:)?${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`).exec(tag)?.slice(1).find(Boolean) ?? '')
const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
const plain = (text: string) =>
  text
    .replace(/&#(x?)([0-9a-f]{1,6});/gi, (_, hex: string, code: string) => letterOf(Number.parseInt(code, hex ? 16 : 10)))
    .replace(/&(amp|lt|gt|quot|apos);/g, (_, name: string) => entities[name] ?? '')
const letterOf = (code: number) => (code <= 0x10ffff ? String.fromCodePoint(code) : '')

const tags = (xml: string, name: string) =>
  [...xml.matchAll(new RegExp(`<(?:\\w+:)?${name}\\b([^>]*)>`, 'g'))].map(([, inside = '']) => inside)

/** `index` counts as the library does: every sheet with a name, charts included. */
function sheetsOf(bytes: Buffer, parts: ReadonlyMap<string, ZipPart>): { name: string; index: number; part: ZipPart }[] {
  const [workbook, relations] = [parts.get('xl/workbook.xml'), parts.get('xl/_rels/workbook.xml.rels')]
  if (!workbook || !relations) throw new UnsafeZip('damaged')
  const worksheets = new Map(
    tags(textOf(bytes, relations), 'Relationship')
      .filter((tag) => attribute(tag, 'Type').endsWith('/worksheet'))
      .map((tag) => [attribute(tag, 'Id'), attribute(tag, 'Target').replace(/^\/?(xl\/)?/, 'xl/')]),
  )
  return tags(textOf(bytes, workbook), 'sheet')
    .map((tag) => ({ name: attribute(tag, 'name'), relation: /:id\s*=\s*["']([^"']*)/.exec(tag)?.[1] ?? '' }))
    .filter(({ name, relation }) => name && relation)
    .flatMap(({ name, relation }, index) => {
      const part = parts.get(worksheets.get(relation) ?? '')
      return part ? [{ name, index, part }] : []
    })
}

/**
 * Number formats that really show a text of digits (« 000-000-0000 », « 00000 »), by style index: a phone that Excel
 * shows with leading zeros is read with them.
 */
function masksOf(bytes: Buffer, parts: ReadonlyMap<string, ZipPart>): ReadonlyMap<string, string> {
  const part = parts.get('xl/styles.xml')
  const xml = part ? textOf(bytes, part) : ''
  const formats = new Map(tags(xml, 'numFmt').map((tag) => [attribute(tag, 'numFmtId'), attribute(tag, 'formatCode')]))
  const styles = tags(/<(?:\w+:)?cellXfs\b[\s\S]*?<\/(?:\w+:)?cellXfs>/.exec(xml)?.[0] ?? '', 'xf')
  return new Map(
    styles.flatMap((tag, place) => {
      const format = formats.get(attribute(tag, 'numFmtId')) ?? ''
      return isMask(format) ? [[String(place), format] as const] : []
    }),
  )
}

function isMask(format: string): boolean {
  const digits = format.replace(/"[^"]*"|\\.|\[[^\]]*\]|[-() /;]/g, '')
  return /^[0#]{3,}$/.test(digits) && (/00/.test(digits) || /[-()/\\]/.test(format))
}

const mostMerges = 100_000
const longestTag = 100_000
/** Excel's limit is 8,192 characters. */
const longestFormula = 20_000

/** A formula whose value was never computed: some programs save none. */
const unvaluedCell =
  /<(?:\w+:)?c\s([^>]*)><(?:\w+:)?f(?:\s[^>]*)?(?:\/>|>[^<]*<\/(?:\w+:)?f>)(?:<(?:\w+:)?v(?:\/>|><\/(?:\w+:)?v>))?<\/(?:\w+:)?c>/g

/** The information beside the values: merged cells, masked cells, formulas without a value. A file that ends early is damaged. */
async function marginsOf(bytes: Buffer, part: ZipPart, masks: ReadonlyMap<string, string>) {
  const merges: Merge[] = []
  const masked = new Map<string, string>()
  const unvalued = new Set<string>()
  const wanted = masks.size > 0 ? /<(?:\w+:)?(mergeCell|c)\s([^>]*)>/g : /<(?:\w+:)?(mergeCell)\s([^>]*)>/g
  let [begun, end] = ['', '']
  for await (const piece of asciiOf(bytes, part)) {
    const text = begun + piece
    end = (end + piece).slice(-100)
    begun = unended(text)
    if (begun.length > longestTag) throw new UnsafeZip('damaged')
    const ended = text.slice(0, text.length - begun.length)
    for (const [, inside = ''] of ended.matchAll(unvaluedCell)) {
      const at = placeOf(attribute(inside, 'r'))
      if (at) unvalued.add(`${at.row},${at.column}`)
    }
    for (const [, name, inside = ''] of ended.matchAll(wanted)) {
      if (name === 'c') {
        const mask = masks.get(attribute(inside, 's'))
        const at = mask && ['', 'n'].includes(attribute(inside, 't')) && placeOf(attribute(inside, 'r'))
        if (at) masked.set(`${at.row},${at.column}`, mask)
      } else if (merges.length < mostMerges) {
        const [from, to] = attribute(inside, 'ref').split(':').map(placeOf)
        if (from && to) merges.push({ startRow: from.row, endRow: to.row, startCol: from.column, endCol: to.column })
      }
    }
  }
  if (!/<\/(?:\w+:)?worksheet>\s*$/.test(end)) throw new UnsafeZip('damaged')
  return { merges, masked, unvalued }
}

/** What the next piece ends: a tag, or a cell that may hold a formula. */
function unended(text: string): string {
  const [tag, cell] = [text.lastIndexOf('<'), text.search(lastCell)]
  if (cell >= 0 && text.length - cell < longestFormula) return text.slice(cell)
  return tag > text.lastIndexOf('>') ? text.slice(tag) : ''
}
const lastCell = /<(?:\w+:)?c\s[^>]*(?:>(?:(?!<\/?(?:\w+:)?c[\s>])[\s\S])*)?$/

function placeOf(reference: string): { row: number; column: number } | undefined {
  const [, letters = '', digits = ''] = /^\$?([A-Z]{1,3})\$?(\d{1,7})$/.exec(reference) ?? []
  if (!letters) return undefined
  const column = Array.from(letters, (letter) => letter.charCodeAt(0) - 64).reduce((sum, digit) => sum * 26 + digit, 0) - 1
  return { row: Number(digits) - 1, column }
}
