import type { BankAction } from '@bordee/core/billing/invoice.ts'
import { SavedCardConfirmation } from '../sandbox/SavedCardConfirmation.tsx'
import { ask } from '../ui/dialogs.tsx'

/** Asks the bank of a saved card's holder (3-D Secure) in the way of the provider that wants to know. True: it has been answered, in whichever way; what came of it is asked of the server. */
export async function confirmWithBank({ provider, clientSecret }: BankAction): Promise<boolean> {
  if (provider !== 'embedded') throw new Error(`${provider} asks in no way that is known here`)
  return ask<boolean>('Confirmation de la banque', false, (answer) => (
    <SavedCardConfirmation clientSecret={clientSecret} onAnswered={() => answer(true)} />
  ))
}
