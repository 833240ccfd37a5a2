import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import pg from 'pg'
import { applyRules, type Rule, rulesOfSlices } from './rules.ts'

const folder = new URL('../../migrations/', import.meta.url)
const lock = 7_305_002

/** The database and this code do not fit together; the message says how. */
export class MigrationTrouble extends Error {}

/**
 * Brings the database to the last migration: forward only, each file in its own transaction, one migrator at a time. Then the slices' own rules, all of them
 * in one transaction more.
 */
export async function migrate(ownerUrl: string, appPassword: string, rules: readonly Rule[] = rulesOfSlices()) {
  const db = new pg.Client({ connectionString: ownerUrl, application_name: 'migrate' })
  await db.connect()
  try {
    await db.query('select pg_advisory_lock($1)', [lock])
    await appRole(db, appPassword)
    const migrations = await waiting(db)
    for (const { name, text, checksum } of migrations) {
      await inOneTransaction(db, `La migration ${name} a échoué`, async () => {
        await db.query(text)
        await db.query('insert into migrations (name, checksum) values ($1, $2)', [name, checksum])
      })
    }
    await inOneTransaction(db, 'Une règle de la base de données n’a pas pu être mise en place', () =>
      applyRules(db, rules, { all: migrations.length > 0 }),
    )
  } finally {
    await db.end()
  }
}

interface Migration {
  name: string
  text: string
  checksum: string
}

/** Those that this database has not seen; the ones it has must still be what they were. */
async function waiting(db: pg.Client): Promise<Migration[]> {
  await db.query(
    'create table if not exists migrations (name text primary key, checksum text not null, applied_at timestamptz not null default now())',
  )
  await db.query('grant select on migrations to bordee_app') // a server that is asked whether it is ready looks
  const { rows } = await db.query<{ name: string; checksum: string }>('select name, checksum from migrations')
  const ours = migrations()
  const unknown = rows.find((row) => !ours.some(({ name }) => name === row.name))
  if (unknown)
    throw new MigrationTrouble(`La base de données connaît ${unknown.name}, que ce code n’a pas : elle est plus récente que lui.`)
  const applied = new Map(rows.map((row) => [row.name, row.checksum]))
  const changed = ours.find(({ name, checksum }) => applied.has(name) && applied.get(name) !== checksum)
  if (changed) throw new MigrationTrouble(`La migration ${changed.name} a changé après avoir été appliquée.`)
  return ours.filter(({ name }) => !applied.has(name))
}

/** Those that this server knows. */
export const migrationNames = () => migrations().map(({ name }) => name)

function migrations(): Migration[] {
  const names = readdirSync(folder).filter((name) => name.endsWith('.sql'))
  return names.toSorted().map((name) => {
    const text = readFileSync(new URL(name, folder), 'utf8')
    return { name, text, checksum: createHash('sha256').update(text).digest('hex') }
  })
}

async function inOneTransaction(db: pg.Client, failed: string, run: () => Promise<unknown>) {
  await db.query('begin')
  try {
    await run()
    await db.query('commit')
  } catch (error) {
    await db.query('rollback')
    throw new MigrationTrouble(`${failed} : ${error instanceof Error ? error.message : String(error)}`, { cause: error })
  }
}

/** Roles belong to the whole cluster: created once, the password set at each start, so that it follows SECRET. */
async function appRole(db: pg.Client, password: string) {
  await db.query(`do $$ begin
    create role bordee_app login nosuperuser nobypassrls nocreatedb nocreaterole;
  exception when duplicate_object or unique_violation then null; end $$`)
  await db.query(`alter role bordee_app password ${db.escapeLiteral(password)}`)
}
