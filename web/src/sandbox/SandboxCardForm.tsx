import { asCard, type CardForm as CardValues, type PaymentMethod } from '@bordee/core/payments/card.ts'
import { paymentCalls } from '@bordee/core/payments/payments.calls.ts'
import { sandboxCalls } from '@bordee/core/payments/sandbox.calls.ts'
import { Button, Group, Stack } from '@mantine/core'
import { useState } from 'react'
import { useAction } from '../calls.ts'
import { CardFields, useCardForm } from '../payments/CardFields.tsx'
import { unlessOnField } from '../payments/cardRefusal.ts'
import { Form, SubmitButton } from '../ui/form/Form.tsx'
import { BankQuestion } from './BankQuestion.tsx'

const failed = unlessOnField('Erreur lors de l’enregistrement de la carte.')

/**
 * Saves a new card with the sandbox's form, after the bank's confirmation if it asks for one. Stands in for a real
 * provider's embedded form.
 */
export function SandboxCardForm({ onSaved, onCancel }: { onSaved: (card: PaymentMethod) => void; onCancel: () => void }) {
  const form = useCardForm()
  const [toConfirm, setToConfirm] = useState<CardValues | null>(null)
  const [clientSecret, setClientSecret] = useState<string | null>(null)
  const setUp = useAction(paymentCalls.setUpPaymentMethod, { failed })
  const send = useAction(sandboxCalls.confirmSandboxSetup, { failed })
  const add = useAction(paymentCalls.addPaymentMethod, { done: 'Carte enregistrée', failed, after: onSaved })
  const isBusy = setUp.isPending || send.isPending || add.isPending

  async function save(card: CardValues, isAuthenticated: boolean) {
    const secret = clientSecret ?? (await setUp.mutateAsync({})).clientSecret
    setClientSecret(secret)
    const { paymentMethodId } = await send.mutateAsync({ clientSecret: secret, card: asCard(card), isAuthenticated })
    if (paymentMethodId) await add.mutateAsync({ paymentMethodId })
    setToConfirm(paymentMethodId ? null : card)
  }
  // The action and the fields show the error.
  const attempt = (card: CardValues, isAuthenticated: boolean) => save(card, isAuthenticated).catch(() => undefined)

  if (toConfirm)
    return (
      <BankQuestion
        confirm="Confirmer la carte"
        busy={isBusy}
        onConfirm={() => void attempt(toConfirm, true)}
        onCancel={() => setToConfirm(null)}
      />
    )
  return (
    <Form
      form={form}
      onSubmit={(card) => attempt(card, false)}
      problem={setUp.error ?? send.error ?? add.error}
      under="card"
      aria-label="Carte de crédit"
    >
      <Stack>
        <CardFields />
        <Group justify="flex-end">
          <Button variant="default" onClick={onCancel}>
            Annuler
          </Button>
          <SubmitButton busy={isBusy}>Enregistrer la carte</SubmitButton>
        </Group>
      </Stack>
    </Form>
  )
}
