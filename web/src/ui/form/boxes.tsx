import { Checkbox, Switch } from '@mantine/core'
import { useField } from './Form.tsx'
import type { FieldProps } from './fields.tsx'

export function SwitchField({ name, ...props }: Omit<FieldProps, 'placeholder'>) {
  const { value, onChange, ...field } = useField(name)
  return <Switch {...props} {...field} checked={value === true} onChange={(event) => onChange(event.currentTarget.checked)} />
}

export function CheckboxField({ name, ...props }: Omit<FieldProps, 'placeholder'>) {
  const { value, onChange, ...field } = useField(name)
  return <Checkbox {...props} {...field} checked={value === true} onChange={(event) => onChange(event.currentTarget.checked)} />
}
