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

/** Row by row, until `take` throws. Cells stay texts: « 007 » is no number. */
export function readRows(text: string, take: (row: RawRow) => void): void {
  const [, told, body = text] = /^sep=(.)\r?\n([\s\S]*)$/i.exec(text) ?? []
  let row = 0
  papaparse.parse<string[]>(body, {
    delimiter: told ?? delimiterOf(body),
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
