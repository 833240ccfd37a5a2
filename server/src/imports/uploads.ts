// What was read of uploaded spreadsheets, whole: it rests in PostgreSQL for an hour, compressed, and whichever server imports it reads it there.
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { setImmediate } from 'node:timers/promises'
import { promisify } from 'node:util'
import { createZstdCompress, zstdDecompress } from 'node:zlib'
import type { Cell, UploadedColumn } from '@bordee/core/imports/import.ts'
import { Problem } from '@bordee/core/problem.ts'
import type { Work } from '../engine/ctx.ts'

export interface ReadSheet {
  /** Unique in its upload. */
  name: string
  file: string
  columns: readonly UploadedColumn[]
  rows: readonly ReadRow[]
}

export interface ReadRow {
  /** As Excel numbers them. */
  row: number
  /** In the order of the columns. */
  cells: readonly Cell[]
}

const decompress = promisify(zstdDecompress)

/** Characters of a line, or a row more: it is written and read in some milliseconds. */
const ofALine = 64 * 1024

/** A line of JSON per sheet and per some of its rows: others go on between two. */
export async function packSheets(sheets: readonly ReadSheet[]): Promise<Buffer> {
  return pipeline(linesOf(sheets), createZstdCompress(), buffer)
}

async function* linesOf(sheets: readonly ReadSheet[]): AsyncGenerator<string> {
  for (const { rows, ...sheet } of sheets) {
    yield `${JSON.stringify({ ...sheet, rows: [] })}\n`
    let [line, length]: [string[], number] = [[], 0]
    for (const [at, row] of rows.entries()) {
      const text = JSON.stringify(row)
      line.push(text)
      length += text.length
      if (length < ofALine && at < rows.length - 1) continue
      yield `[${line.join(',')}]\n`
      ;[line, length] = [[], 0]
      await setImmediate()
    }
  }
}

export async function unpackSheets(bytes: Uint8Array): Promise<ReadSheet[]> {
  const unpacked = await decompress(bytes)
  const sheets: (ReadSheet & { rows: ReadRow[] })[] = []
  for (let from = 0; from < unpacked.length; ) {
    const to = unpacked.indexOf('\n', from)
    const end = to < 0 ? unpacked.length : to
    const line = JSON.parse(unpacked.toString('utf8', from, end)) as (ReadSheet & { rows: ReadRow[] }) | ReadRow[]
    if (Array.isArray(line)) for (const row of line) sheets.at(-1)?.rows.push(row)
    else sheets.push(line)
    from = end + 1
    await setImmediate()
  }
  return sheets
}

/** Answers its id. */
export async function keepUpload({ tx }: Work, { companyId, accountId, sheets }: { companyId: string; accountId: string; sheets: Buffer }) {
  const [kept] = await tx.sql<{ id: string }>`
    insert into import_uploads (company_id, account_id, sheets) values (${companyId}, ${accountId}, ${sheets}) returning id`
  return kept?.id ?? ''
}

/** Packed, of whoever uploaded it. */
export async function findUpload({ tx }: Work, { accountId, uploadId }: { accountId: string; uploadId: string }): Promise<Buffer> {
  const [found] = await tx.sql<{ sheets: Buffer }>`
    select sheets from import_uploads where id = ${uploadId} and account_id = ${accountId} and created_at > now() - interval '1 hour'`
  if (!found) throw new Problem(404, 'Vos fichiers ne sont gardés qu’une heure\u00a0: choisissez-les de nouveau.')
  return found.sheets
}
