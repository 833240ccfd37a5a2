// One line per field in a screen: name and label. Value, error and focus come from the form around.
import { PasswordInput, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { type FieldName, useField } from './Form.tsx'

export interface FieldProps {
  name: FieldName
  label: ReactNode
  description?: ReactNode
  placeholder?: string
  required?: boolean
  disabled?: boolean
  readOnly?: boolean
  autoFocus?: boolean
}

export interface TextFieldProps extends FieldProps {
  autoComplete?: string
  maxLength?: number
  /** An empty field is null in the form, for columns that may be null. */
  nullable?: boolean
}

export function TextField({ name, nullable, ...props }: TextFieldProps) {
  return <TextInput {...props} {...useText(name, nullable)} />
}

export function EmailField({ name, nullable, ...props }: TextFieldProps) {
  return (
    <TextInput
      type="email"
      inputMode="email"
      autoComplete="email"
      autoCapitalize="none"
      spellCheck={false}
      {...props}
      {...useText(name, nullable)}
    />
  )
}

/** `fresh` when a password is being chosen: the browser then proposes one instead of filling the old. */
export function PasswordField({ name, fresh = false, ...props }: FieldProps & { fresh?: boolean }) {
  return <PasswordInput autoComplete={fresh ? 'new-password' : 'current-password'} {...props} {...useText(name)} />
}

/** What a field of text needs from the form. */
export function useText(name: FieldName, nullable = false) {
  const { value, onChange, ...field } = useField(name)
  return {
    ...field,
    value: String(value ?? ''),
    onChange: (event: { currentTarget: { value: string } }) =>
      onChange(nullable && !event.currentTarget.value ? null : event.currentTarget.value),
  }
}
