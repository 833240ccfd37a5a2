import type { BankAction } from '@bordee/core/billing/invoice.ts'
import { configCalls } from '@bordee/core/platform/config.calls.ts'
import { ask as askServer } from '../api.ts'
import { SavedCardConfirmation } from '../sandbox/SavedCardConfirmation.tsx'
import { ask } from '../ui/dialogs.tsx'

/**
 * Asks the card's holder to confirm with their bank (3-D Secure), in the provider's way. True once they have answered, yes
 * or no; only the server knows the outcome.
 */
export async function confirmWithBank({ provider, clientSecret, paymentMethodId }: BankAction): Promise<boolean> {
  if (provider === 'stripe') return confirmWithStripe(clientSecret, paymentMethodId)
  return ask<boolean>('Confirmation de la banque', false, (answer) => (
    <SavedCardConfirmation clientSecret={clientSecret} onAnswered={() => answer(true)} />
  ))
}

/** Stripe shows the bank's page on top of ours. */
async function confirmWithStripe(clientSecret: string, paymentMethodId: string | null): Promise<boolean> {
  const [{ loadStripe }, { paymentPublishableKey }] = await Promise.all([import('./stripe.ts'), askServer(configCalls.getConfig)])
  if (!paymentPublishableKey || !paymentMethodId) return false
  const stripe = await loadStripe(paymentPublishableKey)
  await stripe.confirmCardPayment(clientSecret, { payment_method: paymentMethodId })
  return true
}
