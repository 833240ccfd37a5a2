import type { IsoDate } from '@bordee/core/time.ts'
import { Checkbox, NumberInput, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { DayInput, isDay } from '../DayInput.tsx'
import { choicesOf, type Filter, filterShape, type GridColumn } from './columns.ts'
import classes from './DataGrid.module.css'
import { useTyped } from './useTyped.ts'

export interface EditorProps<T> {
  column: GridColumn<T>
  filter: Filter | undefined
  onChange: (filter: Filter) => void
}

const suffixes: Record<string, string | undefined> = { money: '\u00a0$', percent: '\u00a0%', duration: '\u00a0min' }

/** Text, choices, number range or date range, depending on the column's kind. */
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
      const suffix = suffixes[column.kind ?? 'number']
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
        <DayBound label={label} day={range?.[key]} onChange={(day) => onChange({ from: range?.from, to: range?.to, [key]: day })} />
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

interface DayBoundProps {
  label: string
  day: IsoDate | undefined
  onChange: (day: IsoDate | undefined) => void
}

/** Only days filter; a text that isn't one stays in its field. */
function DayBound({ label, day, onChange }: DayBoundProps) {
  const [unread, setUnread] = useState<string | null>(null)
  function take(value: string | null) {
    const isUnread = value !== null && !isDay(value)
    setUnread(isUnread ? value : null)
    if (!isUnread) onChange(value ?? undefined)
  }
  return <DayInput label={label} clearable value={unread ?? day ?? null} onChange={take} />
}

function TextFilter<T>({ column, filter, onChange }: EditorProps<T>) {
  const [text, type] = useTyped(filter && 'text' in filter ? filter.text : '', (typed) => onChange({ text: typed }))
  return <TextInput label={`${column.label} contient`} value={text} onChange={(event) => type(event.currentTarget.value)} />
}
