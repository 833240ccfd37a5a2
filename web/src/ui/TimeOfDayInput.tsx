import { formatHour } from '@bordee/core/time.ts'
import { timeIn } from '@bordee/core/written-times.ts'
import { TextInput, type TextInputProps } from '@mantine/core'
import { IconClock } from '@tabler/icons-react'
import { useState } from 'react'

interface Props extends Omit<TextInputProps, 'value' | 'onChange' | 'onBlur'> {
  /** A time, or a typed text that isn't one: it stays until it is corrected. */
  value: string | null
  onChange: (value: string | null) => void
  onBlur?: () => void
}

export const isTime = (value: string): boolean => timeIn(value) === value

/** A time of day held as 06:30, shown as « 6 h 30 », typed as people write times. A native field follows the browser's language. */
export function TimeOfDayInput({ value, onChange, onBlur, error, ...props }: Props) {
  const [typed, setTyped] = useState<string | null>(null)

  function type(text: string) {
    setTyped(text)
    onChange(timeIn(text) ?? (text.trim() || null))
  }

  const wrong = typed === null && value && !isTime(value) && `«\u00a0${value}\u00a0» n’est pas une heure\u00a0: on attend 6\u00a0h\u00a030.`
  return (
    <TextInput
      placeholder="6 h 30"
      autoComplete="off"
      leftSection={<IconClock size={17} stroke={1.7} />}
      leftSectionPointerEvents="none"
      {...props}
      error={wrong || error}
      value={typed ?? (value && isTime(value) ? formatHour(value) : (value ?? ''))}
      onChange={(event) => type(event.currentTarget.value)}
      onBlur={() => {
        setTyped(null)
        onBlur?.()
      }}
    />
  )
}
