import { formatHour, type IsoDate } from '@bordee/core/time.ts'
import { Select } from '@mantine/core'
import { IconClock } from '@tabler/icons-react'
import { DayInput } from '../DayInput.tsx'
import { TimeOfDayInput } from '../TimeOfDayInput.tsx'
import { useField } from './Form.tsx'
import type { FieldProps } from './fields.tsx'

export interface DateFieldProps extends FieldProps {
  min?: IsoDate
  max?: IsoDate
  clearable?: boolean
}

/** Null when empty. A text that isn't a date stays in the field, and the form's schema refuses it. */
export function DateField({ name, ...props }: DateFieldProps) {
  const { value, ...field } = useField(name)
  return <DayInput {...props} {...field} value={value || null} />
}

/** A time of day held as 06:30. With `step` in minutes, a list of times to choose from. */
export function TimeField({ name, step, clearable = false, ...props }: FieldProps & { step?: number; clearable?: boolean }) {
  const { value, onChange, ...field } = useField(name)
  if (!step) return <TimeOfDayInput {...props} {...field} value={value || null} onChange={onChange} />
  const offered = hours(step)
  // Keep a time saved under another step in the list.
  const listed = !value || offered.includes(value) ? offered : [...offered, value].sort((a, b) => a.localeCompare(b))
  return (
    <Select
      searchable
      clearable={clearable}
      allowDeselect={false}
      {...props}
      {...field}
      leftSection={<IconClock size={17} stroke={1.7} />}
      data={listed.map((time) => ({ value: time, label: formatHour(time) }))}
      filter={({ options, search }) => options.filter((option) => 'value' in option && isTypedHour(search, option))}
      value={value ?? null}
      onChange={onChange}
    />
  )
}

/** « 6 », « 6 h 30 », « 6:30 » and « 06:30 » are all understood. */
const isTypedHour = (typed: string, { value, label }: { value: string; label: string }) => {
  const plain = typed.toLowerCase().replace(/\s/g, '')
  return [label.replace(/\s/g, ''), value, value.replace(/^0/, '')].some((written) => written.startsWith(plain))
}

function hours(step: number): string[] {
  const two = (n: number) => String(n).padStart(2, '0')
  return Array.from({ length: Math.floor(1440 / step) }, (_, i) => `${two(Math.floor((i * step) / 60))}:${two((i * step) % 60)}`)
}
