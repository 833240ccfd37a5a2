// Cards of the sandbox, saved as its form does, including the bank's confirmation where it asks for one.
import { api } from '@bordee/core/api.ts'
import type { Caller } from './server.ts'

export const visa = { name: 'Paule Tremblay', number: '4242424242424242', cvc: '737', expMonth: 4, expYear: 2097 }
/** Saved, then declined when charged. */
export const declining = { ...visa, number: '4000000000000341' }
/** Its bank asks for confirmation at every charge. */
export const secured = { ...visa, number: '4000002760003184' }

export async function savedByForm({ anyone }: { anyone: Caller }, owner: Caller, number = visa.number) {
  const { clientSecret } = await owner(api.setUpPaymentMethod)
  const card = { ...visa, number }
  const first = await anyone(api.confirmSandboxSetup, { clientSecret, card })
  const { paymentMethodId } =
    first.status === 'action' ? await anyone(api.confirmSandboxSetup, { clientSecret, card, isAuthenticated: true }) : first
  return owner(api.addPaymentMethod, { paymentMethodId: paymentMethodId ?? '' })
}
