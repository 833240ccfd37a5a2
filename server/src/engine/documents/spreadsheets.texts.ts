// Reads text spreadsheets (.csv) as Excel, accounting software and people write them: in UTF-8 or Windows-1252, with
// semicolons, tabs or commas.
import papaparse from 'papaparse'
import type { RawRow } from './spreadsheets.workbooks.ts'

/** Characters that show that a file is not text, but a picture or a program. */
const binary = /(?![\t\n\v\f\r\u0080-\u009f])\p{Cc}|\ufffd/u

/** Undefined if it is not text. */
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

/** An unclosed quotation mark, which would swallow everything after it. */
export class OpenQuote extends Error {
  /** As Excel numbers rows. */
  readonly row: number
  constructor(row: number) {
    super(`a quotation mark is open in row ${row}`)
    this.row = row
  }
}

/** A line with so many cells that it would exhaust memory. */
export class TooWide extends Error {
  readonly row: number
  constructor(row: number) {
    super(`too many cells in row ${row}`)
    this.row = row
  }
}

/** Per line, including those inside quotation marks: far more than any real sheet has, far fewer than memory allows. */
const mostDelimiters = 50_000

/** Checked first, because the parser splits a whole line at once. */
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

/** Calls `take` row by row, until it throws. Cells stay text: « 007 » is not a number. */
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

/** The delimiter in most of the first lines, headings included. Lines like « 1,50 » don't count: a decimal comma. */
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

/** `="0418"` is how spreadsheets keep a text from becoming a number. */
function cellOf(text: string): string | null {
  const bare = /^="([^"]*)"$/.exec(text)?.[1] ?? text
  return bare.trim() ? bare : null
}
