// Saves a card as the sandbox's form does, including the bank's confirmation where it asks for one.
import { api } from '@bordee/core/api.ts'
import type { Caller, TestServer } from './server.ts'

export async function savedByForm({ anyone }: TestServer, owner: Caller, number = '4242424242424242') {
  const { clientSecret } = await owner(api.setUpPaymentMethod)
  const card = { name: 'Paule Tremblay', number, cvc: '737', expMonth: 4, expYear: 2097 }
  const first = await anyone(api.confirmSandboxSetup, { clientSecret, card })
  const { paymentMethodId } =
    first.status === 'action' ? await anyone(api.confirmSandboxSetup, { clientSecret, card, isAuthenticated: true }) : first
  return owner(api.addPaymentMethod, { paymentMethodId: paymentMethodId ?? '' })
}
