import { inSentence } from '@bordee/core/text.ts'
import { Button, Loader } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconCloudOff } from '@tabler/icons-react'
import { type ReactNode, useCallback, useRef } from 'react'
import { download } from '../saveFile.ts'
import { useZone } from '../zone.ts'
import type { GridColumn } from './columns.ts'
import classes from './DataGrid.module.css'
import { DetailPanel, useIsOver } from './DetailPanel.tsx'
import { FilterChips } from './filters.tsx'
import { GridBody } from './GridBody.tsx'
import { GridFooter } from './GridFooter.tsx'
import { GridHead } from './GridHead.tsx'
import { GridMessage } from './GridMessage.tsx'
import type { DataGridProps } from './gridProps.ts'
import { Toolbar } from './Toolbar.tsx'
import { useGridTable } from './useGridTable.ts'
import { closedByBack, type HowToGo, usePlace } from './usePlace.ts'

export type { GridColumn }

type WithoutRowId<T extends object> = Omit<DataGridProps<T>, 'rowId'>

/** The product's only grid. Rows that have no `id` need a `rowId`. */
export function DataGrid<T extends { id: string }>(props: WithoutRowId<T> & { rowId?: never }): ReactNode
export function DataGrid<T extends object>(props: DataGridProps<T>): ReactNode
export function DataGrid<T extends object>(given: WithoutRowId<T> & Partial<DataGridProps<T>>) {
  const props: DataGridProps<T> = { rowId: ownId, ...given }
  const { gridId, label, columns, rowId, selectable = false, complete = true, failed = false } = props
  const zone = useZone()
  const onPhone = useMediaQuery('(max-width: 640px)', false, { getInitialValueInEffect: false })
  const place = usePlace(gridId)
  const { table, rows, arrangement, selection, search, setSearch, filters, setFilters, clear, turnTo } = useGridTable(props, place)

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

  const [openId, setOpenId] = useOpenRow(props, place)
  const layout = useRef<HTMLDivElement>(null)
  const close = () => {
    layout.current?.querySelector<HTMLElement>('tr[aria-current]')?.focus()
    setOpenId(null)
  }
  const openRow = openId !== null && props.detail ? table.getCoreRowModel().rowsById[openId]?.original : undefined
  const open = props.detail ? (row: T) => setOpenId(rowId(row)) : props.onOpen

  const exportRows = async () => {
    const { toSpreadsheet } = await import('./exportRows.ts')
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

const ownId = (row: object) => (row as { id: string }).id

/** The value ARIA defines for an unknown number of rows. */
const unknownCount = -1

/** The id of the row that is open: in the grid's place, unless the screen holds it in its own URL. */
function useOpenRow<T extends object>(props: DataGridProps<T>, { place, change, goneBack }: ReturnType<typeof usePlace>) {
  const openId = props.openId === undefined ? place.openId : props.openId
  const isOver = useIsOver()
  const setOpenId = (id: string | null) => {
    if (id === null && goneBack()) return
    const how: HowToGo = isOver && openId === null ? closedByBack : { replace: true }
    if (props.openId === undefined) change({ openId: id }, how)
    props.onOpenChange?.(id, how)
  }
  return [openId, setOpenId] as const
}

interface Props {
  complete: boolean
  failed: boolean
  /** Whether a search, a filter or a sort applies. */
  narrowed: boolean
  onRetry: (() => void) | undefined
}

/** Beside the search while rows are missing or could not be refreshed, where nothing moves when it appears. */
function GridNote({ complete, failed, narrowed, onRetry }: Props) {
  return (
    <div className={classes.note} role="status" data-failed={failed || undefined}>
      {failed ? <IconCloudOff size={16} aria-hidden /> : <Loader size={14} aria-hidden />}
      <span>
        {!complete && narrowed && 'Résultats partiels\u00a0: '}
        {sentence(complete, failed, !complete && narrowed)}
      </span>
      {failed && onRetry && (
        <Button variant="subtle" size="compact-sm" onClick={onRetry}>
          Réessayer
        </Button>
      )}
    </div>
  )
}

function sentence(complete: boolean, failed: boolean, goesOn: boolean): string {
  const words = !failed
    ? 'Chargement de la suite…'
    : complete
      ? 'La liste n’a pas pu être mise à jour.'
      : 'La suite n’a pas pu être chargée.'
  return goesOn ? inSentence(words) : words
}
