// From a schema's keys to columns, by one rule: `civicNumber` is `civic_number`. So a new field needs no mapping written by hand.
import { fixed, type Sql, sql } from './sql.ts'

/** As many as the schemas have keys: they are asked for at each call. */
const snakes = new Map<string, string>()

export function snake(key: string): string {
  const known = snakes.get(key) ?? key.replace(/([a-z0-9])([A-Z])/g, '$1_$2').toLowerCase()
  snakes.set(key, known)
  return known
}

/** What `snake` makes of a key, for the compiler. */
export type Snake<K, Before extends string = '', Done extends string = ''> = K extends `${infer C}${infer Rest}`
  ? Snake<Rest, C, `${Done}${StartsWord<Before, C> extends true ? '_' : ''}${Lowercase<C>}`>
  : K extends string
    ? Done
    : never
type StartsWord<Before extends string, C extends string> =
  C extends Lowercase<C> ? false : Before extends '' ? false : Before extends Lowercase<Before> ? true : false

/** A JSON object with every key of `shape`: what is said for it, else the column of its name. */
export function jsonOf(shape: Record<string, unknown>, table: string, said: Record<string, Sql<unknown>> = {}, prefix = '') {
  const values = Object.keys(shape).map((key) => {
    const value = said[key]
    return value ? sql`${sql.lit(key)}::text, ${value}` : jsonColumn(key, `${table}.${prefix}${snake(key)}`)
  })
  return sql<never>`json_build_object(${sql.join(values)})`
}

/** As many as the code has keys and columns: most of what a call writes out. */
const jsonColumns = new Map<string, Sql<unknown>>()
function jsonColumn(key: string, column: string): Sql<unknown> {
  const name = `${key} ${column}`
  const known = jsonColumns.get(name) ?? fixed(sql`${sql.lit(key)}::text, ${sql.ref(column)}`)
  jsonColumns.set(name, known)
  return known
}
