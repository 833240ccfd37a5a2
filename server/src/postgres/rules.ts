// A rule that PostgreSQL decides by, a view or a function, stands in a `.sql` file beside the slice that owns it and is put in place again whenever it changed.
import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import type pg from 'pg'

const folder = new URL('../', import.meta.url)

export interface Rule {
  name: string
  text: string
}

/** Every `.sql` file of a slice. Each stands on tables alone, so that their order does not matter. */
export function rulesOfSlices(): Rule[] {
  return globSync('*/*.sql', { cwd: folder })
    .map((path) => ({ name: basename(path), text: readFileSync(new URL(path, folder), 'utf8') }))
    .toSorted((a, b) => a.name.localeCompare(b.name))
}

/**
 * Puts in place what this database has never held, all of it in the caller's transaction; with `all`, everything, for a migration may have taken a view away.
 * A text that it held before another one is that of an older server, which leaves the newer in place.
 */
export async function applyRules(db: pg.Client, rules: readonly Rule[], { all }: { all: boolean }): Promise<string[]> {
  await db.query(`
    create table if not exists rules (
      name       text not null,
      checksum   text not null,
      applied_at timestamptz not null default clock_timestamp(),
      primary key (name, checksum)
    )`)
  const { rows } = await db.query<{ name: string; checksum: string }>('select name, checksum from rules')
  const known = new Set(rows.map(({ name, checksum }) => `${name} ${checksum}`))
  const wanted = rules
    .map((rule) => ({ ...rule, checksum: createHash('sha256').update(rule.text).digest('hex') }))
    .filter(({ name, checksum }) => all || !known.has(`${name} ${checksum}`))
  for (const { name, text, checksum } of wanted) {
    await db.query(text)
    await db.query('insert into rules (name, checksum) values ($1, $2) on conflict do nothing', [name, checksum])
  }
  return wanted.map(({ name }) => name)
}
