// `npm run backup` and `npm run restore`: every row at one moment, in PostgreSQL's own text format, and every stored file
// that these rows name, in one file.
// docs/upkeep.md says when pg_dump is the better tool.
import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream, existsSync, renameSync, rmSync } from 'node:fs'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import pg from 'pg'
import * as z from 'zod'
import { type Files, isFileHash } from '../outside/files/files.ts'
import { splitIntoLines } from './backup-lines.ts'

/** The file and the database don't match; the message says how. */
export class BackupTrouble extends Error {}

const format = 'bordee-backup-2'
/** The first had rows only. Its schema is older than any database of today, and the refusal says so. */
const formats = ['bordee-backup-1', format] as const
const head = z.object({ format: z.enum(formats), takenAt: z.string(), migrations: z.array(z.string()), secret: z.string() })
const tableHead = z.object({ table: z.string(), columns: z.array(z.string()) })
const tableEnd = z.object({ end: z.string(), rows: z.int(), checksum: z.string() })
const fileHead = z.object({ file: z.string().refine(isFileHash) })
const filesEnd = z.object({ files: z.int() })
const lastLine = z.object({ tables: z.int(), sequences: z.record(z.string(), z.object({ value: z.string(), isCalled: z.boolean() })) })

export interface Outcome {
  tables: number
  rows: number
  files: number
  /** Deleted while the backup was being taken. */
  missingFiles: number
  takenAt: string
  /** Sealed with a different SECRET. */
  isOtherSecret: boolean
}

/** Rows read and written at a time; and characters, when they are long. */
const atOnce = 200
const lengthAtOnce = 32 * 1024 * 1024

/** They describe the schema, so they are compared instead of copied. */
const ofTheSchema = ['migrations', 'rules']

/** As owner, beside a running server: one snapshot, which blocks nobody. `secret` is a fingerprint. */
export async function backUp(ownerUrl: string, file: string, secret: string, files: Files): Promise<Outcome> {
  if (existsSync(file)) throw new BackupTrouble(`${file} existe déjà.`)
  const half = `${file}.part`
  const takenAt = new Date().toISOString()
  const counted = nothingCounted()
  try {
    await withOwner(ownerUrl, async (db) => {
      await db.query('begin isolation level repeatable read, read only')
      await db.query(`select set_config('app.platform', 'on', true)`)
      await pipeline(linesOf(db, files, { takenAt, secret }, counted), createGzip(), createWriteStream(half, { mode: 0o600 }))
    })
    renameSync(half, file)
  } catch (error) {
    rmSync(half, { force: true })
    throw error
  }
  return { ...counted, takenAt, isOtherSecret: false }
}

type Counted = Pick<Outcome, 'tables' | 'rows' | 'files' | 'missingFiles'>
const nothingCounted = (): Counted => ({ tables: 0, rows: 0, files: 0, missingFiles: 0 })

async function* linesOf(db: pg.Client, files: Files, { takenAt, secret }: { takenAt: string; secret: string }, counted: Counted) {
  const line = (value: unknown) => `${JSON.stringify(value)}\n`
  yield line({ format, takenAt, migrations: await migrationsOf(db), secret })
  for (const { name, columns } of await tablesOf(db)) {
    yield line({ table: name, columns: columns.map((column) => column.name) })
    const hash = createHash('sha256')
    let rows = 0
    await db.query(`declare rows_of_table no scroll cursor for select t::text as row from ${name} t`)
    for (;;) {
      const { rows: some } = await db.query<{ row: string }>(`fetch ${atOnce} from rows_of_table`)
      if (some.length === 0) break
      for (const { row } of some) hash.update(row).update('\n')
      rows += some.length
      yield some.map(({ row }) => line(row)).join('')
    }
    await db.query('close rows_of_table')
    yield line({ end: name, rows, checksum: hash.digest('hex') })
    counted.tables++
    counted.rows += rows
  }
  for await (const text of fileLines(db, files, counted)) yield text
  yield line({ tables: counted.tables, sequences: await sequencesOf(db) })
}

/** Each file is a line that names it and one with its content. */
async function* fileLines(db: pg.Client, files: Files, counted: Counted) {
  const { rows } = await db.query<{ hash: string }>('select distinct hash from stored_files order by hash')
  for (const { hash } of rows) {
    const content = await files.get(hash)
    if (content) yield `${JSON.stringify({ file: hash })}\n"${(await buffer(content)).toString('base64')}"\n`
    if (content) counted.files++
    else counted.missingFiles++
  }
  yield `${JSON.stringify({ files: counted.files })}\n`
}

/**
 * As owner, into a migrated database that has not been used yet: as a whole or not at all. Jobs of `outsideKinds` call
 * the outside world, and the original server may have run them since the backup: they are cancelled.
 */
export async function restore(
  ownerUrl: string,
  file: string,
  secret: string,
  outsideKinds: readonly string[],
  files: Files,
): Promise<Outcome> {
  if (!existsSync(file)) throw new BackupTrouble(`${file} n’existe pas.`)
  const lines = new Lines(file)
  const { migrations, takenAt, secret: sealedWith } = lines.as(head, await lines.next())
  const counted = nothingCounted()
  await withOwner(ownerUrl, async (db) => {
    await db.query('begin')
    await refuseUnfit(db, migrations)
    const tables = await tablesOf(db)
    const putBack = await layBare(
      db,
      tables.map(({ name }) => name),
    )
    for (const table of tables) {
      counted.rows += await fill(db, table, lines)
      counted.tables++
    }
    counted.files = await putFiles(files, lines)
    const { sequences } = lines.as(lastLine, await lines.next())
    for (const [name, { value, isCalled }] of Object.entries(sequences))
      await db.query('select setval($1::text::regclass, $2::bigint, $3::boolean)', [name, value, isCalled])
    await db.query(
      `update pgboss.job set state = 'cancelled', completed_on = now() where name = any($1) and state in ('created', 'retry', 'active')`,
      [outsideKinds],
    )
    await putBack()
    await db.query('commit')
    await db.query('analyze')
  })
  return { ...counted, takenAt, isOtherSecret: sealedWith !== secret }
}

/** Before the rows commit: if the rest fails, the sweeper finds files that nothing names. */
async function putFiles(files: Files, lines: Lines): Promise<number> {
  for (let count = 0; ; count++) {
    const line = await lines.next()
    const end = filesEnd.safeParse(line)
    if (end.success && end.data.files === count) return count
    const { file } = lines.as(fileHead, line)
    const content = Buffer.from(lines.as(z.string(), await lines.next()), 'base64')
    if ((await files.put(content)) !== file) throw new BackupTrouble(`Le fichier ${file} de la sauvegarde est abîmé.`)
  }
}

class Lines {
  readonly #file: string
  readonly #lines: AsyncIterator<string>

  constructor(file: string) {
    this.#file = file
    const unzipped = createGunzip()
    createReadStream(file)
      .on('error', (error) => unzipped.destroy(error)) // a folder, or an unreadable file
      .pipe(unzipped)
    this.#lines = splitIntoLines(unzipped)
  }

  async next(): Promise<unknown> {
    try {
      const { value, done } = await this.#lines.next()
      return done ? undefined : JSON.parse(value)
    } catch {
      return undefined // not gzipped, truncated, or too long
    }
  }

  as<T>(schema: z.ZodType<T>, line: unknown): T {
    const parsed = schema.safeParse(line)
    if (!parsed.success) throw new BackupTrouble(`${this.#file} n’est pas une sauvegarde de Bordée, ou elle est incomplète.`)
    return parsed.data
  }
}

async function refuseUnfit(db: pg.Client, theirs: readonly string[]) {
  const ours = await migrationsOf(db)
  const other = ours.find((name) => !theirs.includes(name)) ?? theirs.find((name) => !ours.includes(name))
  if (other)
    throw new BackupTrouble(
      `La sauvegarde et cette base de données n’ont pas le même schéma (${other}). ` +
        'Restaurez-la avec la version de Bordée qui l’a faite, puis mettez à jour.',
    )
  await db.query(`select set_config('app.platform', 'on', true)`)
  const { rows } = await db.query(
    '(select from accounts limit 1) union all (select from companies limit 1) union all (select from addresses limit 1)',
  )
  if (rows.length > 0) throw new BackupTrouble('Cette base de données n’est pas vide\u00a0: une sauvegarde ne remplace rien.')
}

interface Table {
  name: string
  columns: { name: string; isGenerated: boolean }[]
}

async function fill(db: pg.Client, { name, columns }: Table, lines: Lines): Promise<number> {
  const { table, columns: theirs } = lines.as(tableHead, await lines.next())
  if (table !== name || theirs.join() !== columns.map((column) => column.name).join())
    throw new BackupTrouble(`La table ${table} de la sauvegarde n’est pas celle de cette base de données.`)
  const written = columns.filter(({ isGenerated }) => !isGenerated).map((column) => pg.escapeIdentifier(column.name))
  const statement = `insert into ${name} (${written.join()}) overriding system value select ${written.join()} from unnest($1::${name}[])`
  const hash = createHash('sha256')
  let rows = 0
  let line = await lines.next()
  while (typeof line === 'string') {
    const some: string[] = []
    for (let length = 0; typeof line === 'string' && some.length < atOnce && length < lengthAtOnce; line = await lines.next()) {
      hash.update(line).update('\n')
      some.push(line)
      length += line.length
    }
    await db.query(statement, [some])
    rows += some.length
  }
  const end = lines.as(tableEnd, line)
  if (end.end !== name || end.rows !== rows || end.checksum !== hash.digest('hex'))
    throw new BackupTrouble(`La table ${name} de la sauvegarde est abîmée.`)
  return rows
}

/** Drops references, triggers and policies, so that rows go in unchanged in any order. Returns what restores them. */
async function layBare(db: pg.Client, tables: readonly string[]): Promise<() => Promise<void>> {
  const { rows: references } = await db.query<{ table: string; name: string; definition: string }>(`
    select format('%I.%I', n.nspname, c.relname) as table, quote_ident(f.conname) as name, pg_get_constraintdef(f.oid) as definition
    from pg_constraint f
    join pg_class c on c.oid = f.conrelid
    join pg_namespace n on n.oid = c.relnamespace
    where f.contype = 'f' and f.conparentid = 0 and n.nspname in ('public', 'pgboss')`)
  const { rows: forced } = await db.query<{ table: string }>(
    `select format('public.%I', relname) as table from pg_class where relforcerowsecurity and relnamespace = 'public'::regnamespace`,
  )
  for (const { table, name } of references) await db.query(`alter table ${table} drop constraint ${name}`)
  for (const { table } of forced) await db.query(`alter table ${table} no force row level security`)
  for (const table of tables) await db.query(`alter table ${table} disable trigger user`)
  await db.query(`truncate ${tables.join()}`)
  return async () => {
    for (const table of tables) await db.query(`alter table ${table} enable trigger user`)
    for (const { table, name, definition } of references) await db.query(`alter table ${table} add constraint ${name} ${definition}`)
    for (const { table } of forced) await db.query(`alter table ${table} force row level security`)
  }
}

/** The queues themselves; pg-boss's statistics and warnings are left out. */
const ofTheQueues = ['queue', 'schedule', 'subscription', 'job_common', 'job_dependency']

async function tablesOf(db: pg.Client): Promise<Table[]> {
  const { rows } = await db.query<Table>(
    `
    select format('%I.%I', n.nspname, c.relname) as name,
           json_agg(json_build_object('name', a.attname, 'isGenerated', a.attgenerated <> '') order by a.attnum) as columns
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relkind = 'r' and (n.nspname = 'public' and c.relname <> all ($1) or n.nspname = 'pgboss' and c.relname = any ($2))
    group by 1
    order by 1`,
    [ofTheSchema, ofTheQueues],
  )
  return rows
}

async function sequencesOf(db: pg.Client): Promise<z.infer<typeof lastLine>['sequences']> {
  const { rows } = await db.query<{ name: string }>(
    `select format('%I.%I', schemaname, sequencename) as name from pg_sequences where schemaname = 'public' order by 1`,
  )
  const values: z.infer<typeof lastLine>['sequences'] = {}
  for (const { name } of rows) {
    const { rows: found } = await db.query<{ value: string; isCalled: boolean }>(
      `select last_value::text as value, is_called as "isCalled" from ${name}`,
    )
    if (found[0]) values[name] = found[0]
  }
  return values
}

const migrationsOf = async (db: pg.Client) =>
  (await db.query<{ name: string }>('select name from migrations order by name')).rows.map(({ name }) => name)

async function withOwner(ownerUrl: string, run: (db: pg.Client) => Promise<void>) {
  const db = new pg.Client({ connectionString: ownerUrl, application_name: 'backup' })
  await db.connect()
  try {
    await run(db)
  } finally {
    await db.end() // rolls back whatever has not committed
  }
}
