import { type CardForm as CardValues, cardForm } from '@bordee/core/payments/card.ts'
import { todayIn } from '@bordee/core/time.ts'
import { Alert, SimpleGrid } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { useConfig } from '../config.ts'
import { fieldsOf, useForm } from '../ui/form/Form.tsx'
import { TextField } from '../ui/form/fields.tsx'
import { CardNumberField, CvcField, ExpiryField } from '../ui/form/masks.tsx'
import { useZone } from '../ui/zone.ts'

const emptyCard: CardValues = { name: '', number: '', expDate: '', cvc: '' }
const at = fieldsOf<CardValues>()

export function useCardForm() {
  const zone = useZone()
  const schema = useMemo(() => cardForm(() => todayIn(zone, new Date())), [zone])
  return useForm(schema, { defaultValues: emptyCard })
}

/** The fields of a card. Their values are sent with the call and never stored. */
export function CardFields() {
  const { control } = useFormContext<CardValues>()
  const number = useWatch({ control, name: 'number' })
  const isSandbox = useConfig()?.provider.payment === 'embedded'
  return (
    <>
      {isSandbox && (
        <Alert color="spruce" icon={<IconLock size={18} />}>
          Ce serveur est un serveur d’essai&nbsp;: utilisez la carte 4242&nbsp;4242&nbsp;4242&nbsp;4242. Aucune vraie carte n’est acceptée.
        </Alert>
      )}
      <TextField name={at('name')} label="Nom du titulaire" required autoComplete="cc-name" autoFocus />
      <CardNumberField name={at('number')} label="Numéro de carte" required />
      <SimpleGrid cols={2}>
        <ExpiryField name={at('expDate')} label="Expiration" required />
        <CvcField name={at('cvc')} label="CVC" required digits={/^3[47]/.test(number) ? 4 : 3} />
      </SimpleGrid>
    </>
  )
}
