import {
  type ColumnDef,
  columnFilteringFeature,
  columnOrderingFeature,
  columnResizingFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  createExpandedRowModel,
  createFilteredRowModel,
  createPaginatedRowModel,
  createSortedRowModel,
  globalFilteringFeature,
  type ReactTable,
  type RowData,
  rowExpandingFeature,
  rowPaginationFeature,
  rowSelectionFeature,
  rowSortingFeature,
  type Row as TableRow,
  tableFeatures,
} from '@tanstack/react-table'
import { compareKeys, type Filter, type GridColumn, matchesSearch, passes, searchText, sortKey } from './columns.ts'

export const features = tableFeatures({
  columnFilteringFeature,
  globalFilteringFeature,
  filteredRowModel: createFilteredRowModel(),
  rowSortingFeature,
  sortedRowModel: createSortedRowModel(),
  rowPaginationFeature,
  paginatedRowModel: createPaginatedRowModel(),
  rowExpandingFeature,
  expandedRowModel: createExpandedRowModel(),
  rowSelectionFeature,
  columnVisibilityFeature,
  columnOrderingFeature,
  columnSizingFeature,
  columnResizingFeature,
})

export type Features = typeof features
export type GridTable<T extends RowData> = ReactTable<Features, T>
export type GridRow<T extends RowData> = TableRow<Features, T>

export function toColumnDefs<T extends object>(columns: GridColumn<T>[], zone: string): ColumnDef<Features, T>[] {
  return columns.map((column) => ({
    id: column.id,
    header: column.label,
    accessorFn: (row: T) => sortKey(column, row),
    sortFn: (a: GridRow<T>, b: GridRow<T>, id: string) => compareKeys(a.getValue(id), b.getValue(id)),
    sortUndefined: 'last',
    sortDescFirst: false,
    filterFn: (row: GridRow<T>, _id: string, filter: Filter) => passes(column, row.original, filter, zone),
    enableSorting: column.data !== false,
    enableColumnFilter: column.data !== false,
    enableGlobalFilter: true,
    size: column.size ?? 150,
    minSize: 60,
    maxSize: 900,
  }))
}

/** The quick search: folds each record once, on first use, and forgets it with the record. */
export function quickSearch<T extends object>(columns: GridColumn<T>[], zone: string) {
  const folded = new WeakMap<T, string>()
  return (row: GridRow<T>, _id: string, search: string): boolean => {
    let text = folded.get(row.original)
    if (text === undefined) {
      text = searchText(columns, row.original, zone)
      folded.set(row.original, text)
    }
    return matchesSearch(text, search)
  }
}
