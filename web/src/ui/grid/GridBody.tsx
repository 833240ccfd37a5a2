import { IconChevronRight } from '@tabler/icons-react'
import {
  type CSSProperties,
  type KeyboardEvent,
  memo,
  type ReactNode,
  useCallback,
  useDeferredValue,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { type GridColumn, isNumeric, textOf } from './columns.ts'
import classes from './DataGrid.module.css'
import { EditCell } from './EditCell.tsx'
import type { GridRow, GridTable } from './table.ts'

/** Two clicks within this many milliseconds are a double click. */
const doubleClick = 250

interface Props<T extends object> {
  table: GridTable<T>
  columns: GridColumn<T>[]
  zone: string
  tree: boolean
  selectable: boolean
  cascades: boolean
  onToggle: (ids: string[], on: boolean) => void
  openId: string | null
  onOpen: ((row: T) => void) | undefined
  onDoubleClick: ((row: T) => void) | undefined
}

export function GridBody<T extends object>({ table, columns, openId, onOpen, onDoubleClick, ...rest }: Props<T>) {
  const model = table.getRowModel()
  const { pageIndex, pageSize } = table.state.pagination
  const page = useMemo(() => ({ rows: model.rows, first: pageIndex * pageSize }), [model, pageIndex, pageSize])
  // A new page of rows renders after the click has shown its effect. Not in a tree: the key that unfolds may be
  // followed at once by one that moves.
  const drawn = useDeferredValue(page)
  const { rows, first } = rest.tree ? page : drawn
  const [focusedId, setFocusedId] = useState<string>()
  const [editing, setEditing] = useState<{ rowId: string; columnId: string }>()
  const shown = table.getVisibleLeafColumns().map(({ id }) => id)
  const layout = shown.join()

  // Rows are memoised and render only when their own data changes, so the callbacks they get must be stable.
  const latest = useRef({ onOpen, onDoubleClick })
  latest.current = { onOpen, onDoubleClick }
  // Opening may move the rows: a double click is for the row that the first click hit.
  const hit = useRef<T>(undefined)
  const open = useCallback((row: T) => {
    hit.current = row
    latest.current.onOpen?.(row)
  }, [])
  const openTwice = useCallback((row: T) => latest.current.onDoubleClick?.(hit.current ?? row), [])
  // Where a double click edits, the first click waits for a second one.
  const opening = useRef<number>(undefined)
  const openSoon = useCallback((row: T) => {
    clearTimeout(opening.current)
    opening.current = window.setTimeout(() => latest.current.onOpen?.(row), doubleClick)
  }, [])
  const edit = useCallback((rowId: string, columnId: string | undefined) => {
    clearTimeout(opening.current)
    setEditing(columnId ? { rowId, columnId } : undefined)
  }, [])
  useEffect(() => () => clearTimeout(opening.current), [])

  // One row is in the tab order; the arrow keys move from there.
  const tabbable = rows.some((row) => row.id === focusedId) ? focusedId : (rows.find((row) => row.id === openId)?.id ?? rows[0]?.id)
  return (
    <tbody key={useBodyKey(rows)}>
      {rows.map((row, i) => (
        <RowView
          key={row.id}
          {...rest}
          row={row}
          columns={columns}
          layout={layout}
          index={first + i + 2}
          selected={row.getIsSelected()}
          unfolded={row.getIsExpanded()}
          active={row.id === openId}
          tabbable={row.id === tabbable}
          editing={editing?.rowId === row.id ? editing.columnId : undefined}
          onOpen={onOpen ? open : undefined}
          onOpenSoon={onOpen ? openSoon : undefined}
          onDoubleClick={onDoubleClick ? openTwice : undefined}
          onFocus={setFocusedId}
          onEdit={edit}
        />
      ))}
    </tbody>
  )
}

/**
 * Changes when most rows are replaced, so that React replaces the whole body: replacing a hundred rows one by one
 * can't be sliced and is most of a page's cost. When rows stay, the body stays too, and with it the focus.
 */
function useBodyKey<T extends object>(rows: GridRow<T>[]): number {
  const drawn = useRef({ rows, key: 0 })
  const key = useMemo(() => {
    const ids = new Set(rows.map(({ id }) => id))
    const before = drawn.current
    const staying = before.rows.filter(({ id }) => ids.has(id)).length
    return staying * 2 < before.rows.length ? before.key + 1 : before.key
  }, [rows])
  useEffect(() => {
    drawn.current = { rows, key }
  }, [rows, key])
  return key
}

interface RowProps<T extends object> {
  row: GridRow<T>
  columns: GridColumn<T>[]
  /** The ids of the visible columns in order; renders the row again when they change. */
  layout: string
  zone: string
  index: number
  tree: boolean
  selectable: boolean
  cascades: boolean
  selected: boolean
  unfolded: boolean
  active: boolean
  tabbable: boolean
  editing: string | undefined
  onToggle: (ids: string[], on: boolean) => void
  onOpen: ((row: T) => void) | undefined
  onOpenSoon: ((row: T) => void) | undefined
  onDoubleClick: ((row: T) => void) | undefined
  onFocus: (id: string) => void
  onEdit: (rowId: string, columnId: string | undefined) => void
}

function DrawRow<T extends object>({
  row,
  columns,
  layout,
  zone,
  index,
  tree,
  selectable,
  cascades,
  selected,
  unfolded,
  active,
  tabbable,
  editing,
  onToggle,
  onOpen,
  onOpenSoon,
  onDoubleClick,
  onFocus,
  onEdit,
}: RowProps<T>) {
  const shown = layout.split(',').flatMap((id) => columns.find((column) => column.id === id) ?? [])
  const editable = shown.find((column) => column.edit)
  const toggle = () => onToggle([row.id, ...(cascades ? row.getLeafRows().map(({ id }) => id) : [])], !selected)

  function onKeyDown(event: KeyboardEvent<HTMLTableRowElement>) {
    // Keys typed in a cell's own control belong to that control.
    if (event.target !== event.currentTarget) return
    const act = rowKeys[event.key]
    if (act) act(event.currentTarget)
    else if (event.key === ' ' && selectable) toggle()
    else if (event.key === 'F2' && editable) onEdit(row.id, editable.id)
    else if (event.key === 'Enter' && onOpen) onOpen(row.original)
    else if (event.key === 'Enter' && editable) onEdit(row.id, editable.id)
    else if (event.key === 'ArrowRight' && row.getCanExpand())
      unfolded ? rowKeys.ArrowDown?.(event.currentTarget) : row.toggleExpanded(true)
    else if (event.key === 'ArrowLeft' && tree)
      unfolded && row.getCanExpand() ? row.toggleExpanded(false) : focusParent(event.currentTarget)
    else return
    event.preventDefault()
  }

  return (
    <tr
      tabIndex={tabbable ? 0 : -1}
      aria-rowindex={index}
      aria-selected={selectable ? selected : undefined}
      aria-current={active || undefined}
      data-selected={selected || undefined}
      data-active={active || undefined}
      data-opens={onOpen ? true : undefined}
      {...(tree && { 'aria-level': row.depth + 1, 'aria-expanded': row.getCanExpand() ? unfolded : undefined })}
      onClick={({ detail: times }) => times < 2 && onOpen?.(row.original)}
      onDoubleClick={() => onDoubleClick?.(row.original)}
      onFocus={() => onFocus(row.id)}
      onKeyDown={onKeyDown}
    >
      {selectable && (
        <td className={classes.tick} onClick={(event) => event.stopPropagation()} onKeyDown={(event) => event.stopPropagation()}>
          <label className={classes.check}>
            <input
              type="checkbox"
              tabIndex={-1}
              aria-label={`Sélectionner ${shown[0] ? textOf(shown[0], row.original, zone) : ''}`}
              checked={selected}
              onChange={toggle}
            />
          </label>
        </td>
      )}
      {shown.map((column, i) => (
        <td
          key={column.id}
          data-label={column.label}
          data-number={isNumeric(column) || undefined}
          data-first={i === 0 || undefined}
          {...(i === 0 && tree && indented(10 + row.depth * 26 + (row.getCanExpand() ? 0 : 28)))}
          {...(column.edit && {
            onClick: (event) => {
              event.stopPropagation()
              onOpenSoon?.(row.original)
            },
            onDoubleClick: () => onEdit(row.id, column.id),
          })}
        >
          {i === 0 && row.getCanExpand() && (
            <button
              type="button"
              tabIndex={-1}
              className={classes.fold}
              data-unfolded={unfolded || undefined}
              aria-label={unfolded ? 'Replier' : 'Déplier'}
              onClick={(event) => {
                event.stopPropagation()
                row.toggleExpanded()
              }}
            >
              <IconChevronRight size={16} />
            </button>
          )}
          {column.edit && editing === column.id ? (
            <EditCell column={column} row={row.original} zone={zone} onDone={() => onEdit(row.id, undefined)} />
          ) : (
            content(column, row.original, zone)
          )}
        </td>
      ))}
    </tr>
  )
}

const RowView = memo(DrawRow) as typeof DrawRow

/** A function, not a component, because a page has a thousand cells. */
function content<T>(column: GridColumn<T>, row: T, zone: string): ReactNode {
  const shown = column.cell ? column.cell(row) : textOf(column, row, zone)
  return column.edit ? (
    <span className={classes.editable} title="Double-cliquer pour modifier">
      {shown}
    </span>
  ) : (
    shown
  )
}

const to = (row: Element | null | undefined) => (row as HTMLElement | null | undefined)?.focus()
const sibling = (row: HTMLElement, by: number) => {
  const rows = [...(row.parentElement?.children ?? [])]
  return rows[Math.min(rows.length - 1, Math.max(0, rows.indexOf(row) + by))]
}
const rowKeys: Record<string, ((row: HTMLElement) => void) | undefined> = {
  ArrowDown: (row) => to(row.nextElementSibling),
  ArrowUp: (row) => to(row.previousElementSibling),
  Home: (row) => to(row.parentElement?.firstElementChild),
  End: (row) => to(row.parentElement?.lastElementChild),
  PageDown: (row) => to(sibling(row, 10)),
  PageUp: (row) => to(sibling(row, -10)),
}

/** The nearest row above with a lower level. */
function focusParent(row: HTMLElement) {
  const level = Number(row.getAttribute('aria-level'))
  let above = row.previousElementSibling
  while (above && Number(above.getAttribute('aria-level')) >= level) above = above.previousElementSibling
  to(above)
}

/** On a phone a row is a card, and not indented. */
const indented = (pixels: number) => ({ 'data-indented': true, style: { '--indent': `${pixels}px` } as CSSProperties })
