import { formatMoney } from '@bordee/core/money.ts'
import { asCard, type CardForm as CardValues } from '@bordee/core/payments/card.ts'
import { sandboxCalls } from '@bordee/core/payments/sandbox.calls.ts'
import { Stack } from '@mantine/core'
import { useState } from 'react'
import { useAction } from '../calls.ts'
import { CardFields, cardSchema, emptyCard } from '../payments/CardFields.tsx'
import { Form, SubmitButton, useForm } from '../ui/form/Form.tsx'
import { BankConfirmation } from './BankConfirmation.tsx'

interface Props {
  clientSecret: string
  amount: number
  onPaid: () => void
}

/** Pays with a test card: what a real provider would put into our page. */
export function CheckoutForm({ clientSecret, amount, onPaid }: Props) {
  const form = useForm(cardSchema, { defaultValues: emptyCard })
  const [toConfirm, setToConfirm] = useState<CardValues | null>(null)
  const pay = useAction(sandboxCalls.paySandboxCheckout, { failed: 'Something went wrong' }) // sic

  async function send(card: CardValues, isAuthenticated: boolean) {
    const { status } = await pay.mutateAsync({ clientSecret, card: asCard(card), isAuthenticated })
    if (status === 'paid') onPaid()
    setToConfirm(status === 'action' ? card : null)
  }
  const attempt = (card: CardValues, isAuthenticated: boolean) => send(card, isAuthenticated).catch(() => undefined) // told by the action, and on the fields

  if (toConfirm)
    return (
      <BankConfirmation
        confirm="Confirmer le paiement"
        busy={pay.isPending}
        onConfirm={() => void attempt(toConfirm, true)}
        onCancel={() => setToConfirm(null)}
      />
    )
  return (
    <Form form={form} onSubmit={(card) => attempt(card, false)} problem={pay.error} under="card" aria-label="Paiement par carte">
      <Stack>
        <CardFields />
        <SubmitButton busy={pay.isPending}>{`Payer ${formatMoney(amount)}`}</SubmitButton>
      </Stack>
    </Form>
  )
}
