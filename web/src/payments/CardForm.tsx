import { asCard, type CardForm as CardValues, cardForm, type PaymentMethod } from '@bordee/core/payments/card.ts'
import { paymentCalls } from '@bordee/core/payments/payments.calls.ts'
import { Alert, Button, Group, SimpleGrid, Stack } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { useAction } from '../calls.ts'
import { useConfig } from '../config.ts'
import { Form, fieldsOf, SubmitButton, useForm } from '../ui/form/Form.tsx'
import { TextField } from '../ui/form/fields.tsx'
import { CardNumberField, CvcField, ExpiryField } from '../ui/form/masks.tsx'

const schema = cardForm(() => new Date())
const empty: CardValues = { name: '', number: '', expDate: '', cvc: '' }

/** A new card. What is typed leaves with the call and is kept nowhere. */
export function CardForm({ onSaved, onCancel }: { onSaved: (card: PaymentMethod) => void; onCancel: () => void }) {
  const form = useForm(schema, { defaultValues: empty })
  const at = fieldsOf(form)
  const isSandbox = useConfig()?.provider.payment === 'embedded'
  const add = useAction(paymentCalls.addPaymentMethod, {
    done: 'Carte enregistrée',
    failed: "Erreur lors de l'enregistrement de la carte.",
    after: onSaved,
  })
  const isAmex = /^3[47]/.test(form.watch('number'))
  return (
    <Form
      form={form}
      onSubmit={(card) => add.mutateAsync({ card: asCard(card) }).catch(() => undefined)} // told by the action, and on the fields
      problem={add.error}
      under="card"
      aria-label="Carte de crédit"
    >
      <Stack>
        {isSandbox && (
          <Alert color="spruce" icon={<IconLock size={18} />}>
            Ce serveur est un serveur d’essai&nbsp;: utilisez la carte 4242&nbsp;4242&nbsp;4242&nbsp;4242. Aucune vraie carte n’est
            acceptée.
          </Alert>
        )}
        <TextField name={at('name')} label="Nom du titulaire" autoComplete="cc-name" autoFocus />
        <CardNumberField name={at('number')} label="Numéro de carte" />
        <SimpleGrid cols={2}>
          <ExpiryField name={at('expDate')} label="Expiration" />
          <CvcField name={at('cvc')} label="CVC" digits={isAmex ? 4 : 3} />
        </SimpleGrid>
        <Group justify="flex-end">
          <Button variant="default" onClick={onCancel}>
            Annuler
          </Button>
          <SubmitButton busy={add.isPending}>Enregistrer la carte</SubmitButton>
        </Group>
      </Stack>
    </Form>
  )
}
