// Maps a schema's keys to columns by one rule: `civicNumber` is `civic_number`. New fields need no mapping.
import { fixed, type Sql, sql } from './sql.ts'

/** Cached, since every call asks. Bounded by the number of keys in the schemas. */
const snakes = new Map<string, string>()

export function snake(key: string): string {
  const known = snakes.get(key) ?? key.replace(/([a-z0-9])([A-Z])/g, '$1_$2').toLowerCase()
  snakes.set(key, known)
  return known
}

/** The type-level version of `snake`. */
export type Snake<K, Before extends string = '', Done extends string = ''> = K extends `${infer C}${infer Rest}`
  ? Snake<Rest, C, `${Done}${StartsWord<Before, C> extends true ? '_' : ''}${Lowercase<C>}`>
  : K extends string
    ? Done
    : never
type StartsWord<Before extends string, C extends string> =
  C extends Lowercase<C> ? false : Before extends '' ? false : Before extends Lowercase<Before> ? true : false

/** The columns of a shape's keys, side by side. */
export const columnsOf = (shape: Record<string, unknown>, table?: string) =>
  sql.join(Object.keys(shape).map((key) => sql.ref(table ? `${table}.${snake(key)}` : snake(key))))

/** PostgreSQL passes at most 100 arguments to a function. */
const mostPairs = 50

/** A JSON object with every key of `shape`: the expression given for it in `said`, or else the column of that name. */
export function jsonOf(shape: Record<string, unknown>, table: string, said: Record<string, Sql<unknown>> = {}, prefix = '') {
  const keys = Object.keys(shape)
  const column = (key: string) => `${table}.${prefix}${snake(key)}`
  if (keys.length > mostPairs) {
    const fields = keys.map((key) => sql`${said[key] ?? sql.ref(column(key))} as ${sql.ref(key)}`)
    return sql<never>`(select row_to_json(o) from (select ${sql.join(fields)}) o)`
  }
  const values = keys.map((key) => (said[key] ? sql`${sql.lit(key)}::text, ${said[key]}` : jsonColumn(key, column(key))))
  return sql<never>`json_build_object(${sql.join(values)})`
}

/** Cached, since these make up most of a query's text. Bounded by the keys and columns in the code. */
const jsonColumns = new Map<string, Sql<unknown>>()
function jsonColumn(key: string, column: string): Sql<unknown> {
  const name = `${key} ${column}`
  const known = jsonColumns.get(name) ?? fixed(sql`${sql.lit(key)}::text, ${sql.ref(column)}`)
  jsonColumns.set(name, known)
  return known
}
