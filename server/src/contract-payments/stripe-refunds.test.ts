// Money that goes back with Stripe: refunded by the office, on Stripe's own pages, or by a bank. Each once.
import { contractCalls } from '@bordee/core/contracts/contracts.calls.ts'
import { describe, expect, test } from 'vitest'
import { reconcile } from '../outside/payments/reconciliation.ts'
import { comparisons } from '../slices.ts'
import { onlinePayments, payableContract } from '../testing/checkouts.ts'
import { soon } from '../testing/soon.ts'
import { dispute, failRefund, refundThere, winDispute } from '../testing/stripe/people.ts'
import { openStripeRefunds } from '../testing/stripe/refunds.ts'

const { stripe, server, people, owner, accountId, half, surplus, paidContract, overpaid, amounts, refundsOf } = await openStripeRefunds()
const { payContract, getContract, refundSurplus } = contractCalls

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
