// Reads the records of a CSV file of any size one by one, each with the offset of the next one, so that reading can
// resume there.
import { createReadStream } from 'node:fs'

export interface CsvRecord {
  /** Undefined if it isn't a record: an unclosed quote. */
  fields: string[] | undefined
  end: number
}

const quote = 0x22
const newline = 0x0a
/** Longer than any real record: a stray quote must not swallow the rest of the file. */
const longest = 64 * 1024

/** Handles quotes, newlines in quotes, CRLF, a BOM, UTF-8 and windows-1252: no other byte looks like a delimiter. */
export async function* csvRecords(file: string, start = 0): AsyncGenerator<CsvRecord> {
  let held: Buffer = Buffer.alloc(0)
  let offset = start
  function* records(isLast: boolean): Generator<CsvRecord> {
    let from = 0
    for (let end = endOf(held, from, isLast); end !== undefined; end = endOf(held, from, isLast)) {
      yield { fields: end.isWhole ? fieldsOf(held.subarray(from, end.at), offset + from === 0) : undefined, end: offset + end.at }
      from = end.at
    }
    offset += from
    held = held.subarray(from)
  }
  for await (const chunk of createReadStream(file, { start, highWaterMark: 256 * 1024 })) {
    held = held.length ? Buffer.concat([held, chunk as Buffer]) : (chunk as Buffer)
    yield* records(false)
  }
  yield* records(true)
}

/** The offset after the record's newline; undefined while more must be read. */
function endOf(bytes: Buffer, from: number, isLast: boolean): { at: number; isWhole: boolean } | undefined {
  const limit = Math.min(bytes.length, from + longest)
  let quoted = false
  for (let i = from; i < limit; i++) {
    const byte = bytes[i]
    if (byte === quote) quoted = !quoted
    else if (byte === newline && !quoted) return { at: i + 1, isWhole: true }
  }
  if (limit === bytes.length && !isLast) return undefined
  if (limit === from) return undefined
  if (limit === bytes.length && !quoted) return { at: limit, isWhole: true }
  const line = bytes.indexOf(newline, from)
  return { at: line < 0 ? limit : line + 1, isWhole: false }
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
const windows = new TextDecoder('windows-1252')

function textOf(bytes: Buffer): string {
  try {
    return utf8.decode(bytes)
  } catch {
    return windows.decode(bytes)
  }
}

function fieldsOf(bytes: Buffer, isFirst: boolean): string[] | undefined {
  const text = (isFirst ? textOf(bytes).replace(/^\uFEFF/, '') : textOf(bytes)).replace(/\r?\n$/, '').replace(/\r$/, '')
  if (!text.includes('"')) return text.split(',')
  const fields: string[] = []
  for (let i = 0; i <= text.length; i++) {
    if (text[i] !== '"') {
      const comma = text.indexOf(',', i)
      fields.push(text.slice(i, comma < 0 ? text.length : comma))
      i = comma < 0 ? text.length : comma
      continue
    }
    let end = i + 1
    while (end < text.length && (text[end] !== '"' || text[end + 1] === '"')) end += text[end] === '"' ? 2 : 1
    if (end >= text.length) return undefined
    fields.push(text.slice(i + 1, end).replaceAll('""', '"'))
    if (end + 1 < text.length && text[end + 1] !== ',') return undefined
    i = end + 1
  }
  return fields
}
