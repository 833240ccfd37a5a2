// What was read of uploaded spreadsheets, whole: it rests in PostgreSQL for an hour, compressed, and whichever server imports it reads it there.
import { promisify } from 'node:util'
import { zstdCompress, zstdDecompress } from 'node:zlib'
import type { Cell, UploadedColumn } from '@bordee/core/imports/import.ts'
import { notFound } from '@bordee/core/problem.ts'
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

const compress = promisify(zstdCompress)
const decompress = promisify(zstdDecompress)

export const packSheets = async (sheets: readonly ReadSheet[]): Promise<Buffer> => compress(JSON.stringify(sheets))
export const unpackSheets = async (bytes: Uint8Array): Promise<ReadSheet[]> =>
  JSON.parse((await decompress(bytes)).toString()) as ReadSheet[]

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
  if (!found) throw notFound('Fichier')
  return found.sheets
}
