import { type Device, deviceFields } from '@bordee/core/devices/device.ts'
import { Stack } from '@mantine/core'
import type * as z from 'zod'
import { SelectField } from '../ui/form/choices.tsx'
import { type EntityForm, Form, fieldsOf, SubmitButton } from '../ui/form/Form.tsx'
import { TextField } from '../ui/form/fields.tsx'
import { emptyValues, valuesFrom } from '../ui/form/values.ts'

export const deviceSchema = deviceFields
type DeviceValues = z.input<typeof deviceSchema>
type SentDevice = z.output<typeof deviceSchema>

export const emptyDevice = emptyValues(deviceSchema, {})
export const valuesOf = (device: Device): DeviceValues => valuesFrom(deviceSchema, device)

export interface Operator {
  value: string
  label: string
}

interface Props extends EntityForm<DeviceValues, SentDevice> {
  operators: Operator[]
}

export function DeviceForm({ form, operators, onSubmit, problem, isNew = false }: Props) {
  const at = fieldsOf(form)
  return (
    <Form form={form} onSubmit={onSubmit} problem={problem} under="device" aria-label={isNew ? 'Nouvel appareil' : 'Appareil'}>
      <Stack>
        <TextField name={at('name')} label="Nom" required maxLength={100} autoFocus={isNew} autoComplete="off" />
        <SelectField
          name={at('userId')}
          label="Opérateur"
          description="Ses positions s’ajoutent à la tournée où il se trouve."
          placeholder="Personne"
          clearable
          choices={operators}
        />
        <SubmitButton whenDirty={!isNew}>{isNew ? 'Ajouter' : 'Enregistrer'}</SubmitButton>
      </Stack>
    </Form>
  )
}
