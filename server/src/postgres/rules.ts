// A rule that PostgreSQL evaluates (a view or a function) is a `.sql` file beside the slice that owns it, and is
// applied again whenever it changes.
import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import type pg from 'pg'

const folder = new URL('../', import.meta.url)

export interface Rule {
  name: string
  text: string
}

/** Every `.sql` file of a slice. Each depends on tables only, so their order doesn't matter. */
export function rulesOfSlices(): Rule[] {
  return globSync('*/*.sql', { cwd: folder })
    .map((path) => ({ name: basename(path), text: readFileSync(new URL(path, folder), 'utf8') }))
    .toSorted((a, b) => a.name.localeCompare(b.name))
}

/**
 * Applies the rules that this database never had, in the caller's transaction; with `all`, every rule, because a
 * migration may have dropped a view. A text it had before comes from an older server, which must not replace the newer
 * one.
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
