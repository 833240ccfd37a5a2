import { clientTypeNames } from '@bordee/core/clients/client.ts'
import { SimpleGrid, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useWatch } from 'react-hook-form'
import { AddressField } from '../addresses/AddressField.tsx'
import { ChoiceField } from '../ui/form/choices.tsx'
import { type FieldName, fieldsOf } from '../ui/form/Form.tsx'
import { FormSection } from '../ui/form/FormSection.tsx'
import { EmailField, TextField } from '../ui/form/fields.tsx'
import { PhoneField } from '../ui/form/masks.tsx'
import { TextareaField } from '../ui/form/TextareaField.tsx'
import type { ClientValues } from './clientForm.ts'
import classes from './clients.module.css'

/** A client's fields, shared by the wizard and the folder. `within` is the client's path in the form. */
export function ClientFields({
  within,
  warnings = {},
  isNew = false,
}: {
  within?: FieldName
  warnings?: Record<string, string>
  isNew?: boolean
}) {
  const at = fieldsOf<ClientValues>(within)
  const [type, phone] = useWatch({ name: [at('type'), at('phone')] }) as [string, string | null]
  // A foreign number has more digits than the mask allows.
  const isForeign = (phone?.length ?? 0) > 10
  return (
    <div className={classes.sections}>
      <FormSection title="Identité" about="Le nom et le numéro par lesquels vous retrouvez ce dossier.">
        <ChoiceField name={at('type')} label="Type de client" choices={clientTypeNames} />
        <div>
          <TextField name={at('name')} label="Nom" required autoFocus={isNew} autoComplete="off" />
          <Warning text={warnings.name} />
        </div>
        <TextField
          name={at('number')}
          label="Numéro"
          nullable
          description={isNew ? 'Donné automatiquement si vous le laissez vide.' : undefined}
          autoComplete="off"
        />
        {type === 'commercial' && (
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            <TextField name={at('firstName')} label="Prénom du contact" nullable autoComplete="off" />
            <TextField name={at('lastName')} label="Nom du contact" nullable autoComplete="off" />
          </SimpleGrid>
        )}
      </FormSection>

      <FormSection title="Coordonnées" about="Le courriel ouvre à ce client l’accès à son espace en ligne.">
        <EmailField name={at('email')} label="Courriel" nullable autoComplete="off" />
        <div className={classes.phone}>
          {isForeign ? <TextField name={at('phone')} label="Téléphone" nullable /> : <PhoneField name={at('phone')} label="Téléphone" />}
          <TextField name={at('post')} label="Poste" nullable maxLength={10} autoComplete="off" />
        </div>
      </FormSection>

      <FormSection title="Facturation" about="L’adresse qui figure sur les contrats et les factures.">
        <AddressField label="Adresse de facturation" within={at('billing')} required={false} />
        <TextField name={at('billing.apartment')} label="Appartement" nullable maxLength={20} autoComplete="off" />
      </FormSection>

      <FormSection title="Notes" about="Pour votre équipe seulement.">
        <TextareaField name={at('notes')} label="Notes" nullable />
      </FormSection>
    </div>
  )
}

function Warning({ text }: { text: string | undefined }) {
  return (
    <Text size="xs" className={classes.warning} role="status">
      {text && (
        <>
          <IconAlertTriangle size={14} aria-hidden /> {text}
        </>
      )}
    </Text>
  )
}
