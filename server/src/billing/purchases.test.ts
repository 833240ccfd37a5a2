// A lot for the bank, bought by card, once per press.
import { bankCalls } from '@bordee/core/bank/bank.calls.ts'
import { billingCalls } from '@bordee/core/billing/billing.calls.ts'
import { paymentCalls } from '@bordee/core/payments/payments.calls.ts'
import { sandboxCalls } from '@bordee/core/payments/sandbox.calls.ts'
import { expect, test } from 'vitest'
import { chargedTo, invoices, saveCard } from '../testing/billing.ts'
import { declining, savedByForm, secured } from '../testing/cards.ts'
import { openListeningServer } from '../testing/listening.ts'
import { inCompany, openTestServer } from '../testing/server.ts'
import { soon } from '../testing/soon.ts'

const server = await openListeningServer({ BANK_OFFERS: '500:4500,1000:8500' })
const { buyAlerts, listBankOffers } = billingCalls
const offerId = 'alerts-500'

const ledgerOf = (companyId: string) =>
  inCompany(
    server,
    companyId,
    (tx) => tx.sql<{ amount: number; reason: string; hasInvoice: boolean }>`
      select amount, reason, invoice_id is not null as "hasInvoice" from alert_ledger where company_id = ${companyId} order by created_at`,
  )

test('the configuration lists what may be bought', async () => {
  const { owner } = await server.newCompany()
  expect(await owner(listBankOffers)).toEqual([
    { id: 'alerts-500', amount: 500, price: 4500 },
    { id: 'alerts-1000', amount: 1000, price: 8500 },
  ])
})

test('one press buys one lot, however often it arrives; the lot does not expire', async () => {
  const { owner, companyId } = await server.newCompany()
  await saveCard(owner)
  const order = { offerId, requestKey: 'un' }
  const answers = await Promise.all([owner(buyAlerts, order), owner(buyAlerts, order), owner(buyAlerts, order)])
  const [lot] = answers
  expect(lot).toMatchObject({ amount: 500, remaining: 500, expiresAt: null })
  for (const answer of answers) expect(answer).toEqual(lot)
  expect(await owner(buyAlerts, order)).toEqual(lot)
  expect(await owner(bankCalls.getBankTotal)).toEqual({ amount: 500, expiredAmount: 0 })
  expect(await chargedTo(server, companyId)).toEqual([5174])
  expect(await ledgerOf(companyId)).toEqual([{ amount: 500, reason: 'purchase', hasInvoice: true }])
  expect(await owner.raw(buyAlerts, { ...order, offerId: 'alerts-1000' })).toMatchObject({
    status: 409,
    body: { code: 'request-key-used' },
  })

  await owner(buyAlerts, { offerId, requestKey: 'deux' })
  expect(await owner(bankCalls.getBankTotal)).toEqual({ amount: 1000, expiredAmount: 0 })
  expect(await invoices(owner)).toMatchObject([
    { purpose: 'bank', status: 'paid', total: 5174 },
    { purpose: 'bank', status: 'paid', total: 5174 },
  ])
})

test('a refused purchase is annulled and says why; the same press again gets the same answer', async () => {
  const { owner, companyId } = await server.newCompany()
  expect(await owner.raw(buyAlerts, { offerId, requestKey: 'sans' })).toMatchObject({
    status: 422,
    body: { message: expect.stringMatching(/carte/) },
  })
  await saveCard(owner, declining)
  for (const _ of ['once', 'again'])
    expect(await owner.raw(buyAlerts, { offerId, requestKey: 'non' })).toMatchObject({
      status: 422,
      body: { message: 'La carte a été refusée par la banque.', code: 'card-refused' },
    })
  expect(await invoices(owner)).toMatchObject([{ status: 'void' }])
  expect(await owner(bankCalls.getBankTotal)).toEqual({ amount: 0, expiredAmount: 0 })
  expect(await chargedTo(server, companyId)).toEqual([])
  const [card] = await owner(paymentCalls.listPaymentMethods)
  await owner(paymentCalls.deletePaymentMethod, { paymentMethodId: card?.id ?? '' }) // nothing is owed
})

test('the bank asks for a confirmation: the lot comes with it', async () => {
  const { owner, companyId } = await server.newCompany()
  await savedByForm(server, owner, secured.number)
  const order = { offerId, requestKey: 'sûr' }
  const asked = await owner(buyAlerts, order)
  const clientSecret = 'clientSecret' in asked ? asked.clientSecret : ''
  expect(asked).toMatchObject({ status: 'action', provider: 'embedded' })
  expect(await owner(buyAlerts, order)).toEqual(asked)
  await server.anyone(sandboxCalls.answerSandboxConfirmation, { clientSecret, isConfirmed: true })
  await soon(async () => expect(await owner(bankCalls.getBankTotal)).toMatchObject({ amount: 500 }))
  expect(await owner(buyAlerts, order)).toMatchObject({ amount: 500 })
  expect(await chargedTo(server, companyId)).toEqual([5174])
})

test('an abandoned purchase is annulled, and the same press says so', async () => {
  const { owner, companyId } = await server.newCompany()
  await savedByForm(server, owner, secured.number)
  const order = { offerId, requestKey: 'parti' }
  await owner(buyAlerts, order)
  await inCompany(server, companyId, (tx) => tx.sql`update invoices set created_at = created_at - interval '2 hours'`)
  expect(await owner.raw(buyAlerts, order)).toMatchObject({ status: 409, body: { code: 'payment-annulled' } })
  expect(await invoices(owner)).toMatchObject([{ status: 'void' }])
})

test.each([
  [{ offerId: 'alerts-7', requestKey: 'x' }, 404],
  [{ offerId, requestKey: '' }, 422],
  [{ offerId }, 422],
  [{ offerId, requestKey: 'x', paymentMethodId: 'pm_nobody' }, 404],
])('%j is %i, and changes nothing', async (order, status) => {
  const { owner } = await server.newCompany()
  await saveCard(owner)
  expect((await owner.raw(buyAlerts, order)).status).toBe(status)
  expect(await invoices(owner)).toEqual([])
})

test('a neighbour’s key and card cannot be used', async () => {
  const [one, two] = [await server.newCompany(), await server.newCompany()]
  const theirs = await saveCard(one.owner)
  await saveCard(two.owner)
  await one.owner(buyAlerts, { offerId, requestKey: 'même' })
  await two.owner(buyAlerts, { offerId, requestKey: 'même' })
  expect(await two.owner.raw(buyAlerts, { offerId, requestKey: 'autre', paymentMethodId: theirs.id })).toMatchObject({ status: 404 })
  for (const { owner } of [one, two]) expect(await owner(bankCalls.getBankTotal)).toMatchObject({ amount: 500 })
})

test('on a public server sandbox money buys nothing', async () => {
  const open = await openTestServer({}, server)
  const people = await open.newCompany()
  await saveCard(people.owner)
  const closed = await openTestServer({ PUBLIC_URL: 'https://bordee.example.ca' }, server)
  const token = people.owner.token ?? ''
  const answer = await closed.app.inject({
    method: 'POST',
    url: '/api/alert-bank/purchase',
    headers: { authorization: `Bearer ${token}` },
    payload: { offerId, requestKey: 'public' },
  })
  expect(answer.json()).toMatchObject({ code: expect.stringMatching(/sandbox-closed/) })
  expect(answer.statusCode).toBe(409)
})
