import { parseDate } from '@bordee/core/time.ts'
import { Button, Checkbox, CloseButton, Group, NumberInput, Popover, Stack, TextInput } from '@mantine/core'
import { DateInput } from '@mantine/dates'
import { IconFilter, IconFilterFilled } from '@tabler/icons-react'
import type { Column } from '@tanstack/react-table'
import { useState } from 'react'
import { choicesOf, type Filter, filterShape, filterWords, type GridColumn, isBlank } from './columns.ts'
import classes from './DataGrid.module.css'
import type { Features } from './table.ts'
import { useTyped } from './useTyped.ts'

/** The funnel in a heading. Its popover is mounted only while open: a grid has twenty headings. */
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
  return (
    <Popover opened onChange={setOpen} position="bottom-end" trapFocus returnFocus width={260}>
      <Popover.Target>{button}</Popover.Target>
      <Popover.Dropdown aria-label={`Filtrer ${column.label}`}>
        <Stack gap="sm">
          <FilterEditor column={column} filter={filter} onChange={(next) => header.setFilterValue(isBlank(next) ? undefined : next)} />
          <Group justify="space-between">
            <Button variant="subtle" size="compact-sm" disabled={!filter} onClick={() => header.setFilterValue(undefined)}>
              Effacer
            </Button>
            <Button size="compact-sm" onClick={() => setOpen(false)}>
              Fermer
            </Button>
          </Group>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}

interface EditorProps<T> {
  column: GridColumn<T>
  filter: Filter | undefined
  onChange: (filter: Filter) => void
}

/** Text, one-of, number range or date range, by the kind of the column. */
export function FilterEditor<T>({ column, filter, onChange }: EditorProps<T>) {
  switch (filterShape(column)) {
    case 'oneOf': {
      const chosen = filter && 'oneOf' in filter ? filter.oneOf : []
      return (
        <Checkbox.Group label={column.label} value={chosen} onChange={(oneOf) => onChange({ oneOf })}>
          <Stack gap={8} mt={8} mah={280} style={{ overflow: 'auto' }}>
            {Object.entries(choicesOf(column)).map(([value, words]) => (
              <Checkbox key={value} value={value} label={words} size="sm" />
            ))}
          </Stack>
        </Checkbox.Group>
      )
    }
    case 'number': {
      const range = filter as { min?: number; max?: number } | undefined
      const suffix = column.kind === 'money' ? '\u00a0$' : column.kind === 'percent' ? '\u00a0%' : undefined
      const bound = (key: 'min' | 'max', label: string) => (
        <NumberInput
          label={label}
          suffix={suffix}
          value={range?.[key] ?? ''}
          onChange={(value) => onChange({ min: range?.min, max: range?.max, [key]: value === '' ? undefined : Number(value) })}
        />
      )
      return (
        <fieldset className={classes.range}>
          <legend>{column.label}</legend>
          {bound('min', 'Au moins')}
          {bound('max', 'Au plus')}
        </fieldset>
      )
    }
    case 'date': {
      const range = filter as { from?: string; to?: string } | undefined
      const bound = (key: 'from' | 'to', label: string) => (
        <DateInput
          label={label}
          valueFormat="DD/MM/YYYY"
          placeholder="jj/mm/aaaa"
          dateParser={(text) => parseDate(text) ?? null}
          clearable
          popoverProps={{ withinPortal: false }}
          value={range?.[key] ?? null}
          onChange={(value) => onChange({ from: range?.from, to: range?.to, [key]: value ?? undefined })}
        />
      )
      return (
        <fieldset className={classes.range}>
          <legend>{column.label}</legend>
          {bound('from', 'Du')}
          {bound('to', 'Au')}
        </fieldset>
      )
    }
    default:
      return <TextFilter column={column} filter={filter} onChange={onChange} />
  }
}

function TextFilter<T>({ column, filter, onChange }: EditorProps<T>) {
  const [text, type] = useTyped(filter && 'text' in filter ? filter.text : '', (typed) => onChange({ text: typed }))
  return <TextInput label={`${column.label} contient`} value={text} onChange={(event) => type(event.currentTarget.value)} />
}

type KeptFilters = { id: string; value: Filter }[]

/** The filters in force, in words, each with its cross: nobody wonders where the other rows went. */
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
