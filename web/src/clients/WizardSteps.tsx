import { AddressField } from '../addresses/AddressField.tsx'
import { OccupantLines } from '../occupants/OccupantLines.tsx'
import { fieldsOf } from '../ui/form/Form.tsx'
import { FormSection } from '../ui/form/FormSection.tsx'
import { TextField } from '../ui/form/fields.tsx'
import { Hint } from '../ui/words.tsx'
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

export function OccupantRows() {
  return (
    <FormSection title="Occupants" about="Les personnes averties avant le passage de la déneigeuse. On peut en ajouter plus tard.">
      <OccupantLines />
      <Hint>Chaque occupant reçoit un texto ou un appel, selon son choix.</Hint>
    </FormSection>
  )
}
