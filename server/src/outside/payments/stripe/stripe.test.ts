// The Stripe gateway against a local server that speaks Stripe's API.
import { describe, expect, test } from 'vitest'
import { idOf } from '../../../testing/stripe/answers.ts'
import { openStripeGateway, tomorrow } from '../../../testing/stripe/gateway.ts'
import { confirmSetup, dispute, failRefund, onboard, payCheckout, refundThere, winDispute } from '../../../testing/stripe/people.ts'
import { stripePayments } from './stripe.ts'

const { stripe, env, payments, work, newKey, newCustomer, savedCard } = await openStripeGateway()

const since = new Date()
const newAccount = (key = newKey(), later = 0) => payments.addAccount(work(later), { key, since, name: 'Neige', email: 'info@exemple.ca' })

describe('a customer is made once', () => {
  test('when requested again', async () => {
    const id = await newCustomer('twice')
    expect(await newCustomer('twice')).toBe(id)
    expect(stripe.memory.customers.get(id)).toMatchObject({ name: 'Neige', email: 'info@exemple.ca' })
  })

  test('when the answer was lost, and the retry has another name', async () => {
    stripe.lose(/POST \/v1\/customers$/)
    await expect(newCustomer('lost')).rejects.toMatchObject({ status: 503, body: { code: 'provider-unreachable' } })
    const id = await payments.addCustomer(work(), { key: 'lost', name: 'Autre nom', email: 'autre@exemple.ca' })
    const made = [...stripe.memory.customers.values()].filter(({ metadata }) => metadata.bordee_key === 'lost')
    expect(made).toMatchObject([{ id, name: 'Autre nom' }])
  })

  test('when Stripe has forgotten the key', async () => {
    const id = await newCustomer('forgotten')
    stripe.forgetKeys()
    expect(await newCustomer('forgotten')).toBe(id)
  })

  test('and deleted with its cards', async () => {
    const id = await newCustomer()
    await payments.forget(work(), id)
    await payments.forget(work(), id)
    expect(stripe.memory.customers.has(id)).toBe(false)
  })
})

describe('cards', () => {
  test('a card that was set up is kept with only what may be shown, and removed', async () => {
    const customerId = await newCustomer()
    const { id, clientSecret } = await payments.startCardSetup(work(), customerId)
    expect(await payments.readCardSetup(work(), id)).toEqual({ status: 'open' })
    const confirmed = confirmSetup(stripe, clientSecret)
    const cardId = confirmed.status === 'succeeded' ? confirmed.paymentMethodId : ''
    expect(await payments.readCardSetup(work(), id)).toEqual({ status: 'saved', cardId })
    expect(await payments.readCardSetup(work(), 'seti_unknown')).toEqual({ status: 'expired' })
    expect(await payments.keepCard(work(), customerId, cardId)).toEqual({
      id: cardId,
      brand: 'visa',
      last4: '4242',
      expMonth: 4,
      expYear: 2097,
      name: 'Paule Tremblay',
    })
    await payments.removeCard(work(), cardId)
    await payments.removeCard(work(), cardId)
    await payments.removeCard(work(), 'pm_unknown')
    expect(stripe.memory.methods.get(cardId)?.customer).toBeNull()
  })

  test('another customer’s card, an unknown one or one the bank has not confirmed is not kept', async () => {
    const customerId = await newCustomer()
    const theirs = await savedCard(await newCustomer())
    const { clientSecret } = await payments.startCardSetup(work(), customerId)
    expect(confirmSetup(stripe, clientSecret, 'pm_card_authenticationRequired')).toEqual({ status: 'action' })
    const unconfirmed = [...stripe.memory.setups.values()].find((one) => one.client_secret === clientSecret)?.payment_method
    for (const cardId of [theirs, 'pm_unknown', idOf(unconfirmed) ?? ''])
      await expect(payments.keepCard(work(), customerId, cardId)).rejects.toMatchObject({ name: 'CardRefused' })
  })

  test('a raw number is never accepted', async () => {
    const card = { name: 'Paule', number: '4242424242424242', cvc: '737', expMonth: 4, expYear: 2097 }
    await expect(async () => payments.addCard(work(), 'cus', card)).rejects.toMatchObject({ status: 409, body: { code: 'card-by-form' } })
  })
})

describe('an account is opened once', () => {
  const opened = (key: string) => [...stripe.memory.accounts.values()].filter(({ metadata }) => metadata?.bordee_key === key)

  test('it takes nothing before its holder has completed onboarding', async () => {
    const account = await newAccount()
    expect(account).toMatchObject({ chargesEnabled: false, payoutsEnabled: false, disabledReason: 'requirements.past_due' })
    onboard(stripe, account.id)
    expect(await payments.readAccount(work(), account.id)).toEqual({
      id: account.id,
      chargesEnabled: true,
      payoutsEnabled: true,
      disabledReason: null,
    })
  })

  test('when the answer was lost', async () => {
    stripe.lose(/POST \/v1\/accounts$/)
    await expect(newAccount('lost')).rejects.toMatchObject({ status: 503 })
    const { id } = await newAccount('lost')
    expect(opened('lost').map((one) => one.id)).toEqual([id])
  })

  test('when Stripe has forgotten the key', async () => {
    stripe.lose(/POST \/v1\/accounts$/)
    await expect(newAccount('forgotten')).rejects.toThrow()
    stripe.forgetKeys()
    for (let i = 0; i < 12; i++) await newAccount() // others, to fill the pages of the list
    const { id } = await newAccount('forgotten', tomorrow)
    expect(opened('forgotten').map((one) => one.id)).toEqual([id])
  })

  test('links lead to Stripe; before onboarding, signing in leads to onboarding', async () => {
    const { id } = await newAccount()
    const back = '/dashboard/company/general'
    expect(await payments.onboardingLink(work(), id, back)).toContain('/setup/')
    expect(await payments.signInLink(work(), id, back)).toContain('/setup/')
    onboard(stripe, id)
    expect(await payments.signInLink(work(), id, back)).toContain('/express/')
    expect(await payments.accountSession(work(), id)).toMatch(/^accs_secret_/)
  })

  test('a removed account is gone, and may be removed again; with a balance it stays', async () => {
    const { id } = await newAccount()
    await payments.removeAccount(work(), id)
    await payments.removeAccount(work(), id)
    expect(await payments.readAccount(work(), id)).toBeNull()

    const { accountId } = await paidCheckout()
    await expect(payments.removeAccount(work(), accountId)).rejects.toMatchObject({ status: 409, body: { code: 'account-not-empty' } })
  })
})

async function takingAccount() {
  const { id } = await newAccount()
  onboard(stripe, id)
  return id
}
const asked = (accountId: string, key: string, more: object = {}) => ({
  key,
  sessionId: null,
  since,
  accountId,
  amount: 12_216,
  description: 'Contrat 12, Neige',
  ...more,
})
const sessionsOf = (key: string) => [...stripe.memory.sessions.values()].filter((one) => one.client_reference_id === key)

async function paidCheckout() {
  const accountId = await takingAccount()
  const { clientSecret } = await payments.openCheckout(work(), asked(accountId, newKey()))
  const { payment_intent: paymentId } = payCheckout(stripe, clientSecret)
  return { accountId, paymentId: idOf(paymentId) ?? '' }
}

describe('a checkout is opened once', () => {
  test('for what is owed, on the company’s account', async () => {
    const accountId = await takingAccount()
    const session = await payments.openCheckout(work(), asked(accountId, 'open'))
    expect(session).toMatchObject({ status: 'open', url: null, clientSecret: expect.stringContaining('_secret_') })
    expect(await payments.openCheckout(work(), asked(accountId, 'open'))).toEqual(session)
    expect(await payments.openCheckout(work(), asked(accountId, 'open', { sessionId: session.id }))).toEqual(session)
    expect(sessionsOf('open')).toMatchObject([{ amount_total: 12_216, currency: 'cad', ui_mode: 'embedded_page' }])
    expect(stripe.memory.places.get(session.id)).toBe(accountId)
  })

  test.each([
    ['the answer was lost', {}, 0],
    ['the company has another name since', { description: 'Contrat 12, Neige et fils' }, 0],
    ['Stripe has forgotten the key', {}, tomorrow],
  ])('when %s', async (why, more, later) => {
    const accountId = await takingAccount()
    stripe.lose(/POST \/v1\/checkout\/sessions$/)
    await expect(payments.openCheckout(work(), asked(accountId, why))).rejects.toMatchObject({ status: 503 })
    if (later) stripe.forgetKeys()
    const session = await payments.openCheckout(work(later), asked(accountId, why, more))
    expect(sessionsOf(why)).toMatchObject([{ id: session.id }])
  })

  test('a refusal that Stripe repeats can be overcome', async () => {
    const { id: accountId } = await newAccount()
    await expect(payments.openCheckout(work(), asked(accountId, 'refused'))).rejects.toMatchObject({ name: 'Refused' })
    onboard(stripe, accountId)
    const session = await payments.openCheckout(work(), asked(accountId, 'refused'))
    expect(await payments.openCheckout(work(), asked(accountId, 'refused'))).toEqual(session)
    expect(sessionsOf('refused')).toHaveLength(1)
  })

  test('a closed checkout cannot be paid; a paid one cannot be closed', async () => {
    const accountId = await takingAccount()
    const [open, other] = [
      await payments.openCheckout(work(), asked(accountId, newKey())),
      await payments.openCheckout(work(), asked(accountId, newKey())),
    ]
    for (let i = 0; i < 2; i++) expect(await payments.expireCheckout(work(), accountId, open.id)).toEqual({ status: 'expired' })
    payCheckout(stripe, other.clientSecret)
    const paid = { status: 'paid', paymentId: expect.stringMatching(/^pi_/), amount: asked(accountId, 'x').amount }
    expect(await payments.readCheckout(work(), accountId, other.id)).toEqual(paid)
    expect(await payments.expireCheckout(work(), accountId, other.id)).toEqual(paid)
    expect(await payments.openCheckout(work(), asked(accountId, 'x', { sessionId: other.id }))).toMatchObject(paid)
    for (const end of [payments.expireCheckout, payments.readCheckout])
      expect(await end(work(), accountId, 'cs_unknown')).toEqual({ status: 'expired' })
  })
})

describe('movements of a payment', () => {
  test('include successful refunds, disputes and their reversals', async () => {
    const { accountId, paymentId } = await paidCheckout()
    const first = refundThere(stripe, accountId, paymentId, 1000)
    const second = refundThere(stripe, accountId, paymentId, 500)
    failRefund(stripe, accountId, second.id)
    const { id } = dispute(stripe, accountId, paymentId)
    const moves = async () => (await payments.readPayment(work(), accountId, paymentId)).map(({ is, amount }) => [is, amount])
    expect(await moves()).toEqual([
      ['payment', 12_216],
      ['refund', -1000],
      ['dispute', -12_216],
    ])
    winDispute(stripe, accountId, id)
    expect(await moves()).toContainEqual(['dispute', 12_216])

    const [from, until] = [new Date(Date.now() - 3_600_000), new Date(Date.now() + 3_600_000)]
    const one = await payments.readPayment(work(), accountId, paymentId)
    const byId = <T extends { id: string }>(all: T[]) => all.toSorted((a, b) => a.id.localeCompare(b.id))
    expect(byId(await payments.listMovements(work(), accountId, from, until))).toEqual(byId(one))
    expect(one.map((moved) => moved.id)).toContain(first.id)
    expect(await payments.listMovements(work(), accountId, new Date(0), from)).toEqual([])
  })

  test('may fill more than a page', async () => {
    const { accountId, paymentId } = await paidCheckout()
    for (let i = 0; i < 105; i++) refundThere(stripe, accountId, paymentId, 1)
    expect(await payments.readPayment(work(), accountId, paymentId)).toHaveLength(106)
  })

  test('include a refund once: answer lost, key forgotten', async () => {
    const { accountId, paymentId } = await paidCheckout()
    const refund = { accountId, paymentId, amount: 700, key: newKey() }
    stripe.lose(/POST \/v1\/refunds$/)
    await expect(payments.refund(work(), refund)).rejects.toMatchObject({ status: 503 })
    expect(await payments.refund(work(), refund)).toEqual({ status: 'done' })
    stripe.forgetKeys()
    expect(await payments.refund(work(tomorrow), refund)).toEqual({ status: 'done' })
    expect((await payments.readPayment(work(), accountId, paymentId)).filter(({ is }) => is === 'refund')).toMatchObject([{ amount: -700 }])
  })

  test('an impossible refund is refused, in French', async () => {
    const { accountId, paymentId } = await paidCheckout()
    await payments.refund(work(), { accountId, paymentId, amount: 12_216, key: newKey() })
    expect(await payments.refund(work(), { accountId, paymentId, amount: 1, key: newKey() })).toEqual({
      status: 'refused',
      message: 'Ce paiement a déjà été remboursé en entier.',
    })
  })
})

describe('when Stripe has problems', () => {
  test('they are not taken for a refusal', async () => {
    for (const status of [500, 503, 429]) {
      stripe.fail(/GET \/v1\/accounts\//, status)
      await expect(payments.readAccount(work(), 'acct_any'), String(status)).rejects.toMatchObject({ status: 503 })
    }
    stripe.state.isDown = true
    await expect(payments.readAccount(work(), 'acct_any')).rejects.toMatchObject({ status: 503 })
    stripe.state.isDown = false
  })

  test('we do not wait forever', async () => {
    const held = stripe.hold(/GET \/v1\/accounts\//, 'before')
    const again = stripe.hold(/GET \/v1\/accounts\//, 'before')
    await expect(payments.readAccount(work(), 'acct_any')).rejects.toMatchObject({ status: 503 })
    held.release()
    again.release()
  })

  test('a bad key is reported to us, not shown', async () => {
    const stranger = stripePayments({ ...env.payments, secretKey: 'sk_test_of_somebody_else' })
    const failure = await stranger.readAccount(work(), 'acct_any').catch((error: unknown) => error as Error)
    expect(failure).toMatchObject({ name: 'Refused', is: 'access' })
    expect(String((failure as Error).message)).not.toContain('sk_test')
  })
})
