// Cards and accounts with Stripe, over HTTP: its form, its onboarding, its webhooks, and lost answers.
import { companyCalls } from '@bordee/core/companies/companies.calls.ts'
import { paymentAccountCalls } from '@bordee/core/payments/accounts.calls.ts'
import { paymentCalls } from '@bordee/core/payments/payments.calls.ts'
import { configCalls } from '@bordee/core/platform/config.calls.ts'
import { describe, expect, test, vi } from 'vitest'
import { openListeningServer } from '../testing/listening.ts'
import { type Caller, openTestServer } from '../testing/server.ts'
import type { TestCard } from '../testing/stripe/memory.ts'
import { openStripe } from '../testing/stripe/open.ts'
import { confirmSetup, onboard } from '../testing/stripe/people.ts'
import { startVictim } from '../testing/victims.ts'

const stripe = await openStripe()
const environment = { PUBLIC_URL: 'https://bordee.exemple.ca', STRIPE_TIMEOUT: '3', ...stripe.environment }
const server = await openListeningServer(environment)
const hookUrl = `http://127.0.0.1:${server.env.port}/api/webhooks/payments`
stripe.state.hookUrl = hookUrl
const { listPaymentMethods, addPaymentMethod, setUpPaymentMethod, setDefaultPaymentMethod, deletePaymentMethod } = paymentCalls
const { activatePaymentAccount, getPaymentAccount, deletePaymentAccount, getOnboardingLink, getAccountSignInLink, getAccountSession } =
  paymentAccountCalls

const soon = (holds: () => Promise<void>) => vi.waitFor(holds, { timeout: 20_000, interval: 50 })

async function typedCard(owner: Caller, card: TestCard = 'pm_card_visa') {
  const { clientSecret } = await owner(setUpPaymentMethod)
  const confirmed = confirmSetup(stripe, clientSecret, card, { isAuthenticated: true })
  if (confirmed.status !== 'succeeded') throw new Error(confirmed.status)
  return confirmed.paymentMethodId
}

test('the web app learns whose form to open, and nothing secret', async () => {
  const { body } = await server.anyone.raw(configCalls.getConfig)
  expect(body).toMatchObject({ provider: { payment: 'stripe' }, paymentPublishableKey: 'pk_test_local' })
  expect(JSON.stringify(body)).not.toMatch(/sk_test|whsec/)
})

describe('cards', () => {
  test('are typed into Stripe’s form, saved, made default and removed', async () => {
    const { owner } = await server.newCompany('Neiges du Nord')
    const first = await owner(addPaymentMethod, { paymentMethodId: await typedCard(owner) })
    expect(first).toMatchObject({ name: 'Paule Tremblay', brand: 'visa', last4: '4242', expMonth: 4, expYear: 2097, isDefault: true })
    const second = await owner(addPaymentMethod, { paymentMethodId: await typedCard(owner, 'pm_card_mastercard') })
    await owner(setDefaultPaymentMethod, { paymentMethodId: second.id })
    expect(await owner(listPaymentMethods)).toMatchObject([
      { id: first.id, isDefault: false },
      { id: second.id, isDefault: true },
    ])
    const { customerId } = await owner(companyCalls.getCurrentCompany)
    expect(stripe.memory.customers.get(customerId ?? '')).toMatchObject({ name: 'Neiges du Nord', email: 'info@exemple.ca' })

    await owner(deletePaymentMethod, { paymentMethodId: second.id })
    expect(await owner(listPaymentMethods)).toEqual([first])
    await soon(async () => expect(stripe.memory.methods.get(second.id)?.customer).toBeNull())
  })

  test('a raw number is refused, and so is someone else’s card', async () => {
    const [ours, theirs] = [await server.newCompany(), await server.newCompany()]
    const card = { name: 'Paule', number: '4242424242424242', cvc: '737', expMonth: 4, expYear: 2097 }
    expect(await ours.owner.raw(addPaymentMethod, { card })).toMatchObject({ status: 409, body: { code: 'card-by-form' } })
    for (const paymentMethodId of [await typedCard(theirs.owner), 'pm_unknown'])
      expect(await ours.owner.raw(addPaymentMethod, { paymentMethodId })).toMatchObject({ status: 422, body: { code: 'card-refused' } })
    expect(await ours.owner(listPaymentMethods)).toEqual([])
  })

  test.each([
    ['POST /v1/customers', /POST \/v1\/customers$/],
    ['POST /v1/setup_intents', /POST \/v1\/setup_intents$/],
  ])('a lost answer to %s leaves one customer', async (_, step) => {
    const { owner, companyId } = await server.newCompany()
    stripe.lose(step)
    expect(await owner.raw(setUpPaymentMethod)).toMatchObject({ status: 503, body: { code: 'provider-unreachable' } })
    await owner(addPaymentMethod, { paymentMethodId: await typedCard(owner) })
    expect([...stripe.memory.customers.values()].filter(({ metadata }) => metadata.bordee_key === companyId)).toHaveLength(1)
  })

  test('a lost answer about the card is asked for again', async () => {
    const { owner } = await server.newCompany()
    const paymentMethodId = await typedCard(owner)
    stripe.lose(/GET \/v1\/payment_methods/)
    expect((await owner.raw(addPaymentMethod, { paymentMethodId })).status).toBe(503)
    for (let i = 0; i < 2; i++) expect(await owner(addPaymentMethod, { paymentMethodId })).toMatchObject({ isDefault: true })
    expect(await owner(listPaymentMethods)).toHaveLength(1)
  })

  test('two at once make one customer', async () => {
    const { owner, admin, companyId } = await server.newCompany()
    await Promise.all([owner.raw(setUpPaymentMethod), admin.raw(setUpPaymentMethod)])
    await owner(setUpPaymentMethod)
    expect([...stripe.memory.customers.values()].filter(({ metadata }) => metadata.bordee_key === companyId)).toHaveLength(1)
  })

  test('a deleted company is deleted at Stripe', async () => {
    const [{ owner, companyId: id }, { admin }] = [await server.newCompany(), await server.newCompany()]
    await owner(addPaymentMethod, { paymentMethodId: await typedCard(owner) })
    const { id: accountId } = await owner(activatePaymentAccount)
    const { customerId } = await owner(companyCalls.getCurrentCompany)
    await admin(companyCalls.archiveCompany, { id })
    await server.work(async ({ tx }) => {
      await tx.scope({ companies: [id] })
      await tx.sql`insert into audit_log (company_id, action, created_at) values (${id}, 'company-exported', now() + interval '1 second')`
    })
    await admin(companyCalls.deleteCompany, { id })
    await soon(async () => {
      expect(stripe.memory.customers.has(customerId ?? '')).toBe(false)
      expect(stripe.memory.accounts.has(accountId)).toBe(false)
    })
  })
})

describe('an account', () => {
  const openedFor = async (companyId: string) => {
    const { paymentAccountId } = await server.work(async ({ tx }) => {
      await tx.scope({ companies: [companyId] })
      const [company] = await tx.sql<{ paymentAccountId: string | null }>`
        select payment_account_id as "paymentAccountId" from companies where id = ${companyId}`
      return company ?? { paymentAccountId: null }
    })
    return paymentAccountId
  }
  const emails = (email: string) => [...stripe.memory.accounts.values()].filter((one) => one.email === email)

  test('is opened, set up at Stripe, works, is held back, and is deleted', async () => {
    const { owner, admin, companyId } = await server.newCompany()
    const { id } = await owner(activatePaymentAccount)
    expect(await owner.raw(activatePaymentAccount)).toMatchObject({ status: 409, body: { code: 'account-exists' } })
    expect((await owner(getOnboardingLink)).url).toContain(`/setup/${id}`)
    onboard(stripe, id)
    await soon(async () =>
      expect(await owner(getPaymentAccount)).toEqual({ id, chargesEnabled: true, payoutsEnabled: true, disabledReason: null }),
    )
    expect((await owner(getAccountSignInLink)).url).toContain('/express/')
    expect((await owner(getAccountSession)).clientSecret).toMatch(/^accs_secret_/)
    onboard(stripe, id, false)
    await soon(async () => expect(await owner(getPaymentAccount)).toMatchObject({ chargesEnabled: false }))

    await admin(deletePaymentAccount, { companyId })
    expect(stripe.memory.accounts.has(id)).toBe(false)
    expect((await owner.raw(getPaymentAccount)).body).toBeNull()
  })

  test('that Stripe no longer shows us takes no cards', async () => {
    const { owner } = await server.newCompany()
    const { id } = await owner(activatePaymentAccount)
    onboard(stripe, id)
    await soon(async () => expect(await owner(getPaymentAccount)).toMatchObject({ chargesEnabled: true }))
    stripe.memory.accounts.delete(id)
    stripe.tell('account.application.deauthorized', { id: 'ca_1', object: 'application' }, id)
    await soon(async () => expect(await owner(getPaymentAccount)).toMatchObject({ chargesEnabled: false, disabledReason: 'gone' }))
  })

  test('follows Stripe’s current state when news is repeated, late or out of order', async () => {
    const { owner } = await server.newCompany()
    const { id } = await owner(activatePaymentAccount)
    stripe.state.hookUrl = ''
    onboard(stripe, id, false)
    onboard(stripe, id)
    stripe.state.hookUrl = hookUrl
    const [early, late] = stripe.told.slice(-2)
    for (const event of [late, late, early]) if (event) expect(await stripe.post(event, hookUrl)).toBe(200)
    await soon(async () => expect(await owner(getPaymentAccount)).toMatchObject({ chargesEnabled: true }))
    const jobs = await server.sql(`select from pgboss.job where name = 'payments.follow-account' and data->>'accountId' = $1`, [id])
    expect(jobs).toHaveLength(2)
  })

  test('takes the answer to the latest of two questions', async () => {
    const { owner } = await server.newCompany()
    const { id } = await owner(activatePaymentAccount)
    const reads = new RegExp(`GET /v1/accounts/${id}`)
    const slow = stripe.hold(reads, 'after') // answered while nothing was enabled
    stripe.tell('account.updated', { id }, id)
    await slow.reached
    onboard(stripe, id)
    await soon(async () => expect(await owner(getPaymentAccount)).toMatchObject({ chargesEnabled: true }))
    slow.release()
    await soon(async () =>
      expect(
        await server.sql(
          `select from pgboss.job where name = 'payments.follow-account' and data->>'accountId' = $1 and state <> 'completed'`,
          [id],
        ),
      ).toEqual([]),
    )
    expect(await owner(getPaymentAccount)).toMatchObject({ chargesEnabled: true })
  })

  test('is opened once: a lost answer, a forgotten key', async () => {
    const { owner, companyId } = await server.newCompany()
    stripe.lose(/POST \/v1\/accounts$/)
    expect(await owner.raw(activatePaymentAccount)).toMatchObject({ status: 503 })
    const before = stripe.memory.accounts.size
    stripe.forgetKeys()
    await server.work(async ({ tx }) => {
      await tx.scope({ companies: [companyId] })
      await tx.sql`update payment_account_requests set created_at = now() - interval '25 hours' where company_id = ${companyId}`
    })
    const { id } = await owner(activatePaymentAccount)
    expect(await openedFor(companyId)).toBe(id)
    expect(stripe.memory.accounts.size).toBe(before)
  })

  test.each(['before', 'after'] as const)('is opened once when the server dies %s Stripe has opened it', async (when) => {
    const { owner, companyId } = await server.newCompany()
    const email = `${companyId}@exemple.ca`
    await owner(companyCalls.updateCurrentCompany, { company: { email } })
    const victim = await startVictim(server, environment)
    const held = stripe.hold(/POST \/v1\/accounts$/, when)
    const request = fetch(`${victim.url}/api/payment-accounts/activate`, {
      method: 'POST',
      headers: { authorization: `Bearer ${owner.token}` },
    })
    const lost = request.then(
      () => 'answered',
      () => 'lost',
    )
    await held.reached
    await victim.kill()
    held.release()
    expect(await lost).toBe('lost')
    expect((await owner.raw(getPaymentAccount)).body).toBeNull()

    const { id } = await owner(activatePaymentAccount)
    expect(emails(email)).toMatchObject([{ id }])
    expect(stripe.memory.accounts.get(id)?.metadata?.bordee_key).toBeTruthy()
  })

  test('can be deleted again after a crash in between', async () => {
    const { owner, admin, companyId } = await server.newCompany()
    const { id } = await owner(activatePaymentAccount)
    stripe.lose(new RegExp(`DELETE /v1/accounts/${id}`))
    expect((await admin.raw(deletePaymentAccount, { companyId })).status).toBe(503)
    expect(stripe.memory.accounts.has(id)).toBe(false)
    expect(await owner(getPaymentAccount)).toMatchObject({ id })
    await admin(deletePaymentAccount, { companyId })
    expect((await owner.raw(getPaymentAccount)).body).toBeNull()
  })
})

describe('when Stripe is down', () => {
  test('the caller is told, nothing blocks and nothing changes', async () => {
    const { owner } = await server.newCompany()
    stripe.state.isDown = true
    for (const row of [setUpPaymentMethod, activatePaymentAccount])
      expect(await owner.raw(row)).toMatchObject({ status: 503, body: { code: 'provider-unreachable' } })
    expect(await owner(listPaymentMethods)).toEqual([])
    expect((await owner.raw(getPaymentAccount)).body).toBeNull()
    stripe.state.isDown = false
    await owner(activatePaymentAccount)
  })

  test('or slow, the company’s row is not locked', async () => {
    const { owner } = await server.newCompany()
    const held = stripe.hold(/POST \/v1\/accounts$/, 'before')
    const activation = owner(activatePaymentAccount)
    await held.reached
    await owner(companyCalls.updateCurrentCompany, { company: { phone: '4185550199' } })
    held.release()
    await activation
  })
})

test('the browser may reach Stripe where it is configured, and only there', async () => {
  const policyOf = async (app: typeof server.app) => String((await app.inject({ url: '/api/config' })).headers['content-security-policy'])
  const open = await policyOf(server.app)
  expect(open).toContain("script-src 'self' https://js.stripe.com https://*.js.stripe.com https://connect-js.stripe.com;")
  expect(open).toMatch(/frame-src 'self'[^;]* https:\/\/hooks\.stripe\.com/)
  expect(open).toMatch(/connect-src 'self'[^;]* https:\/\/api\.stripe\.com/)
  expect(await policyOf((await openTestServer()).app)).not.toContain('stripe')
})

test('Stripe needs all its settings', async () => {
  for (const name of [
    'STRIPE_SECRET_KEY',
    'STRIPE_PUBLISHABLE_KEY',
    'STRIPE_WEBHOOK_SECRET',
    'STRIPE_CONNECT_WEBHOOK_SECRET',
    'PUBLIC_URL',
  ])
    await expect(openTestServer({ ...environment, [name]: '' })).rejects.toThrow(`${name} est requis avec PAYMENTS=stripe`)
})
