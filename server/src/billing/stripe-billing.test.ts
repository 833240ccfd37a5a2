// The platform's bills with Stripe: nobody pays twice and nothing is lost, whatever answer or server fails.
import { alertCalls } from '@bordee/core/alerts/alerts.calls.ts'
import { billingCalls } from '@bordee/core/billing/billing.calls.ts'
import { companyCalls } from '@bordee/core/companies/companies.calls.ts'
import { paymentCalls } from '@bordee/core/payments/payments.calls.ts'
import { describe, expect, test } from 'vitest'
import { reconcile } from '../outside/payments/reconciliation.ts'
import { comparisons } from '../slices.ts'
import { collect, invoices, owing, passDays } from '../testing/billing.ts'
import { openListeningServer } from '../testing/listening.ts'
import { inCompany, type People } from '../testing/server.ts'
import { soon } from '../testing/soon.ts'
import { openStripe } from '../testing/stripe/open.ts'
import { bank, order, payersOf, steps } from '../testing/stripe/payers.ts'
import { confirmInvoice } from '../testing/stripe/people.ts'
import { enqueueDueBilling } from './billing.jobs.ts'

const stripe = await openStripe()
const environment = { PUBLIC_URL: 'https://bordee.exemple.ca', STRIPE_TIMEOUT: '3', ...stripe.environment }
const server = await openListeningServer(environment)
stripe.state.hookUrl = `http://127.0.0.1:${server.env.port}/api/webhooks/payments`
const { activateAlerts } = alertCalls
const { buyAlerts } = billingCalls
const { saveCard, payer, billsOf } = payersOf(server, stripe)

const isOn = async ({ owner }: People) => (await owner(companyCalls.getCurrentCompany)).alertConfig.isActive

test('the activation is billed with taxes and paid once; the module is on', async () => {
  const people = await payer()
  const pressed = await Promise.all([1, 2, 3].map(() => people.owner.raw(activateAlerts)))
  expect(pressed.map(({ status }) => status)).toContain(200)
  await soon(async () => expect(await isOn(people)).toBe(true))
  expect(await billsOf(people)).toEqual([['paid', 22_995]])
  expect(await invoices(people.owner)).toMatchObject([
    { status: 'paid', invoice_number: expect.stringMatching(/^BORDEE/), hosted_invoice_url: expect.stringMatching(/^https:/) },
  ])
})

test('a confirmation given at Stripe activates the module', async () => {
  const people = await payer('pm_card_authenticationRequired')
  const asked = await people.owner(activateAlerts)
  expect(asked).toMatchObject({ status: 'action', provider: 'stripe', paymentMethodId: expect.stringMatching(/^pm_/) })
  expect(await isOn(people)).toBe(false)
  confirmInvoice(stripe, 'clientSecret' in asked ? asked.clientSecret : '')
  await soon(async () => expect(await isOn(people)).toBe(true))
  expect(await billsOf(people)).toEqual([['paid', 22_995]])
})

test('a refused card buys nothing, and its bill is annulled', async () => {
  const people = await payer('pm_card_chargeCustomerFail')
  expect(await people.owner.raw(buyAlerts, order)).toMatchObject({
    status: 422,
    body: { message: 'La carte a été refusée par la banque.' },
  })
  expect(await billsOf(people)).toEqual([['void', 5174]])
  expect(await bank(people)).toBe(0)
})

describe('a lot is bought once', () => {
  test.each(steps)('when the answer is lost: %s', async (_, on) => {
    const people = await payer()
    stripe.lose(on)
    const first = await people.owner.raw(buyAlerts, order)
    expect([200, 503]).toContain(first.status)
    expect(await people.owner(buyAlerts, order)).toMatchObject({ amount: 500 })
    expect(await billsOf(people)).toEqual([['paid', 5174]])
    expect(await bank(people)).toBe(500)
  })

  test.each(steps)('when the answer is lost and Stripe has forgotten its keys: %s', async (_, on) => {
    const people = await payer()
    stripe.lose(on)
    await people.owner.raw(buyAlerts, order)
    stripe.forgetKeys()
    expect(await people.owner(buyAlerts, order)).toMatchObject({ amount: 500 })
    expect(await billsOf(people)).toEqual([['paid', 5174]])
    expect(await bank(people)).toBe(500)
  })

  test('when Stripe is down for an hour, and nobody presses again', async () => {
    const people = await payer()
    stripe.state.isDown = true
    expect((await people.owner.raw(buyAlerts, order)).status).toBe(503)
    expect(await bank(people)).toBe(0)
    stripe.state.isDown = false
    await inCompany(
      server,
      people.companyId,
      (tx) => tx.sql`update invoices set next_attempt_at = now() - interval '1 hour', looked_at = null`,
    )
    await server.work(enqueueDueBilling)
    await soon(async () => expect(await bank(people)).toBe(500))
    expect(await billsOf(people)).toEqual([['paid', 5174]])
  })
})

describe('the month’s bill', () => {
  test('is charged to the default card; when refused it is retried, given up, and can still be paid on its page', async () => {
    const people = await payer('pm_card_chargeCustomerFail')
    const id = await owing(server, people)
    expect(await collect(server, people.companyId, id)).toMatchObject({ is: 'refused' })
    expect(await invoices(people.owner)).toMatchObject([{ status: 'open' }])
    for (const days of [1, 2, 2, 2]) {
      await passDays(server, people.companyId, days)
      await collect(server, people.companyId, id)
    }
    await collect(server, people.companyId, id)
    expect(await invoices(people.owner)).toMatchObject([{ status: 'uncollectible', is_past_due: true }])
    expect(await billsOf(people)).toEqual([['uncollectible', 1150]])

    const bill = [...stripe.memory.invoices.values()].find(({ metadata }) => metadata?.bordee_key === id)
    confirmInvoice(stripe, bill?.confirmation_secret?.client_secret ?? '')
    await soon(async () => expect(await invoices(people.owner)).toMatchObject([{ status: 'paid' }]))
  })

  test('is paid by a card that becomes the default later', async () => {
    const people = await payer('pm_card_chargeCustomerFail')
    const id = await owing(server, people)
    expect(await collect(server, people.companyId, id)).toMatchObject({ is: 'refused' })
    const good = await saveCard(people.owner)
    await people.owner(paymentCalls.setDefaultPaymentMethod, { paymentMethodId: good.id })
    await soon(async () => expect(await invoices(people.owner)).toMatchObject([{ status: 'paid' }]))
    expect(await billsOf(people)).toEqual([['paid', 1150]])
  })
})

test('what Stripe was paid matches what is recorded', async () => {
  const found = await server.work((work) =>
    reconcile(work, comparisons, new Date(Date.now() - 3_600_000), new Date(Date.now() + 3_600_000)),
  )
  expect(found).toEqual([])
})
