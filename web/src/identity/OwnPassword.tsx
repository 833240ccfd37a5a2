import { PasswordInput } from '@mantine/core'

interface Props {
  value: string
  onChange: (password: string) => void
  trouble: string | undefined
}

/** Asks for the user's own password again. */
export function OwnPassword({ value, onChange, trouble }: Props) {
  return (
    <PasswordInput
      label="Mot de passe"
      autoComplete="current-password"
      data-autofocus
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      error={trouble}
    />
  )
}
