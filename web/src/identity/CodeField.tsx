import { TextInput } from '@mantine/core'
import { useEffect, useRef } from 'react'

interface Props {
  value: string
  onChange: (code: string) => void
  trouble: string | undefined
  /** Asks for a recovery code instead of the phone's code. */
  isRecovery?: boolean
  /** Accepts either one. */
  takesBoth?: boolean
  /** Takes the focus, because no other field comes before it. */
  isFirst?: boolean
}

export function CodeField({ value, onChange, trouble, isRecovery = false, takesBoth = false, isFirst = false }: Props) {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (isFirst) field.current?.focus()
  }, [isFirst])
  return (
    <TextInput
      ref={field}
      label={takesBoth ? 'Code à six chiffres, ou code de secours' : isRecovery ? 'Code de secours' : 'Code à six chiffres'}
      size="lg"
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      error={trouble}
      inputMode={isRecovery || takesBoth ? 'text' : 'numeric'}
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={20}
      styles={{
        label: { fontSize: 'var(--mantine-font-size-sm)' },
        input: { letterSpacing: '0.2em', fontVariantNumeric: 'tabular-nums' },
      }}
    />
  )
}
