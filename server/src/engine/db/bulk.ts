// Writes many rows of a table in one statement: they travel as JSON, and PostgreSQL converts each value to its column's
// type. Not prepared, because every combination of empty cells makes another text.
import { snake } from './columns.ts'
import type { DB } from './db.gen.ts'
import type { Tx } from './db.ts'
import { type Sql, sql } from './sql.ts'

/** Values by a schema's keys. */
export type BulkRow = Record<string, unknown>

/** A row gets the default of each column whose key it lacks. */
export async function insertMany(tx: Tx, table: keyof DB, rows: readonly BulkRow[], onConflict: Sql<unknown> = sql``): Promise<void> {
  for (const [, alike] of byKeys(rows)) {
    const columns = columnsOf(alike)
    await tx.unnamed(sql`
      insert into ${sql.table(table)} (${sql.join(columns)})
      select ${sql.join(columns)} from ${recordset(table, alike)} ${onConflict}`)
  }
}

/** Updates the columns that each row names, by its `id`. */
export async function updateMany(tx: Tx, table: keyof DB, companyId: string, rows: readonly (BulkRow & { id: string })[]): Promise<void> {
  for (const [, alike] of byKeys(rows)) {
    const changed = columnsOf(alike.map(({ id: _, ...row }) => row))
    const assignments = changed.map((column) => sql`${column} = r.${column}`)
    await tx.unnamed(sql`
      update ${sql.table(table)} t set ${sql.join(assignments)}
      from ${recordset(table, alike)} r
      where t.id = r.id and t.company_id = ${companyId}`)
  }
}

const byKeys = <V extends BulkRow>(rows: readonly V[]) => Map.groupBy(rows, (row) => Object.keys(row).toSorted().join())

const columnsOf = ([first = {}]: readonly BulkRow[]) => Object.keys(first).map((key) => sql.ref(snake(key)))

function recordset(table: keyof DB, rows: readonly BulkRow[]) {
  const columns = Object.keys(rows[0] ?? {}).map((key) => [key, snake(key)] as const)
  const written = rows.map((row) => Object.fromEntries(columns.map(([key, column]) => [column, row[key]])))
  return sql`jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(written)}::jsonb)`
}
