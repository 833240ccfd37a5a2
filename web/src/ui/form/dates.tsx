import { type IsoDate, parseDate } from '@bordee/core/time.ts'
import { Select } from '@mantine/core'
import { DateInput, TimeInput } from '@mantine/dates'
import { IconCalendar, IconClock } from '@tabler/icons-react'
import { FrenchDates } from '../FrenchDates.tsx'
import { useField } from './Form.tsx'
import type { FieldProps } from './fields.tsx'

export interface DateFieldProps extends FieldProps {
  min?: IsoDate
  max?: IsoDate
  clearable?: boolean
}

/** A date held as 2026-01-05, shown and typed as 05/01/2026 (or 05012026). Null when empty. */
export function DateField({ name, min, max, clearable = false, placeholder = 'jj/mm/aaaa', ...props }: DateFieldProps) {
  const { value, onChange, ...field } = useField(name)
  return (
    <FrenchDates>
      <DateInput
        {...props}
        {...field}
        valueFormat="DD/MM/YYYY"
        dateParser={readDate}
        placeholder={placeholder}
        minDate={min}
        maxDate={max}
        clearable={clearable}
        leftSection={<IconCalendar size={17} stroke={1.7} />}
        leftSectionPointerEvents="none"
        value={value || null}
        onChange={(next) => onChange(next)}
      />
    </FrenchDates>
  )
}

/** A time of day held as 06:30. With `step` in minutes, a list of times to choose from. */
export function TimeField({ name, step, ...props }: FieldProps & { step?: number }) {
  const { value, onChange, ...field } = useField(name)
  const icon = <IconClock size={17} stroke={1.7} />
  if (!step)
    return (
      <TimeInput
        {...props}
        {...field}
        leftSection={icon}
        value={value ?? ''}
        onChange={(event) => onChange(event.currentTarget.value || null)}
      />
    )
  const offered = hours(step)
  return (
    <Select
      searchable
      allowDeselect={false}
      {...props}
      {...field}
      leftSection={icon}
      // Keep a time saved under another step in the list.
      data={!value || offered.includes(value) ? offered : [...offered, value].sort((a, b) => a.localeCompare(b))}
      value={value ?? null}
      onChange={onChange}
    />
  )
}

function readDate(text: string): IsoDate | null {
  const [, day, month, year] = /^(\d{2})(\d{2})(\d{4})$/.exec(text) ?? []
  return parseDate(day ? `${day}/${month}/${year}` : text) ?? null
}

function hours(step: number): string[] {
  const two = (n: number) => String(n).padStart(2, '0')
  return Array.from({ length: Math.floor(1440 / step) }, (_, i) => `${two(Math.floor((i * step) / 60))}:${two((i * step) % 60)}`)
}
