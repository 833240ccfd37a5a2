// The whole content of uploaded spreadsheets, stored compressed in PostgreSQL for an hour, so that any server can
// import it.
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { setImmediate } from 'node:timers/promises'
import { createZstdCompress, createZstdDecompress } from 'node:zlib'
import type { Cell, UploadedColumn } from '@bordee/core/imports/import.ts'
import { Problem } from '@bordee/core/problem.ts'
import type { Work } from '../engine/ctx.ts'

interface SheetHead {
  /** Unique within its upload. */
  name: string
  file: string
  columns: readonly UploadedColumn[]
}

export interface ReadSheet extends SheetHead {
  rows: readonly ReadRow[]
}

/** A packed sheet: its rows can be read repeatedly, a few at a time, without holding them all. */
export interface PackedSheet extends SheetHead {
  count: number
  pieces(): AsyncIterable<readonly ReadRow[]>
}

export interface ReadRow {
  /** As Excel numbers rows. */
  row: number
  /** In column order. */
  cells: readonly Cell[]
}

/** Characters per line, plus at most one row: takes a few milliseconds to write or read. */
const ofALine = 64 * 1024

/** One line of JSON per sheet and per group of rows, so that others can run in between. */
export async function packSheets(sheets: readonly (SheetHead & { rows: Iterable<ReadRow> | AsyncIterable<ReadRow> })[]): Promise<Buffer> {
  return pipeline(linesOf(sheets), createZstdCompress(), buffer)
}

async function* linesOf(sheets: Parameters<typeof packSheets>[0]): AsyncGenerator<string> {
  for (const { rows, ...sheet } of sheets) {
    yield `${JSON.stringify({ ...sheet, rows: [] })}\n` // as servers of the previous release expect it
    let [line, length]: [string[], number] = [[], 0]
    for await (const row of rows) {
      const text = JSON.stringify(row)
      line.push(text)
      length += text.length
      if (length < ofALine) continue
      yield `[${line.join(',')}]\n`
      ;[line, length] = [[], 0]
      await setImmediate()
    }
    if (line.length > 0) yield `[${line.join(',')}]\n`
  }
}

export async function openSheets(packed: Uint8Array): Promise<PackedSheet[]> {
  const sheets: PackedSheet[] = []
  for await (const line of linesIn(packed)) {
    const read = JSON.parse(line) as SheetHead | ReadRow[]
    const last = sheets.at(-1)
    if (!Array.isArray(read)) sheets.push({ ...read, count: 0, pieces: piecesOf(packed, sheets.length) })
    else if (last) last.count += read.length
  }
  return sheets
}

/** Every row of every sheet: for small ones, or to write them out. */
export async function unpackSheets(packed: Uint8Array): Promise<ReadSheet[]> {
  const opened = await openSheets(packed)
  return Promise.all(
    opened.map(async ({ count: _, pieces, ...sheet }) => {
      const rows: ReadRow[] = []
      for await (const some of pieces()) for (const row of some) rows.push(row)
      return { ...sheet, rows }
    }),
  )
}

const piecesOf = (packed: Uint8Array, wanted: number) =>
  async function* () {
    let at = -1
    for await (const line of linesIn(packed)) {
      if (!line.startsWith('[')) at++
      else if (at === wanted) yield JSON.parse(line) as ReadRow[]
      if (at > wanted) return
    }
  }

async function* linesIn(packed: Uint8Array): AsyncGenerator<string> {
  const unpacking = createZstdDecompress().setEncoding('utf8')
  unpacking.end(packed)
  let rest = ''
  for await (const text of unpacking) {
    const lines = (rest + String(text)).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
    await setImmediate()
  }
  if (rest) yield rest
}

/** Returns its id. */
export async function keepUpload({ tx }: Work, { companyId, accountId, sheets }: { companyId: string; accountId: string; sheets: Buffer }) {
  const [kept] = await tx.sql<{ id: string }>`
    insert into import_uploads (company_id, account_id, sheets) values (${companyId}, ${accountId}, ${sheets}) returning id`
  return kept?.id ?? ''
}

/** Packed; only for its uploader. */
export async function findUpload({ tx }: Work, { accountId, uploadId }: { accountId: string; uploadId: string }): Promise<Buffer> {
  const [found] = await tx.sql<{ sheets: Buffer }>`
    select sheets from import_uploads where id = ${uploadId} and account_id = ${accountId} and created_at > now() - interval '1 hour'`
  if (!found) throw new Problem(404, 'Vos fichiers ne sont gardés qu’une heure\u00a0: choisissez-les de nouveau.')
  return found.sheets
}
