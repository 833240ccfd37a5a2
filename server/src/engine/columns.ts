// From a schema's keys to columns, by one rule: `civicNumber` is `civic_number`. So a new field needs no mapping written by hand.
import type { RawBuilder } from 'kysely'
import { sql } from './sql.ts'

export const snake = (key: string) => key.replace(/([a-z0-9])([A-Z])/g, '$1_$2').toLowerCase()

/** `'civicNumber', t.civic_number, …`: the arguments of json_build_object for every key of `shape`, save the ones said otherwise. */
export function jsonFields(
  shape: Record<string, unknown>,
  table: string,
  { prefix = '', except = [] }: { prefix?: string; except?: readonly string[] } = {},
) {
  const keys = Object.keys(shape).filter((key) => !except.includes(key))
  return sql.join(keys.map((key) => sql`${sql.lit(key)}::text, ${sql.ref(`${table}.${prefix}${snake(key)}`)}`))
}

/** A JSON object with every key of `shape`: what is said for it, else the column of its name. */
export function jsonOf(shape: Record<string, unknown>, table: string, said: Record<string, RawBuilder<unknown>> = {}) {
  const values = Object.keys(shape).map((key) => sql`${sql.lit(key)}::text, ${said[key] ?? sql.ref(`${table}.${snake(key)}`)}`)
  return sql`json_build_object(${sql.join(values)})`
}

/** An object of the wire as columns to write. Absent keys stay absent: a merge changes only what was sent. */
export function asColumns<T extends object>(values: T, prefix = ''): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(values)
      .filter(([, value]) => value !== undefined)
      .map(([key, value]) => [`${prefix}${snake(key)}`, value]),
  )
}
