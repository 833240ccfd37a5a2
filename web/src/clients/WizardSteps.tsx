import { alertMethodNames } from '@bordee/core/occupants/occupant.ts'
import { ActionIcon, Button, Text } from '@mantine/core'
import { IconPlus, IconTrash, IconUsers } from '@tabler/icons-react'
import { useFieldArray } from 'react-hook-form'
import { AddressField } from '../addresses/AddressField.tsx'
import { SelectField } from '../ui/form/choices.tsx'
import { fieldsOf } from '../ui/form/Form.tsx'
import { FormSection } from '../ui/form/FormSection.tsx'
import { TextField } from '../ui/form/fields.tsx'
import { PhoneField } from '../ui/form/masks.tsx'
import { EmptyState } from '../ui/states.tsx'
import classes from './clients.module.css'
import type { WizardValues } from './wizardForm.ts'

const at = fieldsOf<WizardValues>()

export function FirstSiteFields() {
  return (
    <FormSection title="Point de service" about="L’endroit à déneiger. Ses zones se dessinent ensuite, sur la carte.">
      <TextField name={at('site.name')} label="Nom du point de service" required maxLength={50} autoComplete="off" />
      <AddressField label="Adresse du point de service" within={at('site.address')} />
      <TextField name={at('site.address.apartment')} label="Appartement" nullable maxLength={20} autoComplete="off" />
    </FormSection>
  )
}

/** As many as one likes, none too. */
export function OccupantRows() {
  const { fields, append, remove } = useFieldArray({ name: 'occupants' })
  const add = () => append({ firstName: null, lastName: null, phone: '', alertMethod: 'sms' })
  return (
    <FormSection title="Occupants" about="Les personnes averties avant le passage de la déneigeuse. On peut en ajouter plus tard.">
      {fields.length === 0 && <EmptyState icon={<IconUsers />} title="Personne à avertir pour l’instant" />}
      <div className={classes.occupants}>
        {fields.map(({ id }, i) => (
          <fieldset key={id} className={classes.occupant} aria-label={`Occupant ${i + 1}`}>
            <TextField name={at(`occupants.${i}.firstName`)} label="Prénom" nullable autoComplete="off" />
            <TextField name={at(`occupants.${i}.lastName`)} label="Nom" nullable autoComplete="off" />
            <PhoneField name={at(`occupants.${i}.phone`)} label="Téléphone" required />
            <SelectField name={at(`occupants.${i}.alertMethod`)} label="Avertir par" choices={alertMethodNames} />
            <ActionIcon variant="subtle" color="red" size={36} aria-label={`Retirer l’occupant ${i + 1}`} onClick={() => remove(i)}>
              <IconTrash size={17} />
            </ActionIcon>
          </fieldset>
        ))}
      </div>
      <div>
        <Button variant="default" leftSection={<IconPlus size={16} />} onClick={add}>
          Ajouter un occupant
        </Button>
      </div>
      <Text size="sm" c="dimmed">
        Chaque occupant reçoit un texto ou un appel, selon son choix.
      </Text>
    </FormSection>
  )
}
