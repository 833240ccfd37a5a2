import { asCard, type PaymentMethod } from '@bordee/core/payments/card.ts'
import { paymentCalls } from '@bordee/core/payments/payments.calls.ts'
import { Button, Group, Stack } from '@mantine/core'
import { useAction } from '../calls.ts'
import { Form, SubmitButton, useForm } from '../ui/form/Form.tsx'
import { CardFields, cardSchema, emptyCard } from './CardFields.tsx'

/** A new card. */
export function CardForm({ onSaved, onCancel }: { onSaved: (card: PaymentMethod) => void; onCancel: () => void }) {
  const form = useForm(cardSchema, { defaultValues: emptyCard })
  const add = useAction(paymentCalls.addPaymentMethod, {
    done: 'Carte enregistrée',
    failed: "Erreur lors de l'enregistrement de la carte.",
    after: onSaved,
  })
  return (
    <Form
      form={form}
      onSubmit={(card) => add.mutateAsync({ card: asCard(card) }).catch(() => undefined)} // told by the action, and on the fields
      problem={add.error}
      under="card"
      aria-label="Carte de crédit"
    >
      <Stack>
        <CardFields />
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
