// `npm run addresses -- file.csv`: fills the gazetteer from a file of any size. Each batch is one transaction that also
// records how far the file was read: whatever stops it, the next run resumes there, and another run changes nothing.
import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import { basename } from 'node:path'
import type { Tx } from '../engine/db/db.ts'
import { csvRecords } from './csv-records.ts'
import { drawByHouses, type GazetteerAddress, settleGazetteer, storeAddresses } from './gazetteer.queries.ts'
import { odaAddress, odaColumns, type Refusal } from './oda.ts'

const batchSize = 5000
const lock = 7_305_003

/** The file can't be loaded; the message says why. */
export class LoadTrouble extends Error {}

/** Runs a transaction as the owner of the tables; all on one connection, which holds the lock. */
export type Transact = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>

export interface Progress {
  /** Rows read so far, without the header; counted from the start of the file, even after resuming. */
  rows: number
  /** From 0 to 1. */
  part: number
}

export interface Loaded {
  rows: number
  added: number
  /** Number of skipped rows, by reason. */
  refused: Partial<Record<Refusal, number>>
  /** Some of the skipped rows, and why. */
  examples: { row: number; reason: Refusal }[]
  /** The row after which an interrupted load resumed. */
  resumedAfter: number
}

interface Noted {
  readBytes: number
  readRows: number
  refused: Loaded['refused']
}

export async function loadAddresses(
  transact: Transact,
  file: string,
  tell: (progress: Progress) => void = () => undefined,
): Promise<Loaded> {
  const { fingerprint, size } = await identify(file)
  const { columns, count, end } = await readHeader(file)
  const noted = await transact((tx) => begin(tx, fingerprint, file, end))
  const loaded: Loaded = { rows: noted.readRows, added: 0, refused: noted.refused, examples: [], resumedAfter: noted.readRows }
  let batch: GazetteerAddress[] = []
  const store = async (readBytes: number) => {
    const rows = batch
    batch = []
    loaded.added += await transact(async (tx) => {
      await note(tx, fingerprint, { readBytes, readRows: loaded.rows, refused: loaded.refused })
      return storeAddresses(tx, rows)
    })
    tell({ rows: loaded.rows, part: size ? readBytes / size : 1 })
  }
  for await (const record of csvRecords(file, noted.readBytes)) {
    if (record.fields?.length === 1 && record.fields[0] === '') continue
    loaded.rows++
    const address = record.fields ? odaAddress(columns, count, record.fields) : 'colonnes'
    if (typeof address !== 'string') batch.push(address)
    else {
      loaded.refused[address] = (loaded.refused[address] ?? 0) + 1
      if (loaded.examples.length < 10) loaded.examples.push({ row: loaded.rows + 1, reason: address })
    }
    if (batch.length === batchSize) await store(record.end)
  }
  await store(size)
  await transact(settleGazetteer)
  for (let last: number | undefined = 0; last !== undefined; ) last = await transact((tx) => drawByHouses(tx, last ?? 0))
  await transact(async (tx) => {
    await tx.sql`update address_loads set finished_at = now() where fingerprint = ${fingerprint}`
  })
  return loaded
}

/** A renamed file is still the same file. */
async function identify(file: string): Promise<{ fingerprint: string; size: number }> {
  const handle = await open(file).catch(() => {
    throw new LoadTrouble(`Le fichier ${file} ne peut pas être lu.`)
  })
  try {
    const { size } = await handle.stat()
    const { buffer, bytesRead } = await handle.read({ buffer: Buffer.alloc(64 * 1024), position: 0 })
    return { fingerprint: createHash('sha256').update(`${size}\n`).update(buffer.subarray(0, bytesRead)).digest('hex'), size }
  } finally {
    await handle.close()
  }
}

async function readHeader(file: string) {
  for await (const { fields = [], end } of csvRecords(file)) {
    const found = odaColumns(fields)
    if ('columns' in found) return { columns: found.columns, count: fields.length, end }
    throw new LoadTrouble(
      `${basename(file)} n’a pas la forme de la Base de données ouverte d’adresses : il manque ${found.missing.join(', ')}.`,
    )
  }
  throw new LoadTrouble(`${basename(file)} est vide.`)
}

async function begin(tx: Tx, fingerprint: string, file: string, headerEnd: number): Promise<Noted> {
  await tx.sql`select set_config('lock_timeout', '15s', true)` // a load that was just killed finishes its last statement first
  await tx.sql`select pg_advisory_lock(${lock})`.catch((error: unknown) => {
    throw (error as { code?: string }).code === '55P03' ? new LoadTrouble('Un autre chargement d’adresses est en cours.') : error
  })
  const [unfinished] = await tx.sql<Noted>`
    select read_bytes::float8 as "readBytes", read_rows::float8 as "readRows", refused
    from address_loads where fingerprint = ${fingerprint} and finished_at is null`
  if (unfinished) return unfinished
  await tx.sql`
    insert into address_loads (fingerprint, file, read_bytes, read_rows) values (${fingerprint}, ${basename(file)}, ${headerEnd}, 0)
    on conflict (fingerprint) do update
      set read_bytes = excluded.read_bytes, read_rows = 0, refused = '{}', finished_at = null, file = excluded.file`
  return { readBytes: headerEnd, readRows: 0, refused: {} }
}

async function note(tx: Tx, fingerprint: string, { readBytes, readRows, refused }: Noted) {
  await tx.sql`
    update address_loads set read_bytes = ${readBytes}, read_rows = ${readRows}, refused = ${JSON.stringify(refused)}
    where fingerprint = ${fingerprint}`
}
