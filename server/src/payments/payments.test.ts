import { companyCalls } from '@bordee/core/companies/companies.calls.ts'
import { paymentCalls } from '@bordee/core/payments/payments.calls.ts'
import { describe, expect, test } from 'vitest'
import { newAddress, openTestServer, type People, withoutPolicies } from '../testing/server.ts'

const server = await openTestServer()
const { listPaymentMethods, addPaymentMethod, deletePaymentMethod } = paymentCalls
const { getCurrentCompany } = companyCalls

const visa = { name: 'Paule Tremblay', number: '4242 4242 4242 4242', cvc: '737', expMonth: 4, expYear: 2097 }
const mastercard = { ...visa, number: '5555555555554444', cvc: '737', expYear: '97', expMonth: '04' }

test('the first card saved is the default, and its number is nowhere', async () => {
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

test('a card’s number rests in no table', async () => {
  const naked = await openTestServer()
  await withoutPolicies(naked) // so that everything can be looked at
  const { owner } = await naked.newCompany()
  await owner(addPaymentMethod, { card: visa })
  await owner.raw(addPaymentMethod, { card: { ...visa, number: '4000000000000002' } })
  const tables = await naked.sql<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname not in ('pg_catalog', 'information_schema')`,
  )
  expect(tables.length).toBeGreaterThan(20)
  for (const { name } of tables) expect(await naked.sql(`select from ${name} t where t::text ~ '42424242|40000000000'`), name).toEqual([])
})

test('a card is forgotten; the oldest one left becomes the default', async () => {
  const { owner, companyId } = await server.newCompany()
  const [first, second] = [await owner(addPaymentMethod, { card: visa }), await owner(addPaymentMethod, { card: mastercard })]
  expect(await owner.raw(deletePaymentMethod, { paymentMethodId: first.id })).toMatchObject({ status: 200, body: null })
  expect(await owner(listPaymentMethods)).toEqual([{ ...second, isDefault: true }])
  await owner(deletePaymentMethod, { paymentMethodId: second.id })
  expect(await owner(getCurrentCompany)).toMatchObject({ defaultPaymentMethod: null })
  expect((await owner.raw(deletePaymentMethod, { paymentMethodId: second.id })).status).toBe(404)
  expect(await server.sql('select from sandbox_cards where id = any($1)', [[first.id, second.id]])).toEqual([])
  const lines = await server.work(async ({ tx }) => {
    await tx.scope({ companies: [companyId] })
    return tx.sql<{ action: string }>`select action from audit_log where company_id = ${companyId} order by id`
  })
  expect(lines.map(({ action }) => action)).toEqual(['card-added', 'card-added', 'card-removed', 'card-removed'])
})

describe('a card that is refused says why on its field, and changes nothing', () => {
  test.each([
    [{ number: '4242424242424241' }, { number: 'Le numéro de carte est invalide.' }],
    [
      { number: undefined, cvc: undefined, expMonth: undefined },
      { number: 'Ce champ est requis.', cvc: 'Ce champ est requis.', expDate: 'Le mois doit être valide.' },
    ],
    [{ expMonth: undefined, expYear: undefined }, { expDate: 'Ce champ est requis.' }],
    [{ number: '378282246310005' }, { cvc: 'Le CVC doit contenir 4 chiffres.' }],
    [{ expYear: 2020 }, { expDate: "La date doit être supérieure à aujourd'hui." }],
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

test.each([{}, { card: {} }])('nothing at all is said field by field: %j', async (input) => {
  const { owner } = await server.newCompany()
  const required = 'Ce champ est requis.'
  expect(await owner.raw(addPaymentMethod, input)).toMatchObject({
    status: 422,
    body: { formErrors: { card: { name: required, number: required, cvc: required, expDate: required } } },
  })
})

test('whoever is not an admin of the company sees and saves no card', async () => {
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

test('whoever tries numbers is stopped', async () => {
  const { owner } = await server.newCompany()
  const address = newAddress()
  const next = () => owner.raw(addPaymentMethod, { card: { ...visa, number: '4000000000000002' } }, { address })
  let { status } = await next()
  for (let tries = 1; status === 422 && tries < 100; tries++) status = (await next()).status
  expect(status).toBe(429)
})

test('what a test card does when it is charged', async () => {
  const { owner } = await server.newCompany()
  const save = (number: string) => owner(addPaymentMethod, { card: { ...visa, number } })
  const cards = [await save('4242424242424242'), await save('4000002500003155'), await save('4000000000000341')]
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
    { status: 'action', clientSecret: expect.stringMatching(/_secret_/) },
    { status: 'refused', message: 'La carte a été refusée par la banque.' },
  ])
  // The same attempt again is answered the same.
  expect(await pay(cards[1]?.id ?? '', cards[1]?.id ?? '')).toEqual(outcomes[1])
  const stranger = await pay(cards[0]?.id ?? '', 'other', 'cus_other')
  expect(stranger).toMatchObject({ status: 'refused' })
})
