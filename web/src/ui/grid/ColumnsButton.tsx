import { ActionIcon, Button } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconColumns3, IconGripVertical } from '@tabler/icons-react'
import { useState } from 'react'
import { Dropdown } from '../Dropdown.tsx'
import type { GridColumn } from './columns.ts'
import classes from './DataGrid.module.css'
import type { GridTable } from './table.ts'

interface Props<T extends object> {
  table: GridTable<T>
  columns: GridColumn<T>[]
  onPhone: boolean
}

/** Chooses the visible columns and their order, by dragging or with the arrow keys. */
export function ColumnsButton<T extends object>({ table, columns, onPhone }: Props<T>) {
  return (
    <Dropdown
      label="Colonnes affichées"
      button={(opens) =>
        onPhone ? (
          <ActionIcon variant="default" size={36} aria-label="Colonnes" {...opens}>
            <IconColumns3 size={17} />
          </ActionIcon>
        ) : (
          <Button variant="default" leftSection={<IconColumns3 size={16} />} {...opens}>
            Colonnes
          </Button>
        )
      }
    >
      {() => <ColumnList table={table} columns={columns} />}
    </Dropdown>
  )
}

function ColumnList<T extends object>({ table, columns }: Omit<Props<T>, 'onPhone'>) {
  const [dragged, setDragged] = useState<string>()
  const [said, setSaid] = useState('')
  const order = table.getAllLeafColumns().map(({ id }) => id)
  const label = (id: string) => columns.find((column) => column.id === id)?.label ?? id
  const lastShown = table.getVisibleLeafColumns().length === 1

  function move(id: string, to: number) {
    const next = order.filter((other) => other !== id)
    next.splice(to, 0, id)
    table.setColumnOrder(next)
    setSaid(`${label(id)}, position ${to + 1} de ${order.length}`)
  }

  return (
    <>
      <ul className={classes.columns}>
        {table.getAllLeafColumns().map((column, i) => (
          <li
            key={column.id}
            draggable
            data-dragged={dragged === column.id || undefined}
            onDragStart={(event) => {
              event.dataTransfer.effectAllowed = 'move'
              setDragged(column.id)
            }}
            onDragOver={(event) => {
              event.preventDefault()
              if (dragged && dragged !== column.id) move(dragged, i)
            }}
            onDragEnd={() => setDragged(undefined)}
          >
            <IconGripVertical size={15} aria-hidden className={classes.grip} />
            <label>
              <input
                type="checkbox"
                checked={column.getIsVisible()}
                disabled={lastShown && column.getIsVisible()}
                onChange={() => column.toggleVisibility()}
              />
              {label(column.id)}
            </label>
            <ActionIcon size={26} aria-label={`Monter ${label(column.id)}`} disabled={i === 0} onClick={() => move(column.id, i - 1)}>
              <IconArrowUp size={15} />
            </ActionIcon>
            <ActionIcon
              size={26}
              aria-label={`Descendre ${label(column.id)}`}
              disabled={i === order.length - 1}
              onClick={() => move(column.id, i + 1)}
            >
              <IconArrowDown size={15} />
            </ActionIcon>
          </li>
        ))}
      </ul>
      <Button
        variant="subtle"
        size="compact-sm"
        fullWidth
        onClick={() => {
          table.setColumnOrder([])
          table.setColumnSizing({})
          table.setColumnVisibility(Object.fromEntries(columns.filter(({ hidden }) => hidden).map(({ id }) => [id, false])))
        }}
      >
        Rétablir les colonnes
      </Button>
      <span role="status" className="bordee-visually-hidden">
        {said}
      </span>
    </>
  )
}
