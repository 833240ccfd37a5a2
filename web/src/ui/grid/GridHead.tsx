import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { type KeyboardEvent, memo, useEffect, useMemo, useRef } from 'react'
import { type Filter, type GridColumn, isNumeric } from './columns.ts'
import classes from './DataGrid.module.css'
import { FilterButton } from './filters.tsx'
import { onceComplete } from './Toolbar.tsx'
import type { GridTable } from './table.ts'
import type { Selection } from './useSelection.ts'

interface Props<T extends object> {
  table: GridTable<T>
  columns: GridColumn<T>[]
  selection: Selection | undefined
  complete: boolean
}

export function GridHead<T extends object>({ table, columns, selection, complete }: Props<T>) {
  return (
    <>
      <colgroup>
        {selection && <col style={{ width: 44 }} />}
        {table.getVisibleLeafColumns().map((column) => (
          <col key={column.id} style={{ width: column.getSize() }} />
        ))}
      </colgroup>
      <thead>
        <tr aria-rowindex={1}>
          {selection && (
            <th scope="col" className={classes.tick}>
              <TickPage table={table} selection={selection} complete={complete} />
            </th>
          )}
          {table.getFlatHeaders().map((header) => {
            const column = columns.find(({ id }) => id === header.column.id)
            return (
              column && (
                <Heading
                  key={header.id}
                  header={header}
                  column={column}
                  sorted={header.column.getIsSorted()}
                  filter={header.column.getFilterValue() as Filter | undefined}
                  size={header.column.getSize()}
                  resizing={header.column.getIsResizing()}
                  onResize={table.setColumnSizing}
                />
              )
            )
          })}
        </tr>
      </thead>
    </>
  )
}

type Header<T extends object> = ReturnType<GridTable<T>['getFlatHeaders']>[number]

interface HeadingProps<T extends object> {
  header: Header<T>
  column: GridColumn<T>
  sorted: false | 'asc' | 'desc'
  filter: Filter | undefined
  size: number
  resizing: boolean
  onResize: GridTable<T>['setColumnSizing']
}

function DrawHeading<T extends object>({ header, column, sorted, filter, size, resizing, onResize }: HeadingProps<T>) {
  // The mouse drags the edge; Alt + Maj + arrows do the same from the heading.
  function resizeByKeyboard(event: KeyboardEvent) {
    if (!event.altKey || !event.shiftKey || !(event.key === 'ArrowLeft' || event.key === 'ArrowRight')) return
    event.preventDefault()
    const next = Math.max(header.column.columnDef.minSize ?? 0, size + (event.key === 'ArrowRight' ? 16 : -16))
    onResize((sizes) => ({ ...sizes, [column.id]: next }))
  }

  return (
    <th
      scope="col"
      data-number={isNumeric(column) || undefined}
      aria-sort={sorted === 'asc' ? 'ascending' : sorted === 'desc' ? 'descending' : undefined}
    >
      <div className={classes.heading}>
        {column.data === false ? (
          <span className={classes.sort}>{column.label}</span>
        ) : (
          <button
            type="button"
            className={classes.sort}
            onClick={header.column.getToggleSortingHandler()}
            onKeyDown={resizeByKeyboard}
            title={column.label}
          >
            <span>{column.label}</span>
            {sorted === 'asc' && <IconArrowUp size={14} aria-hidden />}
            {sorted === 'desc' && <IconArrowDown size={14} aria-hidden />}
          </button>
        )}
        {column.data !== false && <FilterButton column={column} header={header.column} filter={filter} />}
      </div>
      <div
        aria-hidden
        className={classes.resizer}
        data-on={resizing || undefined}
        onMouseDown={header.getResizeHandler()}
        onTouchStart={header.getResizeHandler()}
        onDoubleClick={() => header.column.resetSize()}
      />
    </th>
  )
}

/** Memoised: a heading renders when it changes, not at each page. */
const Heading = memo(DrawHeading) as typeof DrawHeading

interface TickPageProps<T extends object> {
  table: GridTable<T>
  selection: Selection
  complete: boolean
}

/** Ticks the page's rows; the footer then offers to tick all found rows. Disabled until all rows have arrived. */
function TickPage<T extends object>({ table, selection, complete }: TickPageProps<T>) {
  const { rows } = table.getRowModel()
  const ids = useMemo(() => [...new Set(rows.flatMap((row) => [row.id, ...row.getLeafRows().map(({ id }) => id)]))], [rows])
  const ticked = selection.ids.length ? ids.filter((id) => selection.state[id]).length : 0
  const all = ids.length > 0 && ticked === ids.length
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (box.current) box.current.indeterminate = ticked > 0 && !all
  }, [ticked, all])
  return (
    <label className={classes.check} title={complete ? undefined : onceComplete}>
      <input
        ref={box}
        type="checkbox"
        aria-label="Tout sélectionner dans la page"
        checked={complete && all}
        disabled={!ids.length || !complete}
        onChange={() => selection.toggle(ids, !all)}
      />
    </label>
  )
}
