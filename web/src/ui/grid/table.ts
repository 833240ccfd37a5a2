import {
  type ColumnDef,
  columnFilteringFeature,
  columnOrderingFeature,
  columnResizingFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  createExpandedRowModel,
  createPaginatedRowModel,
  type ReactTable,
  type RowData,
  rowExpandingFeature,
  rowPaginationFeature,
  rowSelectionFeature,
  rowSortingFeature,
  type Row as TableRow,
  tableFeatures,
} from '@tanstack/react-table'
import type { GridColumn } from './columns.ts'
import { foundRowModel, type GridMeta, growingRowModel, sortedRowModel } from './rowModels.ts'

export const features = tableFeatures({
  tableMeta: {} as GridMeta,
  coreRowModel: growingRowModel,
  columnFilteringFeature,
  filteredRowModel: foundRowModel,
  rowSortingFeature,
  sortedRowModel,
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

const narrowest = 60
/** A phone number is never cut, however large the letters. */
const wholePhone = () => 8.75 * Number.parseFloat(getComputedStyle(document.documentElement).fontSize)

export function toColumnDefs<T extends object>(columns: GridColumn<T>[]): ColumnDef<Features, T>[] {
  const phone = wholePhone()
  return columns.map((column) => ({
    id: column.id,
    header: column.label,
    accessorFn: column.value,
    sortDescFirst: false,
    // Our own models filter and sort; without this the table would guess a filter from the first row's value.
    filterFn: () => true,
    enableSorting: column.data !== false,
    enableColumnFilter: column.data !== false,
    size: column.size ?? 150,
    minSize: column.kind === 'phone' ? phone : narrowest,
    maxSize: 900,
  }))
}
