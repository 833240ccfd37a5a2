// Money that goes back with Stripe: refunded by the office, on Stripe's own pages, or by a bank. Each once.
import { companyCalls } from '@bordee/core/companies/companies.calls.ts'
import { contractCalls } from '@bordee/core/contracts/contracts.calls.ts'
import { paymentAccountCalls } from '@bordee/core/payments/accounts.calls.ts'
import { describe, expect, test } from 'vitest'
import { reconcile } from '../outside/payments/reconciliation.ts'
import { comparisons } from '../slices.ts'
import { onlinePayments, payableContract } from '../testing/checkouts.ts'
import { today } from '../testing/contracts.ts'
import { openListeningServer } from '../testing/listening.ts'
import { soon } from '../testing/soon.ts'
import { openStripe } from '../testing/stripe/open.ts'
import { dispute, failRefund, onboard, payCheckout, refundThere, winDispute } from '../testing/stripe/people.ts'
import { startVictim } from '../testing/victims.ts'

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

const { payContract, getContract, updateContract, refundSurplus } = contractCalls
const half = 24_432
const surplus = 1_000

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

describe('an overpayment is refunded once', () => {
  test('when the office presses three times', async () => {
    const { id, payment, paymentId } = await overpaid()
    await Promise.all([1, 2, 3].map(() => owner.raw(refundSurplus, { id, paymentId: payment })))
    await soon(async () => expect(await owner(getContract, { id })).toMatchObject({ overpaidAmount: 0 }))
    expect(await amounts(id)).toEqual([half, -surplus])
    expect(refundsOf(paymentId)).toHaveLength(1)
  })

  test('when the answer is lost, even once Stripe has forgotten its keys', async () => {
    const { id, payment, paymentId } = await overpaid()
    stripe.lose(/POST \/v1\/refunds$/)
    expect((await owner.raw(refundSurplus, { id, paymentId: payment })).status).toBe(503)
    stripe.forgetKeys()
    await owner.raw(refundSurplus, { id, paymentId: payment })
    await soon(async () => expect(await amounts(id)).toEqual([half, -surplus]))
    expect(refundsOf(paymentId)).toHaveLength(1)
  })

  test.each(['before', 'after'] as const)('when the server dies %s Stripe has made it', async (when) => {
    const { id, payment, paymentId } = await overpaid()
    const victim = await startVictim(server, environment)
    const held = stripe.hold(/POST \/v1\/refunds$/, when)
    const lost = fetch(`${victim.url}/api/contracts/${id}/payments/${payment}/refund`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${owner.token}` },
      body: '{}',
    }).catch(() => 'lost')
    await held.reached
    await victim.kill()
    held.release()
    expect(await lost).toBe('lost')
    await owner.raw(refundSurplus, { id, paymentId: payment })
    await soon(async () => expect(await amounts(id)).toEqual([half, -surplus]))
    expect(refundsOf(paymentId)).toHaveLength(1)
  })
})

test('a refund that Stripe holds back is not repeated at the next press', async () => {
  const { id, payment, paymentId } = await overpaid()
  const keep = stripe.memory.refunds.set.bind(stripe.memory.refunds)
  stripe.memory.refunds.set = (key, refund) => keep(key, Object.assign(refund, { status: 'pending' })) // the account's balance is too low
  for (let press = 0; press < 3; press++) await owner.raw(refundSurplus, { id, paymentId: payment })
  stripe.memory.refunds.set = keep
  expect(refundsOf(paymentId)).toHaveLength(1)
  expect(await amounts(id)).toEqual([half, -surplus])
})

test('if Stripe no longer shows the account, the surplus can be kept', async () => {
  const { id, payment } = await overpaid()
  const account = stripe.memory.accounts.get(accountId)
  stripe.memory.accounts.delete(accountId)
  expect(await owner.raw(refundSurplus, { id, paymentId: payment })).toMatchObject({ status: 409, body: { code: 'refund-refused' } })
  if (account) stripe.memory.accounts.set(accountId, account)
  expect(await owner(contractCalls.keepSurplus, { id, paymentId: payment })).toMatchObject({ overpaidAmount: 0 })
})

test('a refund on Stripe’s pages that fails there later is followed', async () => {
  const { id, paymentId } = await paidContract()
  const refund = refundThere(stripe, accountId, paymentId, 500)
  await soon(async () => expect(await amounts(id)).toEqual([half, -500]))
  failRefund(stripe, accountId, refund.id)
  await soon(async () => expect(await amounts(id)).toEqual([half]))
})

test('a dispute and its reversal are followed; repeated news counts once', async () => {
  const { id, paymentId } = await paidContract()
  const one = dispute(stripe, accountId, paymentId)
  await soon(async () => expect(await amounts(id)).toEqual([half, -half]))
  winDispute(stripe, accountId, one.id)
  const news = stripe.told.at(-1)
  for (let i = 0; i < 2; i++) if (news) expect(await stripe.post({ ...news, id: `evt_${i}_${id}` }, stripe.state.hookUrl)).toBe(200)
  await soon(async () => expect(await amounts(id)).toEqual([half, -half, half]))
})

test('a session at someone else’s account that carries our key is not ours', async () => {
  const { id, client } = await payableContract(server, people)
  const { clientSecret } = await client(payContract, { id })
  const [session] = [...stripe.memory.sessions.values()].filter((one) => one.client_secret === clientSecret)
  stripe.tell(
    'checkout.session.completed',
    { ...session, status: 'complete', payment_status: 'paid', payment_intent: 'pi_his' },
    'acct_his',
  )
  const news = stripe.told.at(-1)
  if (news) expect(await stripe.post({ ...news, id: `evt_his_${id}` }, stripe.state.hookUrl)).toBe(200)
  expect(await onlinePayments(owner, id)).toEqual([])
  stripe.tell('checkout.session.expired', { ...session, status: 'expired' }, 'acct_his')
  const end = stripe.told.at(-1)
  if (end) expect(await stripe.post({ ...end, id: `evt_end_${id}` }, stripe.state.hookUrl)).toBe(200)
  expect(await client(payContract, { id })).toMatchObject({ clientSecret }) // still the same
})

test('what Stripe moved matches what is recorded', async () => {
  const hour = 3_600_000
  const found = () => server.work((work) => reconcile(work, comparisons, new Date(Date.now() - hour), new Date(Date.now() + hour)))
  await soon(async () => expect(await found()).toEqual([]))
})
