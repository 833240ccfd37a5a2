// Many rows of one table in one statement: they travel as JSON, and PostgreSQL reads each value as its column's type. Each empty cell of a sheet makes
// another set of columns, so another text: none of them is named.
import { snake } from './columns.ts'
import type { DB } from './db.gen.ts'
import type { Tx } from './db.ts'
import { type Sql, sql } from './sql.ts'

/** BulkRow by a schema's keys. */
export type BulkRow = Record<string, unknown>

/** Rows that lack a key have its column's default only if all of them do. */
export async function insertMany(tx: Tx, table: keyof DB, rows: readonly BulkRow[], onConflict: Sql<unknown> = sql``): Promise<void> {
  for (const [, alike] of byKeys(rows)) {
    const columns = columnsOf(alike)
    await tx.unnamed(sql`
      insert into ${sql.table(table)} (${sql.join(columns)})
      select ${sql.join(columns)} from ${recordset(table, alike)} ${onConflict}`)
  }
}

/** Of each row, known by its `id`, the columns that it names. */
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
