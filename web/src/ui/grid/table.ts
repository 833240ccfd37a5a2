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
/** Headings and phone numbers are never cut, however large the letters. */
const rem = () => Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
const wholePhone = 8.75
/** Letters of 14 px, between the cell's edges and its filter. */
const wholeHeading = (label: string) => 2.875 + 0.475 * label.length

export function toColumnDefs<T extends object>(columns: GridColumn<T>[]): ColumnDef<Features, T>[] {
  const unit = rem()
  return columns.map((column) => ({
    id: column.id,
    header: column.label,
    accessorFn: column.value,
    sortDescFirst: false,
    // Our own models filter and sort; without this the table would guess a filter from the first row's value.
    filterFn: () => true,
    enableSorting: column.data !== false,
    enableColumnFilter: column.data !== false,
    size: Math.max(column.size ?? 150, unit * wholeHeading(column.label)),
    minSize: column.kind === 'phone' ? unit * wholePhone : narrowest,
    maxSize: 900,
  }))
}
