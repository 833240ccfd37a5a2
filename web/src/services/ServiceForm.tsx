import { type Service, serviceFields } from '@bordee/core/services/service.ts'
import { Stack } from '@mantine/core'
import * as z from 'zod'
import { SwitchField } from '../ui/form/boxes.tsx'
import { type EntityForm, Form, fieldsOf, SubmitButton } from '../ui/form/Form.tsx'
import { TextField } from '../ui/form/fields.tsx'
import { NumberField } from '../ui/form/numbers.tsx'
import { TextareaField } from '../ui/form/TextareaField.tsx'
import { emptyValues, valuesFrom } from '../ui/form/values.ts'
import { ColorField } from './ServiceColor.tsx'

/** The form shows percents; the wire carries hundredths of a percent. */
export const serviceSchema = serviceFields
  .omit({ defaultAnnualAugmentation: true })
  .extend({ augmentation: z.number('Veuillez entrer un pourcentage.').min(-100).max(1000) })
export type ServiceValues = z.input<typeof serviceSchema>
type Sent = z.output<typeof serviceSchema>

export const emptyService = emptyValues(serviceSchema, { color: 'red', augmentation: 0 })

export const valuesOf = (service: Service): ServiceValues =>
  valuesFrom(serviceSchema, service, { augmentation: service.defaultAnnualAugmentation / 100 })

export const asInput = ({ augmentation, ...service }: Sent) => ({ ...service, defaultAnnualAugmentation: Math.round(augmentation * 100) })

export function ServiceForm({ form, onSubmit, problem, isNew = false }: EntityForm<ServiceValues, Sent>) {
  const at = fieldsOf(form)
  return (
    <Form form={form} onSubmit={onSubmit} problem={problem} under="service" aria-label={isNew ? 'Nouveau service' : 'Service'}>
      <Stack>
        <TextField name={at('name')} label="Nom" required maxLength={100} autoFocus={isNew} autoComplete="off" />
        <TextareaField name={at('description')} label="Description" nullable limit={255} />
        <ColorField name={at('color')} label="Couleur" />
        <NumberField
          name={at('augmentation')}
          label="Augmentation annuelle"
          description="Proposée au renouvellement des contrats."
          decimals={2}
          suffix="%"
          min={-100}
          max={1000}
        />
        <SwitchField name={at('isDefault')} label="Service par défaut" description="Coché d’avance sur une nouvelle zone." />
        <SubmitButton whenDirty={!isNew}>{isNew ? 'Créer' : 'Enregistrer'}</SubmitButton>
      </Stack>
    </Form>
  )
}
