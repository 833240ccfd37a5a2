import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { type GridColumn, isNumeric } from './columns.ts'
import classes from './DataGrid.module.css'
import { FilterButton } from './filters.tsx'
import type { GridTable } from './table.ts'
import type { Selection } from './useSelection.ts'

interface Props<T extends object> {
  table: GridTable<T>
  columns: GridColumn<T>[]
  selection: Selection | undefined
}

export function GridHead<T extends object>({ table, columns, selection }: Props<T>) {
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
              <TickAll table={table} selection={selection} />
            </th>
          )}
          {table.getFlatHeaders().map((header) => {
            const column = columns.find(({ id }) => id === header.column.id)
            return column && <Heading key={header.id} table={table} header={header} column={column} />
          })}
        </tr>
      </thead>
    </>
  )
}

type Header<T extends object> = ReturnType<GridTable<T>['getFlatHeaders']>[number]

function Heading<T extends object>({ table, header, column }: { table: GridTable<T>; header: Header<T>; column: GridColumn<T> }) {
  const sorted = header.column.getIsSorted()
  const size = header.column.getSize()

  // The mouse drags the edge; Alt + Maj + arrows do the same from the heading.
  function resizeByKeyboard(event: KeyboardEvent) {
    if (!event.altKey || !event.shiftKey || !(event.key === 'ArrowLeft' || event.key === 'ArrowRight')) return
    event.preventDefault()
    const next = Math.max(60, size + (event.key === 'ArrowRight' ? 16 : -16))
    table.setColumnSizing((sizes) => ({ ...sizes, [column.id]: next }))
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
        {column.data !== false && <FilterButton column={column} header={header.column} />}
      </div>
      <div
        aria-hidden
        className={classes.resizer}
        data-on={header.column.getIsResizing() || undefined}
        onMouseDown={header.getResizeHandler()}
        onTouchStart={header.getResizeHandler()}
        onDoubleClick={() => header.column.resetSize()}
      />
    </th>
  )
}

/** Ticks every row that the filters let through, on all pages. */
function TickAll<T extends object>({ table, selection }: { table: GridTable<T>; selection: Selection }) {
  const found = table.getFilteredRowModel().flatRows
  const ticked = found.filter((row) => selection.state[row.id]).length
  const all = found.length > 0 && ticked === found.length
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (box.current) box.current.indeterminate = ticked > 0 && !all
  }, [ticked, all])
  return (
    <label className={classes.check}>
      <input
        ref={box}
        type="checkbox"
        aria-label="Tout sélectionner"
        checked={all}
        disabled={!found.length}
        onChange={() =>
          selection.toggle(
            found.map((row) => row.id),
            !all,
          )
        }
      />
    </label>
  )
}
