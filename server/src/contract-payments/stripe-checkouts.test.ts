// A client pays a contract with Stripe, over HTTP: repeated, late, reordered or forged news, and lost answers.
import { contractCalls } from '@bordee/core/contracts/contracts.calls.ts'
import { describe, expect, test } from 'vitest'
import { isDueForLook } from '../outside/payments/looks.ts'
import { onlinePayments, payableContract } from '../testing/checkouts.ts'
import { today } from '../testing/contracts.ts'
import { inCompany } from '../testing/server.ts'
import { openStripeCheckouts } from '../testing/stripe/checkouts.ts'
import { type StripeEvent, webhookSecrets } from '../testing/stripe/local-stripe.ts'
import { payCheckout } from '../testing/stripe/people.ts'
import { findCheckoutsToLookAt, lookAtCheckout } from './watched-checkouts.ts'

const { payContract } = contractCalls
const { stripe, server, hookUrl, people, sessionsOf, paidNews, paysOnce } = await openStripeCheckouts()

/** Time passes for a contract's open checkouts, and those that are due are looked at. */
async function lookAgain(contractId: string, later: string) {
  const open = await inCompany(
    server,
    people.companyId,
    (tx) => tx.sql<{ id: string; companyId: string }>`
      update contract_checkouts
      set created_at = created_at - ${later}::interval, looked_at = looked_at - ${later}::interval
      where contract_id = ${contractId}
      returning id, company_id as "companyId"`,
  )
  await server.work(findCheckoutsToLookAt)
  expect(await looksDue(contractId)).toBe(0)
  for (const checkout of open) await server.work((work) => lookAtCheckout(work, checkout))
}

const looksDue = async (contractId: string) =>
  (
    await inCompany(
      server,
      people.companyId,
      (tx) => tx.sql`
        select from contract_checkouts k
        where contract_id = ${contractId} and status = 'open' and ${isDueForLook('k', new Date())}`,
    )
  ).length

test('a client pays an instalment: what Stripe charged is recorded, once', async () => {
  const { id, client } = await payableContract(server, people)
  const checkout = await client(payContract, { id })
  expect(checkout).toMatchObject({ provider: 'stripe', accountId: people.accountId, checkoutUrl: null, amount: 24_432 })
  expect(await client(payContract, { id })).toEqual(checkout) // two tabs
  const news = paidNews(checkout.clientSecret)
  expect(news).toMatchObject({ account: people.accountId })
  for (let told = 0; told < 3; told++) expect(await stripe.post(news, hookUrl)).toBe(200)
  expect(await stripe.post({ ...news, id: 'evt_another' }, hookUrl)).toBe(200) // the same, under another name
  expect(await onlinePayments(people.owner, id)).toMatchObject([{ amount: 24_432, type: 'credit_card', wasOnline: true }])
})

describe('a posted event', () => {
  test('without a good signature is refused, and has no effect', async () => {
    const { id, client } = await payableContract(server, people)
    const { clientSecret } = await client(payContract, { id })
    const news = paidNews(clientSecret)
    const old = new Date(Date.now() - 600_000)
    expect(await stripe.post(news, hookUrl, { secret: 'whsec_somebody_else' })).toBe(400)
    expect(await stripe.post(news, hookUrl, { at: old })).toBe(400)
    expect(await stripe.post(news, hookUrl, { at: new Date(Date.now() + 600_000) })).toBe(400)
    expect(await stripe.post('{', hookUrl)).toBe(400)
    const unsigned = await fetch(hookUrl, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(news) })
    expect(unsigned.status).toBe(400)
    expect(await onlinePayments(people.owner, id)).toEqual([])
    expect(await stripe.post(news, hookUrl, { secret: webhookSecrets.own })).toBe(200) // either of our secrets
    expect(await onlinePayments(people.owner, id)).toHaveLength(1)
  })

  test('before payment, for an unknown session or of another type has no effect', async () => {
    const { id, client } = await payableContract(server, people)
    await client(payContract, { id })
    const [session] = await sessionsOf(id)
    let count = 0
    const told = (type: string, object: object): StripeEvent => ({
      id: `evt_${++count}_${id}`,
      object: 'event',
      type,
      created: 1,
      account: people.accountId,
      data: { object },
    })
    for (const news of [
      told('checkout.session.completed', { ...session, status: 'complete', payment_status: 'unpaid', payment_intent: 'pi_1' }),
      told('checkout.session.async_payment_failed', { ...session, payment_intent: 'pi_1' }),
      told('checkout.session.async_payment_succeeded', {
        ...session,
        client_reference_id: 'nobody’s',
        payment_status: 'paid',
        payment_intent: 'pi_2',
      }),
      told('balance.available', { object: 'balance' }),
      told('charge.refunded', { id: 'ch_1', payment_intent: 'pi_unknown' }),
      told('invoice.paid', { id: 'in_1', metadata: { bordee_key: 'unknown' } }),
    ])
      expect(await stripe.post(news, hookUrl), news.type).toBe(200)
    expect(await onlinePayments(people.owner, id)).toEqual([])
    // Completed first, paid a day later.
    const late = told('checkout.session.async_payment_succeeded', { ...session, payment_status: 'paid', payment_intent: 'pi_3' })
    expect(await stripe.post(late, hookUrl)).toBe(200)
    expect(await onlinePayments(people.owner, id)).toHaveLength(1)
  })

  test('may come out of order: expired after paid, or before we knew the session', async () => {
    const { id, client } = await payableContract(server, people)
    stripe.lose(/POST \/v1\/checkout\/sessions$/)
    expect((await client.raw(payContract, { id })).status).toBe(503) // we never learned its id
    const [session] = await sessionsOf(id)
    const news = paidNews(session?.client_secret ?? '')
    expect(await stripe.post(news, hookUrl)).toBe(200)
    const expired = { ...news, id: `evt_expired_${id}`, type: 'checkout.session.expired' }
    expect(await stripe.post(expired, hookUrl)).toBe(200)
    expect(await onlinePayments(people.owner, id)).toHaveLength(1)
  })

  test('of an expired session lets the next one open', async () => {
    const { id, client } = await payableContract(server, people)
    const first = await client(payContract, { id })
    const [session] = await sessionsOf(id)
    Object.assign(session ?? {}, { status: 'expired' })
    stripe.tell('checkout.session.expired', session ?? {}, people.accountId)
    const news = stripe.told.at(-1)
    if (news) expect(await stripe.post(news, hookUrl)).toBe(200)
    expect((await client(payContract, { id })).clientSecret).not.toBe(first.clientSecret)
    await paysOnce(id, client)
  })
})

describe('nothing is lost or doubled', () => {
  test('when Stripe is down', async () => {
    const { id, client } = await payableContract(server, people)
    stripe.state.isDown = true
    expect(await client.raw(payContract, { id })).toMatchObject({ status: 503, body: { code: 'provider-unreachable' } })
    stripe.state.isDown = false
    await paysOnce(id, client)
  })

  test('when the answer to opening it is lost', async () => {
    const { id, client } = await payableContract(server, people)
    stripe.lose(/POST \/v1\/checkout\/sessions$/)
    expect((await client.raw(payContract, { id })).status).toBe(503)
    await paysOnce(id, client)
    expect(await sessionsOf(id)).toHaveLength(1)
  })

  test('when that is lost, and Stripe has forgotten the key', async () => {
    const { id, client } = await payableContract(server, people)
    stripe.lose(/POST \/v1\/checkout\/sessions$/)
    expect((await client.raw(payContract, { id })).status).toBe(503)
    stripe.forgetKeys()
    await server.work(async ({ tx }) => {
      await tx.scope({ companies: [people.companyId] })
      await tx.sql`update contract_checkouts set created_at = now() - interval '25 hours' where contract_id = ${id}`
    })
    await paysOnce(id, client)
    expect(await sessionsOf(id)).toHaveLength(1)
  })

  test('when the answer to closing a stale session is lost', async () => {
    const { id, client } = await payableContract(server, people)
    const first = await client(payContract, { id })
    await people.owner(contractCalls.updateContract, { id, contract: { payments: [{ amount: 10_000, paidAt: today(), type: 'cash' }] } })
    stripe.lose(/expire$/)
    expect((await client.raw(payContract, { id })).status).toBe(503)
    expect(await client(payContract, { id })).toMatchObject({ amount: 14_432 })
    expect(payCheckout(stripe, first.clientSecret).status).toBe('expired')
    await paysOnce(id, client)
  })

  test('when it was paid and the news is late: the next try to pay records it', async () => {
    const { id, client } = await payableContract(server, people)
    const { clientSecret } = await client(payContract, { id })
    const news = paidNews(clientSecret)
    const tries = await Promise.all([1, 2, 3].map(() => client.raw(payContract, { id })))
    expect(tries.map(({ status }) => status)).toContain(409)
    expect(tries.find(({ status }) => status === 409)?.body).toMatchObject({ code: 'payment-recorded' })
    expect(await onlinePayments(people.owner, id)).toMatchObject([{ amount: 24_432 }])
    expect(await stripe.post(news, hookUrl)).toBe(200)
    expect(await onlinePayments(people.owner, id)).toHaveLength(1)
  })

  test('when the news of a payment is lost for good', async () => {
    const { id, client } = await payableContract(server, people)
    const { clientSecret } = await client(payContract, { id })
    await lookAgain(id, '1 minute')
    expect(await onlinePayments(people.owner, id)).toEqual([]) // still open
    paidNews(clientSecret)
    await lookAgain(id, '5 minutes')
    expect(await onlinePayments(people.owner, id)).toMatchObject([{ amount: 24_432 }])
    expect(await looksDue(id)).toBe(0)
  })

  test('when a session completes before it is paid', async () => {
    const { id, client } = await payableContract(server, people)
    const { clientSecret } = await client(payContract, { id })
    paidNews(clientSecret)
    const [session] = await sessionsOf(id)
    Object.assign(session ?? {}, { payment_status: 'unpaid' })
    expect(await client.raw(payContract, { id })).toMatchObject({ status: 409, body: { code: 'payment-being-confirmed' } })
    await lookAgain(id, '2 days')
    expect(await onlinePayments(people.owner, id)).toEqual([])
    Object.assign(session ?? {}, { payment_status: 'paid' })
    await lookAgain(id, '1 day')
    expect(await onlinePayments(people.owner, id)).toHaveLength(1)
  })

  test('a checkout that nobody paid is closed after a day', async () => {
    const { id, client } = await payableContract(server, people)
    const { clientSecret } = await client(payContract, { id })
    await lookAgain(id, '1 day')
    expect(payCheckout(stripe, clientSecret).status).toBe('expired')
    expect(await looksDue(id)).toBe(0)
    await paysOnce(id, client)
  })
})
