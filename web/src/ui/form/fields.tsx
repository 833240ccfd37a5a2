// Form fields: a screen gives name and label; value, error and focus come from the surrounding form.
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
  /** An empty field is null in the form, for nullable columns. */
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

/** `fresh`: a new password, so that the browser proposes one instead of filling in the old. */
export function PasswordField({ name, fresh = false, ...props }: FieldProps & { fresh?: boolean }) {
  const text = useText(name)
  // Mantine says it of the frame only.
  return (
    <PasswordInput
      autoComplete={fresh ? 'new-password' : 'current-password'}
      {...props}
      {...text}
      aria-invalid={text.error ? true : undefined}
    />
  )
}

export function useText(name: FieldName, nullable = false) {
  const { value, onChange, ...field } = useField(name)
  return {
    ...field,
    value: String(value ?? ''),
    onChange: (event: { currentTarget: { value: string } }) =>
      onChange(nullable && !event.currentTarget.value ? null : event.currentTarget.value),
  }
}
