// Writes rows by a schema's own keys (`civicNumber` is the column `civic_number`). A key without a column, a value of
// the wrong type and a new row without a required column don't compile. Undefined keys are not written: a merge changes
// only what was sent.
import { type Snake, snake } from './columns.ts'
import type { DB } from './db.gen.ts'
import type { Tx } from './db.ts'
import { Sql, sql } from './sql.ts'

/** Returns its id. */
export async function insert<T extends Table, V extends object>(tx: Tx, table: T, values: V & NewRow<T, V>): Promise<string> {
  return only(await tx.unnamed(inserting(table, [values])))
}

/** For a row whose id is needed before it is written. */
export const newId = async (tx: Tx) => only(await tx.sql<{ id: string }>`select uuidv7() as id`)

/** In one statement; returns the ids in the same order. PostgreSQL takes at most 65,535 values. */
export async function insertAll<T extends Table, V extends object>(
  tx: Tx,
  table: T,
  rows: readonly (V & NewRow<T, V>)[],
): Promise<string[]> {
  if (rows.length === 0) return []
  return (await tx.unnamed(inserting(table, rows))).map(({ id }) => id)
}

/** Same, but rows whose id exists already are updated. */
export async function putAll<T extends Table, V extends object>(tx: Tx, table: T, rows: readonly (V & NewRow<T, V>)[]): Promise<string[]> {
  if (rows.length === 0) return []
  const put = columnsOf(rows.map(asColumns)).filter((column) => column !== 'id')
  const becomes = put.map((column) => sql`${sql.ref(column)} = ${sql.ref(`excluded.${column}`)}`)
  const known = sql` on conflict (id) do update set ${sql.join(becomes)}`
  return (await tx.unnamed(inserting(table, rows, known))).map(({ id }) => id)
}

/** Updates the row that `where` names, or several if it lists values; does nothing when there is nothing to write. */
export async function change<T extends Table, W extends object, V extends object>(
  tx: Tx,
  table: T,
  where: W & Named<T, W>,
  values: V & Changes<T, V>,
): Promise<void> {
  const become = Object.entries(asColumns(values)).map(([column, value]) => sql`${sql.ref(column)} = ${value}`)
  if (become.length === 0) return
  const named = Object.entries(where).map(([key, value]) =>
    Array.isArray(value) ? sql`${sql.ref(snake(key))} = any(${value})` : sql`${sql.ref(snake(key))} = ${value}`,
  )
  await tx.unnamed(sql`update ${sql.table(table)} set ${sql.join(become)} where ${sql.join(named, ' and ')}`)
}

/** `alert` and `isActive` make `alertIsActive`, for settings that are nested on the wire and flat in their table. */
export function prefixed<P extends string, V extends object>(prefix: P, values: V | null | undefined): Prefixed<P, V> {
  const entries = Object.entries(values ?? {}).map(([key, value]) => [`${prefix}${key.charAt(0).toUpperCase()}${key.slice(1)}`, value])
  return Object.fromEntries(entries) as Prefixed<P, V>
}

/** Leaves out the keys that are stored in other tables. */
export function without<V extends object, K extends keyof V>(values: V, ...keys: K[]): Omit<V, K> {
  const left = { ...values }
  for (const key of keys) delete left[key]
  return left
}

export const picked = <V extends object, K extends keyof V>(values: V, keys: readonly K[]): Pick<V, K> =>
  Object.fromEntries(keys.map((key) => [key, values[key]])) as Pick<V, K>

/** Without the keys that are undefined, so that spreading it over an object changes nothing else. */
export const defined = <V extends object>(values: V): Defined<V> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Defined<V>

/** A location is two columns: undefined leaves them, null clears both. */
export const latLng = (place: { lat: number; lng: number } | null | undefined) =>
  place === undefined ? {} : { lat: place?.lat ?? null, lng: place?.lng ?? null }

const only = ([row]: { id: string }[]) => (row as { id: string }).id

/** Returns the rows' ids, in order. A column that a row lacks gets its default. */
function inserting(table: Table, rows: readonly object[], onConflict = sql``): Sql<{ id: string }> {
  const written = rows.map(asColumns)
  const columns = columnsOf(written)
  const valuesOf = (row: Record<string, unknown>) =>
    sql`(${sql.join(columns.map((column) => (column in row ? row[column] : sql`default`)))})`
  const into = sql`${sql.table(table)} (${sql.join(columns.map((column) => sql.ref(column)))})`
  return sql`insert into ${into} values ${sql.join(written.map(valuesOf))}${onConflict} returning id`
}

const columnsOf = (rows: readonly Record<string, unknown>[]) => [...new Set(rows.flatMap((row) => Object.keys(row)))]

function asColumns(values: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(values)
      .filter(([, value]) => value !== undefined)
      .map(([key, value]) => [snake(key), isJson(value) ? JSON.stringify(value) : value]),
  )
}

/** Otherwise pg would send a list as a PostgreSQL array, and no column is one. */
const isJson = (value: unknown) =>
  typeof value === 'object' && value !== null && !(value instanceof Date) && !(value instanceof Uint8Array) && !(value instanceof Sql)

type Table = { [T in keyof DB]: 'id' extends keyof DB[T] ? T : never }[keyof DB]

type Written<C, Row> = C extends keyof Row ? Row[C] | Sql<unknown> : never

type NewRow<T extends Table, V> = { [K in keyof V]: Written<Snake<K>, DB[T]> } & {
  [C in Exclude<RequiredKeys<DB[T]>, Snake<RequiredKeys<V>>>]: DB[T][C]
}
type Changes<T extends Table, V> = { [K in keyof V]: One<T, K> }
type Named<T extends Table, W> = { [K in keyof W]: One<T, K> | readonly One<T, K>[] }
type One<T extends Table, K> = Written<Snake<K>, Partial<DB[T]>>
type RequiredKeys<V> = { [K in keyof V]-?: undefined extends V[K] ? never : K }[keyof V]
type Defined<V> = { [K in keyof V]?: Exclude<V[K], undefined> }
type Prefixed<P extends string, V> = { [K in keyof V & string as `${P}${Capitalize<K>}`]?: V[K] }
