// Writing rows by a schema's own keys (`civicNumber` is the column `civic_number`). A key without a column, a value that its column does not take and a
// new row that lacks one do not compile. A key whose value is undefined is not written: a merge changes only what was sent.
import type { Insertable, Updateable } from 'kysely'
import { type Snake, snake } from './columns.ts'
import type { DB } from './db.gen.ts'
import type { Tx } from './db.ts'
import { Sql, sql } from './sql.ts'

/** Answers its id. */
export async function insert<T extends Table, V extends object>(tx: Tx, table: T, values: V & NewRow<T, V>): Promise<string> {
  return only(await tx.unnamed(inserting(table, [values])))
}

/** For a row that must be known before it is written. */
export const newId = async (tx: Tx) => only(await tx.sql<{ id: string }>`select uuidv7() as id`)

/** At once; answers their ids in the order given. Each value is a parameter, of which PostgreSQL takes 65,535. */
export async function insertAll<T extends Table, V extends object>(
  tx: Tx,
  table: T,
  rows: readonly (V & NewRow<T, V>)[],
): Promise<string[]> {
  if (rows.length === 0) return []
  return (await tx.unnamed(inserting(table, rows))).map(({ id }) => id)
}

/** The same for rows of which some exist already: those whose id is given become what is said here. */
export async function putAll<T extends Table, V extends object>(tx: Tx, table: T, rows: readonly (V & NewRow<T, V>)[]): Promise<string[]> {
  if (rows.length === 0) return []
  const put = columnsOf(rows.map(asColumns)).filter((column) => column !== 'id')
  const becomes = put.map((column) => sql`${sql.ref(column)} = ${sql.ref(`excluded.${column}`)}`)
  const known = sql` on conflict (id) do update set ${sql.join(becomes)}`
  return (await tx.unnamed(inserting(table, rows, known))).map(({ id }) => id)
}

/** The row that `where` names, or the rows where it lists several values; nothing when there is nothing to write. */
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

/** `alert` and `isActive` make `alertIsActive`: settings that stand nested on the wire, and side by side in their table. */
export function prefixed<P extends string, V extends object>(prefix: P, values: V | null | undefined): Prefixed<P, V> {
  const entries = Object.entries(values ?? {}).map(([key, value]) => [`${prefix}${key.charAt(0).toUpperCase()}${key.slice(1)}`, value])
  return Object.fromEntries(entries) as Prefixed<P, V>
}

/** The values that stand in the row itself: the others are rows of other tables. */
export function without<V extends object, K extends keyof V>(values: V, ...keys: K[]): Omit<V, K> {
  const left = { ...values }
  for (const key of keys) delete left[key]
  return left
}

/** A place is two columns. Absent stays absent, null clears both. */
export const latLng = (place: { lat: number; lng: number } | null | undefined) =>
  place === undefined ? {} : { lat: place?.lat ?? null, lng: place?.lng ?? null }

const only = ([row]: { id: string }[]) => (row as { id: string }).id

/** Answers the ids of the rows, in order. What one of them does not say is what the table says. */
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

/** A list would be taken for an array of PostgreSQL's, which no column is. */
const isJson = (value: unknown) =>
  typeof value === 'object' && value !== null && !(value instanceof Date) && !(value instanceof Uint8Array) && !(value instanceof Sql)

type Table = { [T in keyof DB]: 'id' extends keyof DB[T] ? T : never }[keyof DB]

/** Not null, and yet one may leave them out or clear them: a trigger fills them. */
interface Filled {
  clients: 'number'
  contracts: 'contract_number'
}
type IsFilled<T, C> = T extends keyof Filled ? (C extends Filled[T] ? true : false) : false

type Taken<T extends Table, C, Row> = C extends keyof Row
  ? Row[C] | Sql<unknown> | (IsFilled<T, C> extends true ? null | undefined : never)
  : never

type NewRow<T extends Table, V> = { [K in keyof V]: Taken<T, Snake<K>, Insertable<DB[T]>> } & {
  [C in Exclude<RequiredKeys<Insertable<DB[T]>>, Snake<RequiredKeys<V>>> as IsFilled<T, C> extends true ? never : C]: Insertable<DB[T]>[C]
}
type Changes<T extends Table, V> = { [K in keyof V]: One<T, K> }
type Named<T extends Table, W> = { [K in keyof W]: One<T, K> | readonly One<T, K>[] }
type One<T extends Table, K> = Taken<T, Snake<K>, Updateable<DB[T]>>
type RequiredKeys<V> = { [K in keyof V]-?: undefined extends V[K] ? never : K }[keyof V]
type Prefixed<P extends string, V> = { [K in keyof V & string as `${P}${Capitalize<K>}`]?: V[K] }
