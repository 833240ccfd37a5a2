// A company that takes cards through Stripe, and what its tests ask about checkouts.
import { companyCalls } from '@bordee/core/companies/companies.calls.ts'
import { contractCalls } from '@bordee/core/contracts/contracts.calls.ts'
import { paymentAccountCalls } from '@bordee/core/payments/accounts.calls.ts'
import { expect } from 'vitest'
import { onlinePayments } from '../checkouts.ts'
import { openListeningServer } from '../listening.ts'
import type { Caller, People } from '../server.ts'
import { soon } from '../soon.ts'
import type { StripeEvent } from './local-stripe.ts'
import { openStripe } from './open.ts'
import { onboard, payCheckout } from './people.ts'

const { payContract } = contractCalls

export async function openStripeCheckouts() {
  const stripe = await openStripe()
  const environment = { PUBLIC_URL: 'https://bordee.exemple.ca', STRIPE_TIMEOUT: '3', ...stripe.environment }
  const server = await openListeningServer(environment)
  const hookUrl = `http://127.0.0.1:${server.env.port}/api/webhooks/payments`
  const people = await payee()

  async function payee(): Promise<People & { accountId: string }> {
    const made = await server.newCompany()
    await made.admin(companyCalls.updateCompany, { id: made.companyId, contractConfig: { isOnlinePaymentActive: true } })
    const { id: accountId } = await made.owner(paymentAccountCalls.activatePaymentAccount)
    onboard(stripe, accountId)
    const news = stripe.told.at(-1)
    if (news) expect(await stripe.post(news, hookUrl)).toBe(200)
    await soon(async () => expect(await made.owner(paymentAccountCalls.getPaymentAccount)).toMatchObject({ chargesEnabled: true }))
    return { ...made, accountId }
  }

  const sessionsOf = (contractId: string) =>
    server.work(async ({ tx }) => {
      await tx.scope({ companies: [people.companyId] })
      const notes = await tx.sql<{ id: string }>`select id from contract_checkouts where contract_id = ${contractId}`
      return [...stripe.memory.sessions.values()].filter((one) => notes.some(({ id }) => id === one.client_reference_id))
    })

  /** Stripe's news of the payment just made. */
  function paidNews(clientSecret: string): StripeEvent {
    payCheckout(stripe, clientSecret)
    const news = stripe.told.at(-1)
    if (news?.type !== 'checkout.session.completed') throw new Error('nothing was paid')
    return news
  }

  /** Whatever happened before, the contract is paid once: one session, one payment. */
  async function paysOnce(contractId: string, client: Caller) {
    const { clientSecret } = await client(payContract, { id: contractId })
    expect((await sessionsOf(contractId)).filter(({ status }) => status === 'open')).toHaveLength(1)
    const news = paidNews(clientSecret)
    for (let told = 0; told < 2; told++) expect(await stripe.post(news, hookUrl)).toBe(200)
    expect(await onlinePayments(people.owner, contractId)).toHaveLength(1)
  }

  return { stripe, environment, server, hookUrl, people, sessionsOf, paidNews, paysOnce }
}
