// Contracts paid with Stripe, more than they cost if asked.
import { companyCalls } from '@bordee/core/companies/companies.calls.ts'
import { contractCalls } from '@bordee/core/contracts/contracts.calls.ts'
import { paymentAccountCalls } from '@bordee/core/payments/accounts.calls.ts'
import { expect } from 'vitest'
import { onlinePayments, payableContract } from '../checkouts.ts'
import { today } from '../contracts.ts'
import { openListeningServer } from '../listening.ts'
import { soon } from '../soon.ts'
import { openStripe } from './open.ts'
import { onboard, payCheckout } from './people.ts'

const { payContract, updateContract } = contractCalls
const half = 24_432
const surplus = 1_000

export async function openStripeRefunds() {
  const stripe = await openStripe()
  const environment = { PUBLIC_URL: 'https://bordee.exemple.ca', STRIPE_TIMEOUT: '3', ...stripe.environment }
  const server = await openListeningServer(environment)
  stripe.state.hookUrl = `http://127.0.0.1:${server.env.port}/api/webhooks/payments`
  const people = await server.newCompany()
  const { owner } = people
  await people.admin(companyCalls.updateCompany, { id: people.companyId, contractConfig: { isOnlinePaymentActive: true } })
  const { id: accountId } = await owner(paymentAccountCalls.activatePaymentAccount)
  onboard(stripe, accountId)
  await soon(async () => expect(await owner(paymentAccountCalls.getPaymentAccount)).toMatchObject({ chargesEnabled: true }))

  async function paidContract({ byHand = 0 } = {}) {
    const { id, client } = await payableContract(server, people)
    const { clientSecret } = await client(payContract, { id })
    if (byHand) await owner(updateContract, { id, contract: { payments: [{ amount: byHand, paidAt: today(), type: 'cash' }] } })
    const session = payCheckout(stripe, clientSecret)
    await soon(async () => expect(await onlinePayments(owner, id)).toHaveLength(1))
    const [payment] = await onlinePayments(owner, id)
    return { id, payment: payment?.id ?? '', paymentId: session.payment_intent as string }
  }
  const overpaid = () => paidContract({ byHand: half + surplus })
  const amounts = async (id: string) => (await onlinePayments(owner, id)).map(({ amount }) => amount)
  const refundsOf = (paymentId: string) => [...stripe.memory.refunds.values()].filter((one) => one.payment_intent === paymentId)
  return { stripe, environment, server, people, owner, accountId, half, surplus, paidContract, overpaid, amounts, refundsOf }
}
