import { sandboxCalls } from '@bordee/core/payments/sandbox.calls.ts'
import { useAction } from '../calls.ts'
import { unlessOnField } from '../payments/cardRefusal.ts'
import { TestCardForm } from './TestCardForm.tsx'

interface Props {
  clientSecret: string
  amount: number
  onPaid: () => void
}

/** Pays a checkout with a test card. */
export function CheckoutForm({ clientSecret, amount, onPaid }: Props) {
  const pay = useAction(sandboxCalls.paySandboxCheckout, { failed: unlessOnField('Une erreur est survenue.') })
  return (
    <TestCardForm
      amount={amount}
      pay={(card, isAuthenticated) => pay.mutateAsync({ clientSecret, card, isAuthenticated })}
      busy={pay.isPending}
      problem={pay.error}
      onPaid={onPaid}
    />
  )
}
