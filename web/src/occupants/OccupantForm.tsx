import type { CallRequest } from '@bordee/core/alerts/hours.ts'
import { alertMethodNames, editedOccupant, type OccupantRow } from '@bordee/core/occupants/occupant.ts'
import { runsCompany } from '@bordee/core/roles.ts'
import { addressLine } from '@bordee/core/sites/address-line.ts'
import type { SiteRow } from '@bordee/core/sites/site.ts'
import { SimpleGrid, Stack } from '@mantine/core'
import type { UseFormReturn } from 'react-hook-form'
import * as z from 'zod'
import { useMe } from '../session.tsx'
import { SelectField } from '../ui/form/choices.tsx'
import { Form, fieldsOf, SubmitButton, useForm } from '../ui/form/Form.tsx'
import { TextField } from '../ui/form/fields.tsx'
import { PhoneField } from '../ui/form/masks.tsx'
import { TextareaField } from '../ui/form/TextareaField.tsx'
import { useEditing } from '../ui/form/useEditing.tsx'
import { emptyValues, valuesFrom } from '../ui/form/values.ts'
import { HoursFields } from './HoursFields.tsx'

const schema = editedOccupant.extend({ site: z.uuid('Le point de service est requis.') })
export type SentOccupant = z.output<typeof schema>

export type FormSite = Pick<SiteRow, 'id' | 'name' | 'address' | 'customerName'>

interface Props {
  /** The sites to choose from; a single one is preselected. */
  sites: FormSite[]
  problem: unknown
}

export function NewOccupant({ sites, onSubmit, problem }: Props & { onSubmit: (occupant: SentOccupant) => unknown }) {
  const [only] = sites.length === 1 ? sites : []
  const form = useForm(schema, { defaultValues: emptyValues(schema, { alertMethod: 'sms', callsAnytime: false, site: only?.id ?? '' }) })
  return <Fields form={form} sites={sites} onSubmit={onSubmit} problem={problem} isNew />
}

interface EditProps extends Props {
  occupant: OccupantRow
  onSave: (changes: Partial<SentOccupant>) => Promise<OccupantRow>
}

export function EditOccupant({ occupant, sites, onSave, problem }: EditProps) {
  const { form, onSubmit, prompt } = useEditing(schema, occupant, { valuesOf, save: onSave })
  return (
    <>
      <Fields form={form} sites={sites} onSubmit={onSubmit} problem={problem} callRequest={occupant.callsAnytime} />
      {prompt}
    </>
  )
}

const valuesOf = (occupant: OccupantRow) =>
  valuesFrom(schema, occupant, { site: occupant.site.id, callsAnytime: occupant.callsAnytime !== null })

interface FieldsProps extends Props {
  form: UseFormReturn<z.input<typeof schema>, unknown, SentOccupant>
  onSubmit: (occupant: SentOccupant) => unknown
  isNew?: boolean
  callRequest?: CallRequest | null
}

function Fields({ form, sites, onSubmit, problem, isNew = false, callRequest = null }: FieldsProps) {
  const { role } = useMe()
  const at = fieldsOf(form)
  return (
    <Form form={form} onSubmit={onSubmit} problem={problem} under="contact" aria-label="Occupant">
      <Stack>
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <TextField name={at('firstName')} label="Prénom" nullable autoFocus autoComplete="off" />
          <TextField name={at('lastName')} label="Nom" nullable autoComplete="off" />
          <PhoneField name={at('phone')} label="Téléphone" required />
          <SelectField name={at('alertMethod')} label="Aviser par" choices={alertMethodNames} />
        </SimpleGrid>
        {sites.length !== 1 && (
          <SelectField
            name={at('site')}
            label="Point de service"
            required
            searchable
            choices={sites.map((site) => ({ value: site.id, label: `${site.customerName} – ${site.name} (${addressLine(site.address)})` }))}
          />
        )}
        <HoursFields
          names={{
            quietHours: at('quietHours'),
            startAt: at('quietHours.startAt'),
            endAt: at('quietHours.endAt'),
            callsAnytime: at('callsAnytime'),
            alertMethod: at('alertMethod'),
          }}
          callRequest={callRequest}
        />
        {runsCompany(role) && <TextareaField name={at('notes')} label="Notes" nullable />}
        <SubmitButton whenDirty={!isNew}>{isNew ? 'Ajouter' : 'Enregistrer'}</SubmitButton>
      </Stack>
    </Form>
  )
}
