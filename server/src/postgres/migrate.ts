import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import pg from 'pg'
import { applyRules, type Rule, rulesOfSlices } from './rules.ts'

const folder = new URL('../../migrations/', import.meta.url)
const lock = 7_305_002

/** The database and this code don't fit together; the message says why. */
export class MigrationTrouble extends Error {}

/**
 * Brings the database to the last migration: forward only, each file in its own transaction, one migrator at a time.
 * Then applies the slices' own rules, all in one more transaction. A database that a newer server has migrated is left
 * as it is, and the result says so.
 */
export async function migrate(
  ownerUrl: string,
  appPassword: string,
  rules: readonly Rule[] = rulesOfSlices(),
): Promise<{ isNewer: boolean }> {
  const db = new pg.Client({ connectionString: ownerUrl, application_name: 'migrate' })
  await db.connect()
  try {
    await db.query('select pg_advisory_lock($1)', [lock])
    await appRole(db, appPassword)
    const { isNewer, migrations } = await waiting(db)
    if (isNewer) return { isNewer }
    for (const { name, text, checksum } of migrations) {
      await inOneTransaction(db, `La migration ${name} a échoué`, async () => {
        await db.query(text)
        await db.query('insert into migrations (name, checksum, needs) values ($1, $2, $3)', [name, checksum, neededBy(text)])
      })
    }
    await inOneTransaction(db, 'Une règle de la base de données n’a pas pu être mise en place', () =>
      applyRules(db, rules, { all: migrations.length > 0 }),
    )
    return { isNewer }
  } finally {
    await db.end()
  }
}

interface Migration {
  name: string
  text: string
  checksum: string
}

/**
 * For a migration that removes what older servers need: the migration a server must know to keep running beside it,
 * given as `-- needs 0050-name.sql` at its head. It names the release whose code stopped needing it
 * (docs/decisions/0041-upgrades.md).
 */
export const neededBy = (text: string): string | null => /^-- needs (\d{4}-[\w-]+\.sql)$/m.exec(text)?.[1] ?? null

/** The migrations this database lacks; those it has must be unchanged. */
async function waiting(db: pg.Client): Promise<{ isNewer: boolean; migrations: Migration[] }> {
  await db.query(
    'create table if not exists migrations (name text primary key, checksum text not null, applied_at timestamptz not null default now())',
  )
  await db.query('alter table migrations add column if not exists needs text')
  await db.query('grant select on migrations to bordee_app') // for a server's readiness check
  const { rows } = await db.query<{ name: string; checksum: string; needs: string | null }>('select name, checksum, needs from migrations')
  const ours = migrations()
  const isOurs = (wanted: string) => ours.some(({ name }) => name === wanted)
  const applied = new Map(rows.map((row) => [row.name, row.checksum]))
  const changed = ours.find(({ name, checksum }) => applied.has(name) && applied.get(name) !== checksum)
  if (changed) throw new MigrationTrouble(`La migration ${changed.name} a changé après avoir été appliquée.`)
  const newer = rows.filter(({ name }) => !isOurs(name))
  const parting = newer.find(({ needs }) => needs !== null && !isOurs(needs))
  if (parting)
    throw new MigrationTrouble(`La base de données connaît ${parting.name}, qui a retiré ce dont ce code a besoin : mettez-le à jour.`)
  const missing = ours.filter(({ name }) => !applied.has(name))
  if (newer[0] && missing[0])
    throw new MigrationTrouble(
      `La base de données connaît ${newer[0].name}, que ce code n’a pas, et n’a pas ${missing[0].name} : ce code vient d’ailleurs.`,
    )
  return { isNewer: newer.length > 0, migrations: missing }
}

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

/** Roles belong to the whole cluster: created once, with the password set at each start so that it follows SECRET. */
async function appRole(db: pg.Client, password: string) {
  await db.query(`do $$ begin
    create role bordee_app login nosuperuser nobypassrls nocreatedb nocreaterole;
  exception when duplicate_object or unique_violation then null; end $$`)
  // Servers of other databases set it too, and of two at once PostgreSQL refuses the second.
  for (let attempt = 1; ; attempt++)
    try {
      return void (await db.query(`alter role bordee_app password ${db.escapeLiteral(password)}`))
    } catch (error) {
      if (attempt === 5 || !String(error).includes('tuple concurrently updated')) throw error
    }
}
