import { companyCalls } from '@bordee/core/companies/companies.calls.ts'
import type { PaymentMethod } from '@bordee/core/payments/card.ts'
import { paymentCalls } from '@bordee/core/payments/payments.calls.ts'
import { sandboxCalls } from '@bordee/core/payments/sandbox.calls.ts'
import { describe, expect, test, vi } from 'vitest'
import { savedByForm } from '../testing/cards.ts'
import { inCompany, newAddress, openTestServer, type People, withoutPolicies } from '../testing/server.ts'
import { findSetupsToLookAt, lookAtSetup } from './watched-setups.ts'

const server = await openTestServer()
const { listPaymentMethods, addPaymentMethod, deletePaymentMethod, setUpPaymentMethod, setDefaultPaymentMethod } = paymentCalls
const { confirmSandboxSetup } = sandboxCalls
const { getCurrentCompany } = companyCalls

const visa = { name: 'Paule Tremblay', number: '4242 4242 4242 4242', cvc: '737', expMonth: 4, expYear: 2097 }
const mastercard = { ...visa, number: '5555555555554444', cvc: '737', expYear: '97', expMonth: '04' }

test('the first card saved is the default, and its number is shown nowhere', async () => {
  const { owner } = await server.newCompany()
  expect(await owner(listPaymentMethods)).toEqual([])

  const made = await owner.raw(addPaymentMethod, { card: visa })
  expect(made).toMatchObject({
    status: 201,
    body: { name: 'Paule Tremblay', brand: 'visa', last4: '4242', expMonth: 4, expYear: 2097, isDefault: true },
  })
  const second = await owner(addPaymentMethod, { card: mastercard })
  expect(second).toMatchObject({ brand: 'mastercard', last4: '4444', expYear: 2097, isDefault: false })
  expect(await owner(listPaymentMethods)).toEqual([made.body, second])
  expect(await owner(getCurrentCompany)).toMatchObject({
    defaultPaymentMethod: (made.body as { id: string }).id,
    customerId: expect.stringMatching(/^cus_/),
  })
})

test('a card’s number is in no table', async () => {
  const naked = await openTestServer()
  await withoutPolicies(naked) // so that the test can read everything
  const { owner } = await naked.newCompany()
  await owner(addPaymentMethod, { card: visa })
  await owner.raw(addPaymentMethod, { card: { ...visa, number: '4000000000000002' } })
  const tables = await naked.sql<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname not in ('pg_catalog', 'information_schema')`,
  )
  expect(tables.length).toBeGreaterThan(20)
  for (const { name } of tables) expect(await naked.sql(`select from ${name} t where t::text ~ '42424242|40000000000'`), name).toEqual([])
})

test('a removed card is forgotten; the oldest remaining one becomes the default', async () => {
  const { owner, companyId } = await server.newCompany()
  const [first, second] = [await owner(addPaymentMethod, { card: visa }), await owner(addPaymentMethod, { card: mastercard })]
  expect(await owner.raw(deletePaymentMethod, { paymentMethodId: first.id })).toMatchObject({ status: 200, body: null })
  expect(await owner(listPaymentMethods)).toEqual([{ ...second, isDefault: true }])
  await owner(deletePaymentMethod, { paymentMethodId: second.id })
  expect(await owner(getCurrentCompany)).toMatchObject({ defaultPaymentMethod: null })
  expect((await owner.raw(deletePaymentMethod, { paymentMethodId: second.id })).status).toBe(404)
  await vi.waitFor(
    async () => expect(await server.sql('select from sandbox_cards where id = any($1)', [[first.id, second.id]])).toEqual([]),
    { timeout: 20_000, interval: 50 },
  )
  const lines = await server.work(async ({ tx }) => {
    await tx.scope({ companies: [companyId] })
    return tx.sql<{ action: string }>`select action from audit_log where company_id = ${companyId} order by id`
  })
  expect(lines.map(({ action }) => action)).toEqual(['card-added', 'card-added', 'card-removed', 'card-removed'])
})

/** Time passes for a company's open forms, and those that are due are looked at. Returns how many were open. */
async function lookAtForms(companyId: string, later: string) {
  const open = await inCompany(
    server,
    companyId,
    (tx) => tx.sql<{ id: string; companyId: string }>`
      update card_setups
      set created_at = created_at - ${later}::interval, looked_at = looked_at - ${later}::interval
      where status = 'open'
      returning id, company_id as "companyId"`,
  )
  await server.work(findSetupsToLookAt)
  for (const setup of open) await server.work((work) => lookAtSetup(work, setup))
  return open.length
}

describe('a card from the provider’s form', () => {
  test('is saved once, with only what may be shown', async () => {
    const { owner } = await server.newCompany()
    const card = await savedByForm(server, owner, '5555 5555 5555 4444')
    expect(card).toEqual({
      id: expect.stringMatching(/^pm_/),
      name: 'Paule Tremblay',
      brand: 'mastercard',
      last4: '4444',
      expMonth: 4,
      expYear: 2097,
      isDefault: true,
    })
    expect(await owner(addPaymentMethod, { paymentMethodId: card.id })).toEqual(card)
    expect(await owner(listPaymentMethods)).toEqual([card])
  })

  test.each(['4000002500003155', '4000002760003184'])('asks the holder’s bank before %s is saved', async (number) => {
    const { owner } = await server.newCompany()
    const raw = await owner.raw(addPaymentMethod, { card: { ...visa, number } })
    expect(raw).toMatchObject({
      status: 422,
      body: { code: 'authentication-required', formErrors: { card: { number: expect.any(String) } } },
    })

    const { clientSecret } = await owner(setUpPaymentMethod)
    const card = { ...visa, number }
    expect(await server.anyone(confirmSandboxSetup, { clientSecret, card })).toEqual({ status: 'action', paymentMethodId: null })
    expect(await owner(listPaymentMethods)).toEqual([])
    const confirmed = await server.anyone(confirmSandboxSetup, { clientSecret, card, isAuthenticated: true })
    expect(confirmed).toMatchObject({ status: 'succeeded' })
    expect(await server.anyone(confirmSandboxSetup, { clientSecret, card })).toEqual(confirmed) // sent twice
    expect(await owner(addPaymentMethod, { paymentMethodId: confirmed.paymentMethodId ?? '' })).toMatchObject({ last4: number.slice(-4) })
  })

  test('is saved even if the browser never reports it, once', async () => {
    const { owner, companyId } = await server.newCompany()
    const { clientSecret } = await owner(setUpPaymentMethod)
    await lookAtForms(companyId, '2 minutes')
    expect(await owner(listPaymentMethods)).toEqual([])
    await server.anyone(confirmSandboxSetup, { clientSecret, card: visa })
    await lookAtForms(companyId, '5 minutes')
    expect(await owner(listPaymentMethods)).toMatchObject([{ last4: '4242', isDefault: true }])
    expect(await lookAtForms(companyId, '1 day')).toBe(0)
  })

  test('that was removed meanwhile does not come back; a form that nobody fills in is forgotten', async () => {
    const { owner, companyId } = await server.newCompany()
    const card = await savedByForm(server, owner)
    await owner(deletePaymentMethod, { paymentMethodId: card.id })
    await owner(setUpPaymentMethod)
    expect(await lookAtForms(companyId, '5 minutes')).toBe(2)
    expect(await owner(listPaymentMethods)).toEqual([])
    expect(await lookAtForms(companyId, '1 day')).toBe(1)
    expect(await lookAtForms(companyId, '1 day')).toBe(0)
  })

  test('of another company, or of no form, is refused', async () => {
    const [ours, theirs] = [await server.newCompany(), await server.newCompany()]
    const card = await savedByForm(server, theirs.owner, visa.number)
    const typed = await ours.owner(addPaymentMethod, { card: visa })
    await ours.owner(deletePaymentMethod, { paymentMethodId: typed.id })
    for (const paymentMethodId of [card.id, typed.id, 'pm_unknown'])
      expect(await ours.owner.raw(addPaymentMethod, { paymentMethodId })).toMatchObject({ status: 422, body: { code: 'card-refused' } })
    expect(await ours.owner(listPaymentMethods)).toEqual([])
  })

  test('has its errors under its fields, and is not saved', async () => {
    const { owner } = await server.newCompany()
    const { clientSecret } = await owner(setUpPaymentMethod)
    const send = (card: object) => server.anyone.raw(confirmSandboxSetup, { clientSecret, card })
    expect(await send({ ...visa, cvc: '1' })).toMatchObject({ status: 422, body: { formErrors: { card: { cvc: expect.any(String) } } } })
    expect(await send({ ...visa, number: '4000000000000002' })).toMatchObject({ status: 422, body: { code: 'card-refused' } })
    expect((await server.anyone.raw(confirmSandboxSetup, { clientSecret: 'seti_unknown', card: visa })).status).toBe(404)
    expect(await server.sql('select from sandbox_setups where client_secret = $1 and card_id is not null', [clientSecret])).toEqual([])
  })
})

test('another card becomes the default', async () => {
  const { owner } = await server.newCompany()
  const [first, second] = [await owner(addPaymentMethod, { card: visa }), await owner(addPaymentMethod, { card: mastercard })]
  expect(await owner.raw(setDefaultPaymentMethod, { paymentMethodId: second.id })).toMatchObject({ status: 200, body: null })
  expect(await owner(listPaymentMethods)).toEqual([
    { ...first, isDefault: false },
    { ...second, isDefault: true },
  ])
  const { owner: stranger } = await server.newCompany()
  expect((await stranger.raw(setDefaultPaymentMethod, { paymentMethodId: first.id })).status).toBe(404)
})

test('the last card stays while alerts are still to be billed', async () => {
  const { owner, companyId } = await server.newCompany()
  const [first, second] = [await owner(addPaymentMethod, { card: visa }), await owner(addPaymentMethod, { card: mastercard })]
  const bill = (paidFrom: string | null) =>
    server.work(async ({ tx }) => {
      await tx.scope({ companies: [companyId] })
      await tx.sql`delete from alert_sends`
      const [send] = await tx.sql<{ id: string }>`
        insert into alert_sends (company_id, target, target_name, message, sent_by_name, expected)
        values (${companyId}, 'sector:none', 'Nord', 'Bonjour', 'Camille', 1) returning id`
      await tx.sql`
        insert into alert_deliveries (company_id, send_id, phone, method, site_name, client_name, status, paid_from, price)
        values (${companyId}, ${send?.id ?? null}, '4185550142', 'sms', 'Entrée', 'Camille', 'accepted', ${paidFrom}, 10)`
    })
  await bill('invoice')
  await owner(deletePaymentMethod, { paymentMethodId: first.id })
  expect(await owner.raw(deletePaymentMethod, { paymentMethodId: second.id })).toMatchObject({ status: 409, body: { code: 'card-needed' } })
  expect(await owner(listPaymentMethods)).toEqual([{ ...second, isDefault: true }])
  await bill('bank')
  await owner(deletePaymentMethod, { paymentMethodId: second.id })
})

describe('a refused card says why under its field, and changes nothing', () => {
  test.each([
    [{ number: '4242424242424241' }, { number: 'Le numéro de carte est invalide.' }],
    [
      { number: undefined, cvc: undefined, expMonth: undefined },
      { number: 'Ce champ est requis.', cvc: 'Ce champ est requis.', expDate: 'Le mois doit être valide.' },
    ],
    [{ expMonth: undefined, expYear: undefined }, { expDate: 'Ce champ est requis.' }],
    [{ number: '378282246310005' }, { cvc: 'Le CVC doit contenir 4 chiffres.' }],
    [{ expYear: 2020 }, { expDate: 'Cette carte est expirée.' }],
    [{ name: ' ' }, { name: 'Ce champ est requis.' }],
    [{ number: '4000000000000002' }, { number: 'La carte a été refusée par la banque.' }],
    [{ number: '4000000000000127' }, { cvc: 'Le CVC est incorrect.' }],
    [{ number: '4111111111111111' }, { number: 'Ce serveur n’accepte que des cartes d’essai.' }],
  ] as [change: { number?: string }, errors: object][])('%j', async (change, card) => {
    const { owner } = await server.newCompany()
    const answer = await owner.raw(addPaymentMethod, { card: { ...visa, ...change } })
    expect(answer).toMatchObject({ status: 422, body: { formErrors: { card } } })
    if (change.number) expect(JSON.stringify(answer.body)).not.toContain(change.number)
    expect(await owner(listPaymentMethods)).toEqual([])
  })
})

test.each([{}, { card: {} }])('an empty card gets an error per field: %j', async (input) => {
  const { owner } = await server.newCompany()
  const required = 'Ce champ est requis.'
  expect(await owner.raw(addPaymentMethod, input)).toMatchObject({
    status: 422,
    body: { formErrors: { card: { name: required, number: required, cvc: required, expDate: required } } },
  })
})

test('only admins of the company see and save cards', async () => {
  const people: People = await server.newCompany()
  for (const role of ['manager', 'employee', 'client'] as const) {
    expect((await people[role].raw(listPaymentMethods)).status).toBe(403)
    expect((await people[role].raw(addPaymentMethod, { card: visa })).status).toBe(403)
  }
})

test('two cards saved at once: one default, one customer', async () => {
  const { owner } = await server.newCompany()
  await Promise.all([owner(addPaymentMethod, { card: visa }), owner(addPaymentMethod, { card: mastercard })])
  const cards = await owner(listPaymentMethods)
  expect(cards.map(({ isDefault }) => isDefault)).toEqual([true, false])
  const customers = await server.sql('select distinct customer_id from sandbox_cards where id = any($1)', [cards.map(({ id }) => id)])
  expect(customers).toHaveLength(1)
})

test('testing card numbers is stopped', async () => {
  const { owner } = await server.newCompany()
  const address = newAddress()
  const next = () => owner.raw(addPaymentMethod, { card: { ...visa, number: '4000000000000002' } }, { address })
  let { status } = await next()
  for (let tries = 1; status === 422 && tries < 100; tries++) status = (await next()).status
  expect(status).toBe(429)
})

test('test cards behave as documented when charged', async () => {
  const { owner } = await server.newCompany()
  const numbers = ['4242424242424242', '4000002500003155', '4000002760003184', '4000000000000341']
  const cards: PaymentMethod[] = []
  for (const number of numbers) cards.push(await savedByForm(server, owner, number))
  const { customerId } = await owner(getCurrentCompany)
  const bill = { customerId: customerId ?? '', billTo: { name: 'Neige', lines: [] }, lines: [], taxes: [], total: 20_000, notes: [] }
  const pay = (cardId: string, key: string, payer = customerId ?? '') =>
    server.work(async (work) => {
      const { payments } = work.gateways
      const { id: invoiceId } = await payments.issueInvoice(work, { ...bill, key: `bill-${key}` })
      return payments.payInvoice(work, { invoiceId, customerId: payer, cardId, key })
    })
  const outcomes = []
  for (const { id } of cards) outcomes.push(await pay(id, id))
  expect(outcomes).toEqual([
    { status: 'paid' },
    { status: 'paid' }, // its bank was asked when it was saved
    { status: 'action', clientSecret: expect.stringMatching(/_secret_/) },
    { status: 'refused', message: 'La carte a été refusée par la banque.' },
  ])
  // The same attempt gets the same answer.
  expect(await pay(cards[2]?.id ?? '', cards[2]?.id ?? '')).toEqual(outcomes[2])
  const stranger = await pay(cards[0]?.id ?? '', 'other', 'cus_other')
  expect(stranger).toMatchObject({ status: 'refused' })
})
