import { TextInput } from '@mantine/core'

interface Props {
  value: string
  onChange: (code: string) => void
  trouble: string | undefined
  /** One of the recovery codes in place of the phone's. */
  isRecovery?: boolean
}

/** Six digits of the phone, large; or a recovery code. */
export function CodeField({ value, onChange, trouble, isRecovery = false }: Props) {
  return (
    <TextInput
      label={isRecovery ? 'Code de secours' : 'Code à six chiffres'}
      size="lg"
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      error={trouble}
      inputMode={isRecovery ? 'text' : 'numeric'}
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={20}
      data-autofocus
      styles={{ input: { letterSpacing: '0.2em', fontVariantNumeric: 'tabular-nums' } }}
    />
  )
}
