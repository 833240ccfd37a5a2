import { useTable } from '@tanstack/react-table'
import { startTransition, useCallback, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import { useZone } from '../zone.ts'
import type { DataGridProps } from './gridProps.ts'
import { askedFilters, keepArrangement, keptArrangement } from './memory.ts'
import { features, toColumnDefs } from './table.ts'
import { useArranged } from './useArranged.ts'
import type { usePlace } from './usePlace.ts'
import { useSelection } from './useSelection.ts'

/** The table with its rows as the user arranged them: searched, filtered, sorted, unfolded, ticked and on a page. */
export function useGridTable<T extends object>(props: DataGridProps<T>, { place, change }: ReturnType<typeof usePlace>) {
  const { gridId, columns, rowId, pageSize = 100 } = props
  const zone = useZone()
  const defs = useMemo(() => toColumnDefs(columns), [columns])
  const [kept] = useState(() =>
    keptArrangement(
      gridId,
      columns.map(({ id }) => id),
    ),
  )
  const { search } = place
  // A new search starts at the first page.
  const setSearch = (next: string) => change({ search: next, page: 0 })
  const [unfolded, setUnfolded] = useState<true | Record<string, boolean>>(() =>
    props.unfolded === true ? true : Object.fromEntries((props.unfolded ?? []).map((id) => [id, true])),
  )
  const [ownFilters, setOwnFilters] = useState(kept.filters)
  const [sorting, setSorting] = useState(kept.sorting)
  // Those that a link asks for hold until the user changes them, and aren't remembered.
  const filters = useMemo(
    () => askedFilters(place.only)?.filter(({ id }) => columns.some((column) => column.id === id)) ?? ownFilters,
    [place.only, columns, ownFilters],
  )
  const setFilters = (next: typeof filters) => {
    setOwnFilters(next)
    if (place.page || place.only !== undefined) change({ page: 0, only: undefined })
  }
  const clear = () => {
    setOwnFilters([])
    change({ search: '', page: 0, only: undefined })
  }
  // Rows render later and can be interrupted, so that typing, ticking and clicking show at once.
  const wanted = useDeferredValue(useMemo(() => ({ search: search.trim(), filters, sorting }), [search, filters, sorting]))
  const arrangement = useArranged({ ...props, ...wanted, zone })
  const rows = arrangement.rows ?? (none as T[])
  const selection = useSelection(rows, props)
  // If the page doesn't exist, because rows are still missing or were removed, show the last page.
  const [lastPage, setLastPage] = useState(0)
  const shownPage = useRef(place.page)
  if (!arrangement.pending) shownPage.current = place.page
  const pageIndex = Math.min(shownPage.current, lastPage)
  const turnTo = useCallback((page: number) => change({ page }), [change])

  const table = useTable({
    features,
    data: rows,
    columns: defs,
    getRowId: rowId,
    getSubRows: props.childrenOf,
    // A group and its rows stay on the same page.
    paginateExpandedRows: false,
    autoResetExpanded: false,
    autoResetPageIndex: false,
    columnResizeMode: 'onEnd',
    meta: arrangement,
    initialState: {
      columnVisibility: { ...Object.fromEntries(columns.filter(({ hidden }) => hidden).map(({ id }) => [id, false])), ...kept.visibility },
      columnOrder: kept.order,
      columnSizing: kept.sizes,
    },
    state: {
      rowSelection: selection.state,
      columnFilters: filters,
      sorting,
      pagination: useMemo(() => ({ pageIndex, pageSize }), [pageIndex, pageSize]),
      // A search unfolds everything, so that every match is visible.
      expanded: props.childrenOf && arrangement.includes ? true : unfolded,
    },
    onColumnFiltersChange: (next) => setFilters((typeof next === 'function' ? next(filters) : next) as typeof kept.filters),
    onSortingChange: (next) => {
      startTransition(() => setSorting(next))
      if (place.page) change({ page: 0 })
    },
    onRowSelectionChange: (next) => selection.set(typeof next === 'function' ? next(selection.state) : next),
    onExpandedChange: (next) => setUnfolded((now) => (typeof next === 'function' ? next(now) : next)),
  })
  const last = Math.max(0, Math.ceil(table.getFilteredRowModel().rows.length / pageSize) - 1)
  if (last !== lastPage) setLastPage(last)

  const { columnVisibility, columnOrder, columnSizing } = table.state
  useEffect(() => {
    keepArrangement(gridId, { filters: ownFilters, sorting, visibility: columnVisibility, order: columnOrder, sizes: columnSizing })
  }, [gridId, ownFilters, sorting, columnVisibility, columnOrder, columnSizing])

  return { table, rows, arrangement, selection, search, setSearch, filters, setFilters, clear, turnTo }
}

// The same array at each render: a new one would reset the table's models.
const none: object[] = []
