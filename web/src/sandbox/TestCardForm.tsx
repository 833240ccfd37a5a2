import { type Cents, formatMoney } from '@bordee/core/money.ts'
import { asCard, type Card, type CardForm as CardValues } from '@bordee/core/payments/card.ts'
import { Stack } from '@mantine/core'
import { useState } from 'react'
import { CardFields, useCardForm } from '../payments/CardFields.tsx'
import { Form, SubmitButton } from '../ui/form/Form.tsx'
import { BankQuestion } from './BankQuestion.tsx'

interface Props {
  amount: Cents
  pay: (card: Card, isAuthenticated: boolean) => Promise<{ status: 'paid' | 'action' }>
  busy: boolean
  problem: unknown
  onPaid: () => void
}

/** Pays with a test card. Stands in for a real provider's embedded form. */
export function TestCardForm({ amount, pay, busy, problem, onPaid }: Props) {
  const form = useCardForm()
  const [toConfirm, setToConfirm] = useState<CardValues | null>(null)

  async function send(card: CardValues, isAuthenticated: boolean) {
    const { status } = await pay(asCard(card), isAuthenticated)
    if (status === 'paid') onPaid()
    setToConfirm(status === 'action' ? card : null)
  }
  // The action and the fields show the error.
  const attempt = (card: CardValues, isAuthenticated: boolean) => send(card, isAuthenticated).catch(() => undefined)

  if (toConfirm) return <BankQuestion busy={busy} onConfirm={() => void attempt(toConfirm, true)} onCancel={() => setToConfirm(null)} />
  return (
    <Form form={form} onSubmit={(card) => attempt(card, false)} problem={problem} under="card" aria-label="Paiement par carte">
      <Stack>
        <CardFields />
        <SubmitButton busy={busy}>{`Payer ${formatMoney(amount)}`}</SubmitButton>
      </Stack>
    </Form>
  )
}
