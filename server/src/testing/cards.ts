// Saves a card as the sandbox's form does, including the bank's confirmation where it asks for one.
import { paymentCalls } from '@bordee/core/payments/payments.calls.ts'
import { sandboxCalls } from '@bordee/core/payments/sandbox.calls.ts'
import type { Caller, TestServer } from './server.ts'

export async function savedByForm({ anyone }: TestServer, owner: Caller, number = '4242424242424242') {
  const { clientSecret } = await owner(paymentCalls.setUpPaymentMethod)
  const card = { name: 'Paule Tremblay', number, cvc: '737', expMonth: 4, expYear: 2097 }
  const first = await anyone(sandboxCalls.confirmSandboxSetup, { clientSecret, card })
  const { paymentMethodId } =
    first.status === 'action' ? await anyone(sandboxCalls.confirmSandboxSetup, { clientSecret, card, isAuthenticated: true }) : first
  return owner(paymentCalls.addPaymentMethod, { paymentMethodId: paymentMethodId ?? '' })
}
