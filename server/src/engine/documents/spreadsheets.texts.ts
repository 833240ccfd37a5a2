// Spreadsheets that are text (.csv), as Excel, accounting software and people write them: in UTF-8 or Windows-1252, between semicolons, tabs or commas.
import papaparse from 'papaparse'
import type { RawRow } from './spreadsheets.workbooks.ts'

/** What a text that is none holds: a picture, a program. */
const binary = /(?![\t\n\v\f\r\u0080-\u009f])\p{Cc}|\ufffd/u

/** Undefined for what is not text. */
export function decoded(bytes: Buffer): string | undefined {
  const text = textOf(bytes).replace(/^\ufeff/, '')
  return binary.test(text) ? undefined : text
}

function textOf(bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** A quotation mark that nothing closes swallows everything after it. */
export class OpenQuote extends Error {
  /** As Excel numbers them. */
  readonly row: number
  constructor(row: number) {
    super(`a quotation mark is open in row ${row}`)
    this.row = row
  }
}

/** A line that would take all the memory there is. */
export class TooWide extends Error {
  readonly row: number
  constructor(row: number) {
    super(`too many cells in row ${row}`)
    this.row = row
  }
}

/** Of a line, those inside of quotation marks among them: far more than columns that anyone reads, far fewer than memory. */
const mostDelimiters = 50_000

/** Before the line is cut up: what does that cuts it up whole. */
function refuseTooWide(text: string, delimiter: string): void {
  const [newline, between] = [10, delimiter.charCodeAt(0)]
  let [row, count] = [1, 0]
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === between && ++count > mostDelimiters) throw new TooWide(row)
    if (code !== newline) continue
    row++
    count = 0
  }
}

/** Row by row, until `take` throws. Cells stay texts: « 007 » is no number. */
export function readRows(text: string, take: (row: RawRow) => void): void {
  const [, told, body = text] = /^sep=(.)\r?\n([\s\S]*)$/i.exec(text) ?? []
  const delimiter = told ?? delimiterOf(body)
  refuseTooWide(body, delimiter)
  let row = 0
  papaparse.parse<string[]>(body, {
    delimiter,
    step({ data, errors }) {
      row++
      if (errors.some(({ code }) => code === 'MissingQuotes')) throw new OpenQuote(row)
      take({ row, cells: data.map(cellOf) })
    },
  })
}

const delimiters = [';', '\t', ',']

/** The one that most of the first lines have, headings among them; a comma may also be one of « 1,50 », alone in its line. */
function delimiterOf(text: string): string {
  const lines = text
    .slice(0, 100_000)
    .split(/\r?\n|\r/, 30)
    .map((line) => line.replace(/"[^"]*"/g, ''))
    .filter((line) => line.trim() && !/^\s*-?\d+,\d+\s*\$?\s*$/.test(line))
  const counts = delimiters.map((delimiter) => lines.filter((line) => line.includes(delimiter)).length)
  const most = Math.max(...counts)
  return (most > 0 && delimiters[counts.indexOf(most)]) || ';'
}

/** `="0418"` is how a text is kept from becoming a number. */
function cellOf(text: string): string | null {
  const bare = /^="([^"]*)"$/.exec(text)?.[1] ?? text
  return bare.trim() ? bare : null
}
