// Row models that reuse existing rows and compare what the arrangement has prepared. The table's own filtered and
// sorted models create new rows for all records at each key press.
import { constructRow, createCoreRowModel, type Row, type RowModel, type Table, type TableFeatures, tableMemo } from '@tanstack/react-table'
import type { Arrangement } from './useArranged.ts'

type AnyTable = Table<TableFeatures, object>
type AnyRow = Row<TableFeatures, object>
type Model = RowModel<TableFeatures, object>

export interface GridMeta {
  includes: ((record: never) => boolean) | undefined
  sortKeys: ((record: never) => number)[]
}
/** The table's records are the arrangement's, but its types can't express that. */
const arrangementOf = (table: AnyTable) => table.options.meta as Pick<Arrangement<object>, keyof GridMeta>

/** All rows. When more of a list arrives, its rows are added to the existing ones; a tree is rebuilt. */
export const growingRowModel = (table: AnyTable): (() => Model) => {
  const tree = createCoreRowModel()(table as never) as unknown as () => Model
  let made: { data: readonly object[]; model: Model } | undefined
  const flat = model(
    table,
    () => table.options.data,
    () => undefined,
    (data) => {
      const before: Pick<Model, 'rows' | 'rowsById'> = made && isMoreOf(made.data, data) ? made.model : { rows: [], rowsById: {} }
      const added = data
        .slice(before.rows.length)
        .map((record, i) => constructRow(table, table.getRowId(record, before.rows.length + i), record, before.rows.length + i, 0))
      const rows = [...before.rows, ...added]
      for (const row of added) before.rowsById[row.id] = row
      made = { data, model: { rows, flatRows: rows, rowsById: before.rowsById } }
      return made.model
    },
  )
  return () => (table.options.getSubRows ? tree() : flat())
}

/** Whether `more` continues the list `some`. */
const isMoreOf = <T>(some: readonly T[] = [], more: readonly T[] = []) =>
  some.length > 0 && some.length < more.length && some[0] === more[0] && some.at(-1) === more[some.length - 1]

/** A group stays if it contains a found row, and then shows only the found ones. */
export const foundRowModel = (table: AnyTable) =>
  model(
    table,
    () => table.getPreFilteredRowModel(),
    () => arrangementOf(table).includes,
    (all, includes) => {
      if (!includes) return all
      const found = (rows: AnyRow[]): AnyRow[] => {
        const kept: AnyRow[] = []
        for (const row of rows) {
          const children = row.subRows.length ? found(row.subRows) : row.subRows
          if (children.length || includes(row.original)) kept.push(row.subRows.length ? withChildren(table, row, children) : row)
        }
        return kept
      }
      return ofRows(found(all.rows), all)
    },
  )

/** Rows with equal keys keep their original order. */
export const sortedRowModel = (table: AnyTable) =>
  model(
    table,
    () => table.getPreSortedRowModel(),
    () => arrangementOf(table).sortKeys,
    (all, sortKeys) => {
      if (!sortKeys.length) return all
      const sorted = (rows: AnyRow[]): AnyRow[] =>
        // The last sort first: each sort is stable, so it keeps the order of the previous one among equals.
        sortKeys.reduceRight(sortedBy, rows).map((row) => (row.subRows.length ? withChildren(table, row, sorted(row.subRows)) : row))
      return ofRows(sorted(all.rows), all)
    },
  )

/** Packs key and position into one number, so that the native numeric sort needs no comparison function. */
function sortedBy(rows: AnyRow[], keyOf: (record: object) => number): AnyRow[] {
  const packed = new Float64Array(rows.length)
  rows.forEach((row, i) => {
    packed[i] = keyOf(row.original) * rows.length + i
  })
  packed.sort()
  return rows.map((_, i) => rows[(packed[i] as number) % rows.length] as AnyRow)
}

/** Recomputed when the rows or the arrangement change. */
function model<From, By>(table: AnyTable, from: () => From, by: () => By, make: (from: From, by: By) => Model): () => Model {
  return tableMemo({
    table: table as never, // it expects a table of `any`
    fnName: 'table.getRowModel',
    memoDeps: () => [from(), by()] as const,
    fn: make,
  })
}

const withChildren = (table: AnyTable, row: AnyRow, children: AnyRow[]): AnyRow =>
  constructRow(table, row.id, row.original, row.index, row.depth, children, row.parentId)

// Keeps the index of all rows: building one of the found rows would cost more than finding them.
const ofRows = (rows: AnyRow[], { rowsById }: Model): Model => ({
  rows,
  flatRows: rows.some((row) => row.subRows.length) ? rows.flatMap((row) => [row, ...row.getLeafRows()]) : rows,
  rowsById,
})
