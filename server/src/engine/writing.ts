// Writing rows by a schema's own keys (`civicNumber` is the column `civic_number`). A key without a column, a value that its column does not take and a
// new row that lacks one do not compile. A key whose value is undefined is not written: a merge changes only what was sent.
import { type Expression, type Insertable, isExpression, type Updateable } from 'kysely'
import { type Snake, snake } from './columns.ts'
import type { DB } from './db.gen.ts'
import type { Tx } from './db.ts'
import { q, sql } from './sql.ts'

/** Answers its id. */
export async function insert<T extends Table, V extends object>(tx: Tx, table: T, values: V & NewRow<T, V>): Promise<string> {
  return only(await tx.rows(inserting(table, [values]).returning(itsId)))
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
  return (await tx.rows(inserting(table, rows).returning(itsId))).map(({ id }) => id)
}

/** The same for rows of which some exist already: those whose id is given become what is said here. */
export async function putAll<T extends Table, V extends object>(tx: Tx, table: T, rows: readonly (V & NewRow<T, V>)[]): Promise<string[]> {
  if (rows.length === 0) return []
  const written = [...new Set(rows.flatMap((row) => Object.keys(asColumns(row))))].filter((column) => column !== 'id')
  const put = inserting(table, rows)
    .onConflict((known) =>
      known.column('id' as never).doUpdateSet(Object.fromEntries(written.map((c) => [c, sql.ref(`excluded.${c}`)])) as never),
    )
    .returning(itsId)
  return (await tx.rows(put)).map(({ id }) => id)
}

/** The row that `where` names, or the rows where it lists several values; nothing when there is nothing to write. */
export async function change<T extends Table, W extends object, V extends object>(
  tx: Tx,
  table: T,
  where: W & Named<T, W>,
  values: V & Changes<T, V>,
): Promise<void> {
  const columns = asColumns(values)
  if (Object.keys(columns).length === 0) return
  const named = Object.entries(where).map(([key, value]) => {
    const column = sql.ref(snake(key))
    return Array.isArray(value) ? sql<boolean>`${column} = any(${value})` : sql<boolean>`${column} = ${value}`
  })
  // The types above have compared every key with its column; Kysely's own cannot follow a table that is a parameter.
  const update = q.updateTable(table as never).set(columns as never)
  await tx.rows(update.where(sql<boolean>`${sql.join(named, sql` and `)}`))
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
const itsId = sql<string>`id`.as('id')

const inserting = (table: Table, rows: readonly object[]) => q.insertInto(table as never).values(rows.map(asColumns) as never)

function asColumns(values: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(values)
      .filter(([, value]) => value !== undefined)
      .map(([key, value]) => [snake(key), isJson(value) ? JSON.stringify(value) : value]),
  )
}

/** A list would be taken for an array of PostgreSQL's, which no column is. */
const isJson = (value: unknown) =>
  typeof value === 'object' && value !== null && !(value instanceof Date) && !(value instanceof Uint8Array) && !isExpression(value)

type Table = { [T in keyof DB]: 'id' extends keyof DB[T] ? T : never }[keyof DB]

/** Not null, and yet one may leave them out or clear them: a trigger fills them. */
interface Filled {
  clients: 'number'
  contracts: 'contract_number'
}
type IsFilled<T, C> = T extends keyof Filled ? (C extends Filled[T] ? true : false) : false

type Taken<T extends Table, C, Row> = C extends keyof Row
  ? Row[C] | Expression<unknown> | (IsFilled<T, C> extends true ? null | undefined : never)
  : never

type NewRow<T extends Table, V> = { [K in keyof V]: Taken<T, Snake<K>, Insertable<DB[T]>> } & {
  [C in Exclude<RequiredKeys<Insertable<DB[T]>>, Snake<RequiredKeys<V>>> as IsFilled<T, C> extends true ? never : C]: Insertable<DB[T]>[C]
}
type Changes<T extends Table, V> = { [K in keyof V]: One<T, K> }
type Named<T extends Table, W> = { [K in keyof W]: One<T, K> | readonly One<T, K>[] }
type One<T extends Table, K> = Taken<T, Snake<K>, Updateable<DB[T]>>
type RequiredKeys<V> = { [K in keyof V]-?: undefined extends V[K] ? never : K }[keyof V]
type Prefixed<P extends string, V> = { [K in keyof V & string as `${P}${Capitalize<K>}`]?: V[K] }
