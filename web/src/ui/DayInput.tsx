import { formatDate, type IsoDate, parseDate } from '@bordee/core/time.ts'
import { dayIn } from '@bordee/core/written-days.ts'
import { CloseButton, Popover, TextInput, type TextInputProps } from '@mantine/core'
import { DatePicker } from '@mantine/dates'
import { IconCalendar } from '@tabler/icons-react'
import { useState } from 'react'
import { FrenchDates } from './FrenchDates.tsx'

interface Props extends Omit<TextInputProps, 'value' | 'onChange' | 'onBlur'> {
  /** A day, or a typed text that isn't one: it stays until it is corrected. */
  value: string | null
  onChange: (value: string | null) => void
  onBlur?: () => void
  min?: IsoDate | undefined
  max?: IsoDate | undefined
  clearable?: boolean
}

export const isDay = (value: string): value is IsoDate => /^\d{4}-\d\d-\d\d$/.test(value)

/** « 05012026 » too. */
function read(text: string): IsoDate | undefined {
  const [, day, month, year] = /^(\d\d)(\d\d)(\d{4})$/.exec(text) ?? []
  return (day && parseDate(`${day}/${month}/${year}`)) || dayIn(text)
}

/** A date held as 2026-01-05, shown as 05/01/2026, chosen in a calendar or typed as people write dates. */
export function DayInput({ value, onChange, onBlur, min, max, clearable = false, error, ...props }: Props) {
  const [isOpen, setOpen] = useState(false)
  const [typed, setTyped] = useState<string | null>(null)
  const day = value !== null && isDay(value) ? value : null

  function type(text: string) {
    setTyped(text)
    setOpen(true)
    const written = read(text.trim())
    if (written) onChange(written)
    else if (text.trim() === '') onChange(null)
  }

  function leave() {
    const text = typed?.trim()
    if (text && !read(text)) onChange(text)
    setTyped(null)
    setOpen(false)
    onBlur?.()
  }

  function choose(chosen: string | null) {
    setTyped(null)
    setOpen(false)
    onChange(chosen)
  }

  // In place, so that the calendar stays inside the page's landmarks: Mantine gives it no role.
  return (
    <FrenchDates>
      <Popover
        opened={isOpen && !props.disabled && !props.readOnly}
        position="bottom-start"
        trapFocus={false}
        shadow="md"
        withinPortal={false}
        withRoles={false} // a text field can't be « expanded »
      >
        <Popover.Target>
          <TextInput
            placeholder="jj/mm/aaaa"
            autoComplete="off"
            leftSection={<IconCalendar size={17} stroke={1.7} />}
            leftSectionPointerEvents="none"
            rightSection={clearable && value ? <CloseButton aria-label="Effacer" onClick={() => choose(null)} /> : undefined}
            {...props}
            error={typed === null ? (trouble(value, day, { min, max }) ?? error) : error}
            value={typed ?? (day ? formatDate(day) : (value ?? ''))}
            onChange={(event) => type(event.currentTarget.value)}
            onFocus={() => setOpen(true)}
            onClick={() => setOpen(true)}
            onBlur={leave}
            onKeyDown={(event) => {
              if (event.key === 'Escape') setOpen(false)
            }}
          />
        </Popover.Target>
        <Popover.Dropdown onMouseDown={(event) => event.preventDefault()}>
          <DatePicker
            key={day}
            value={day}
            onChange={choose}
            defaultDate={day ?? undefined}
            minDate={min}
            maxDate={max}
            allowDeselect={clearable}
            __preventFocus
          />
        </Popover.Dropdown>
      </Popover>
    </FrenchDates>
  )
}

function trouble(value: string | null, day: IsoDate | null, { min, max }: Pick<Props, 'min' | 'max'>): string | undefined {
  if (value && !day) return `«\u00a0${value}\u00a0» n’est pas une date\u00a0: on attend jj/mm/aaaa.`
  if (day && min && day < min) return `La date doit être au plus tôt le ${formatDate(min)}.`
  if (day && max && day > max) return `La date doit être au plus tard le ${formatDate(max)}.`
  return undefined
}
