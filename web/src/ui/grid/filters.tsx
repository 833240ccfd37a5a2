import { Button, CloseButton } from '@mantine/core'
import { IconFilter, IconFilterFilled } from '@tabler/icons-react'
import type { Column } from '@tanstack/react-table'
import { useState } from 'react'
import { lazyComponent } from '../lazyComponent.tsx'
import { type Filter, filterWords, type GridColumn } from './columns.ts'
import classes from './DataGrid.module.css'
import type { Features } from './table.ts'

const FilterPopover = lazyComponent(
  async () => (await import('./FilterPopover.tsx')).FilterPopover,
  ({ button }) => button,
) as typeof import('./FilterPopover.tsx').FilterPopover

/** The filter button in a heading. Its popover is mounted only while open, because a grid has twenty headings. */
export function FilterButton<T extends object>({
  column,
  header,
  filter,
}: {
  column: GridColumn<T>
  header: Column<Features, T>
  filter: Filter | undefined
}) {
  const [open, setOpen] = useState(false)
  const Icon = filter ? IconFilterFilled : IconFilter
  const button = (
    <button
      type="button"
      className={classes.funnel}
      data-on={filter ? true : undefined}
      aria-label={`Filtrer ${column.label}`}
      aria-expanded={open}
      onClick={() => setOpen(!open)}
    >
      <Icon size={14} />
    </button>
  )
  if (!open) return button
  const onFilter = (next: Filter | undefined) => header.setFilterValue(next)
  return <FilterPopover column={column} filter={filter} onFilter={onFilter} onClose={() => setOpen(false)} button={button} />
}

type KeptFilters = { id: string; value: Filter }[]

/** The active filters in words, each with a remove button, so that nobody wonders where the other rows went. */
export function FilterChips<T>({
  columns,
  filters,
  onChange,
}: {
  columns: GridColumn<T>[]
  filters: KeptFilters
  onChange: (filters: KeptFilters) => void
}) {
  if (!filters.length) return null
  return (
    <div className={classes.chips}>
      {filters.map(({ id, value }) => {
        const column = columns.find((candidate) => candidate.id === id)
        return (
          column && (
            <span key={id} className={classes.chip}>
              <span>{column.label}&nbsp;:</span>
              <strong>{filterWords(column, value)}</strong>
              <CloseButton
                size="xs"
                aria-label={`Retirer le filtre ${column.label}`}
                onClick={() => onChange(filters.filter((filter) => filter.id !== id))}
              />
            </span>
          )
        )
      })}
      <Button variant="subtle" size="compact-sm" onClick={() => onChange([])}>
        Effacer les filtres
      </Button>
    </div>
  )
}
