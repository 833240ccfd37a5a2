import { useMediaQuery } from '@mantine/hooks'
import { useTable } from '@tanstack/react-table'
import type { ReactNode } from 'react'
import { startTransition, useCallback, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import { download } from '../saveFile.ts'
import { useZone } from '../zone.ts'
import type { GridColumn } from './columns.ts'
import classes from './DataGrid.module.css'
import { DetailPanel, useIsOver } from './DetailPanel.tsx'
import { toSpreadsheet } from './exportRows.ts'
import { FilterChips } from './filters.tsx'
import { GridBody } from './GridBody.tsx'
import { GridFooter } from './GridFooter.tsx'
import { GridHead } from './GridHead.tsx'
import { type EmptyWords, GridMessage } from './GridMessage.tsx'
import { GridNote } from './GridNote.tsx'
import { recall, remember } from './memory.ts'
import { Toolbar } from './Toolbar.tsx'
import { features, toColumnDefs } from './table.ts'
import { useArranged } from './useArranged.ts'
import { closedByBack, type HowToGo, usePlace } from './usePlace.ts'
import { useSelection } from './useSelection.ts'

export type { GridColumn }

export interface DataGridProps<T extends object> {
  /** The key of its settings in local storage; unique in the product. */
  gridId: string
  /** What the rows are, for screen readers and the exported file: « Clients ». */
  label: string
  /** Undefined while they load. Pass the same array as long as the data is the same. */
  rows: T[] | undefined
  /** False while rows are missing, also after a failure: actions on all rows are then disabled. */
  complete?: boolean
  columns: GridColumn<T>[]
  rowId: (row: T) => string
  pageSize?: 100 | 25

  /** With children the grid is a tree: `role="treegrid"`, folded and unfolded with the arrow keys. */
  childrenOf?: (row: T) => T[] | undefined
  /** Ticking a parent ticks its children, unless this is false. */
  cascades?: boolean
  /** Ids unfolded initially; true for all. */
  unfolded?: true | string[]

  /** Rows can be ticked, across pages. `required` keeps at least one ticked. */
  selectable?: boolean | 'required'
  selected?: readonly string[]
  onSelectedChange?: (ids: string[]) => void

  /** A click or Enter opens the row: beside the grid if there is a `detail`, otherwise with `onOpen`. */
  detail?: (row: T, close: () => void) => ReactNode
  openId?: string | null
  /** A screen that holds `openId` in its own URL navigates with the given `how`. */
  onOpenChange?: (id: string | null, how: HowToGo) => void
  onOpen?: (row: T) => void
  onDoubleClick?: (row: T) => void

  /** The name of the exported spreadsheet; without it there is no export. */
  exportAs?: string
  /** Buttons to the right of the search; receives the ticked ids. */
  actions?: ReactNode | ((selected: string[]) => ReactNode)
  empty?: EmptyWords
  /** True when the rows, or some of them, could not be read. */
  failed?: boolean
  onRetry?: () => void
}

/** The product's only grid. */
export function DataGrid<T extends object>(props: DataGridProps<T>) {
  const { gridId, label, columns, rowId, pageSize = 100, selectable = false, onOpen } = props
  const zone = useZone()
  const { complete = true, failed = false } = props
  const onPhone = useMediaQuery('(max-width: 640px)', false, { getInitialValueInEffect: false })

  const defs = useMemo(() => toColumnDefs(columns), [columns])
  const [kept] = useState(() =>
    recall(
      gridId,
      columns.map(({ id }) => id),
    ),
  )
  const { place, change, goneBack } = usePlace(gridId)
  const { search } = place
  // A new search starts at the first page.
  const setSearch = (next: string) => change({ search: next, page: 0 })
  const [unfolded, setUnfolded] = useState<true | Record<string, boolean>>(() =>
    props.unfolded === true ? true : Object.fromEntries((props.unfolded ?? []).map((id) => [id, true])),
  )
  const [filters, setKeptFilters] = useState(kept.filters)
  const [sorting, setSorting] = useState(kept.sorting)
  const setFilters = (next: typeof filters) => {
    setKeptFilters(next)
    if (place.page) change({ page: 0 })
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

  const found = table.getFilteredRowModel().flatRows
  const foundNow = useRef(found)
  foundNow.current = found
  const selectAll = useCallback(
    () =>
      selection.toggle(
        foundNow.current.map(({ id }) => id),
        true,
      ),
    [selection.toggle],
  )
  // Usually nothing is ticked, so skip looking through the rows.
  const isPageTicked = selection.ids.length > 0 && table.getRowModel().rows.every(({ id }) => selection.state[id])
  const last = Math.max(0, Math.ceil(table.getFilteredRowModel().rows.length / pageSize) - 1)
  if (last !== lastPage) setLastPage(last)

  const { columnVisibility, columnOrder, columnSizing } = table.state
  useEffect(() => {
    remember(gridId, { filters, sorting, visibility: columnVisibility, order: columnOrder, sizes: columnSizing })
  }, [gridId, filters, sorting, columnVisibility, columnOrder, columnSizing])

  const openId = props.openId === undefined ? place.openId : props.openId
  const lies = useIsOver()
  const setOpenId = (id: string | null) => {
    if (id === null && goneBack()) return
    const how: HowToGo = lies && openId === null ? closedByBack : { replace: true }
    if (props.openId === undefined) change({ openId: id }, how)
    props.onOpenChange?.(id, how)
  }
  const layout = useRef<HTMLDivElement>(null)
  const close = () => {
    layout.current?.querySelector<HTMLElement>('tr[aria-current]')?.focus()
    setOpenId(null)
  }
  const openRow = openId !== null && props.detail ? table.getCoreRowModel().rowsById[openId]?.original : undefined
  const open = props.detail ? (row: T) => setOpenId(rowId(row)) : onOpen

  const clear = () => {
    setKeptFilters([])
    setSearch('')
  }
  const exportRows = async () => {
    const shown = table.getVisibleLeafColumns().flatMap(({ id }) => columns.find((column) => column.id === id) ?? [])
    const found = table.getSortedRowModel().flatRows.map((row) => row.original)
    download(await toSpreadsheet(label, shown, found, zone), `${props.exportAs}.xlsx`)
  }

  const tree = props.childrenOf !== undefined
  const semantics = { role: tree ? 'treegrid' : 'grid', 'aria-multiselectable': selectable ? true : undefined }
  const state = !arrangement.rows
    ? failed
      ? 'failed'
      : 'loading'
    : !rows.length
      ? 'empty'
      : table.getRowModel().rows.length
        ? 'rows'
        : complete
          ? 'nothing'
          : 'nothing-yet'
  const narrowed = arrangement.includes !== undefined || arrangement.sortKeys.length > 0
  return (
    <div ref={layout} className={classes.layout} data-fills>
      <section className={`${classes.grid} bordee-card`} aria-label={label} data-phone={onPhone || undefined}>
        <Toolbar
          table={table}
          columns={columns}
          search={search}
          onSearch={setSearch}
          onExport={props.exportAs ? exportRows : undefined}
          complete={complete}
          note={
            arrangement.rows && (failed || !complete) ? (
              <GridNote complete={complete} failed={failed} narrowed={narrowed} onRetry={props.onRetry} />
            ) : undefined
          }
          actions={typeof props.actions === 'function' ? props.actions(selection.ids) : props.actions}
          onPhone={onPhone}
        />
        <FilterChips columns={columns} filters={filters} onChange={setFilters} />
        <div className={classes.scroll}>
          <table
            className={classes.table}
            {...semantics}
            aria-label={label}
            aria-rowcount={complete ? table.getFilteredRowModel().rows.length + 1 : unknownCount}
            aria-busy={state === 'loading' || arrangement.pending || undefined}
            style={onPhone ? undefined : { width: table.getTotalSize() + (selectable ? 44 : 0) }}
          >
            <GridHead table={table} columns={columns} selection={selectable ? selection : undefined} complete={complete} />
            {state === 'rows' && (
              <GridBody
                table={table}
                columns={columns}
                zone={zone}
                tree={tree}
                selectable={selectable !== false}
                cascades={props.cascades ?? true}
                onToggle={selection.toggle}
                openId={openId}
                onOpen={open}
                onDoubleClick={props.onDoubleClick}
              />
            )}
          </table>
          {state !== 'rows' && <GridMessage state={state} empty={props.empty} onClear={clear} onRetry={props.onRetry} />}
        </div>
        {rows.length > 0 && (
          <GridFooter
            total={table.getFilteredRowModel().rows.length}
            complete={complete}
            {...table.state.pagination}
            onPage={turnTo}
            selected={selection.ids.length}
            onUnselect={selectable === 'required' ? undefined : selection.clear}
            onSelectAll={complete && isPageTicked && selection.ids.length < found.length ? selectAll : undefined}
          />
        )}
      </section>
      {openRow && <DetailPanel onClose={close}>{props.detail?.(openRow, close)}</DetailPanel>}
    </div>
  )
}

/** The value ARIA defines for an unknown number of rows. */
const unknownCount = -1

// The same array at each render: a new one would reset the table's models.
const none: object[] = []
