// Companies that pay the platform with a card at Stripe.
import { bankCalls } from '@bordee/core/bank/bank.calls.ts'
import { companyCalls } from '@bordee/core/companies/companies.calls.ts'
import { paymentCalls } from '@bordee/core/payments/payments.calls.ts'
import type { Caller, People, TestServer } from '../server.ts'
import type { LocalStripe } from './local-stripe.ts'
import type { TestCard } from './memory.ts'
import { confirmSetup } from './people.ts'

/** A lot of alerts, ordered by one press. */
export const order = { offerId: 'alerts-500', requestKey: 'une fois' }

/** What Stripe is asked when it collects a bill. */
export const steps = [
  ['it is begun', /POST \/v1\/invoices$/],
  ['its lines', /add_lines$/],
  ['it is issued', /finalize$/],
  ['it is paid', /\/pay$/],
] as const

export const bank = async ({ owner }: People) => (await owner(bankCalls.getBankTotal)).amount

export function payersOf(server: TestServer, stripe: LocalStripe) {
  async function saveCard(owner: Caller, card: TestCard = 'pm_card_visa') {
    const { clientSecret } = await owner(paymentCalls.setUpPaymentMethod)
    const typed = confirmSetup(stripe, clientSecret, card, { isAuthenticated: true })
    if (typed.status !== 'succeeded') throw new Error(typed.status)
    return owner(paymentCalls.addPaymentMethod, { paymentMethodId: typed.paymentMethodId })
  }

  async function payer(card: TestCard = 'pm_card_visa'): Promise<People> {
    const people = await server.newCompany()
    await saveCard(people.owner, card)
    return people
  }

  /** Stripe's copies of a company's bills. */
  async function billsOf({ owner }: People) {
    const { customerId } = await owner(companyCalls.getCurrentCompany)
    return [...stripe.memory.invoices.values()]
      .filter(({ customer }) => customer === customerId)
      .map(({ status, total }) => [status, total] as const)
  }

  return { saveCard, payer, billsOf }
}
