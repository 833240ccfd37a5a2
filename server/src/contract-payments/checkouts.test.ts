// A client pays their contract by card: once, whatever is repeated, late or simultaneous.
import { companyCalls } from '@bordee/core/companies/companies.calls.ts'
import { contractCalls } from '@bordee/core/contracts/contracts.calls.ts'
import { paymentAccountCalls } from '@bordee/core/payments/accounts.calls.ts'
import { paymentHookCalls } from '@bordee/core/payments/hooks.calls.ts'
import { sandboxCalls } from '@bordee/core/payments/sandbox.calls.ts'
import { describe, expect, test } from 'vitest'
import { signatureHeader, signatureOf } from '../outside/payments/sandbox/events.ts'
import { visa } from '../testing/cards.ts'
import { onlinePayments, payableContract, payBy, payee } from '../testing/checkouts.ts'
import { today } from '../testing/contracts.ts'
import { openListeningServer } from '../testing/listening.ts'
import { withoutPolicies } from '../testing/server.ts'
import { historyOf } from '../testing/signers.ts'
import { soon } from '../testing/soon.ts'

const server = await openListeningServer()
const { payContract, getContract, updateContract, setContractStatuses } = contractCalls
const half = 24_432
const receipts = async (email: string) => {
  await server.letterTo(email, /^Reçu/)
  return server.sql(`select from outbox where "to" = $1 and subject like 'Reçu%'`, [email])
}

test('a client pays an instalment, then the other; the status follows the money', async () => {
  const people = await payee(server)
  const { id, client, dues } = await payableContract(server, people)
  expect(await client(getContract, { id })).toMatchObject({ isOnlinePaymentPossible: true })

  const checkout = await client(payContract, { id })
  expect(checkout).toMatchObject({ provider: 'embedded', amount: half, checkoutUrl: expect.stringContaining('/sandbox/checkout/') })
  expect(await client(payContract, { id, paymentScheduleId: dues[0] ?? '' })).toEqual(checkout) // the open one
  const { clientSecret } = checkout
  expect(await server.anyone(sandboxCalls.getSandboxCheckout, { clientSecret })).toMatchObject({ amount: half, status: 'open' })
  expect(await payBy(server.anyone, clientSecret)).toMatchObject({ status: 200, body: { status: 'paid' } })
  expect(await payBy(server.anyone, clientSecret)).toMatchObject({ status: 200, body: { status: 'paid' } }) // pressed twice

  await soon(async () => expect(await onlinePayments(people.owner, id)).toHaveLength(1))
  expect(await onlinePayments(people.owner, id)).toMatchObject([
    { amount: half, type: 'credit_card', wasOnline: true, editable: false, paidAt: today() },
  ])
  expect(await client.raw(payContract, { id, paymentScheduleId: dues[0] })).toMatchObject({
    status: 409,
    body: { code: 'instalment-paid' },
  })

  const second = await client(payContract, { id, paymentScheduleId: dues[1] ?? '' })
  expect(second.clientSecret).not.toBe(clientSecret)
  await payBy(server.anyone, second.clientSecret)
  await soon(async () => expect(await people.owner(getContract, { id })).toMatchObject({ status: 'paid', overpaidAmount: 0 }))
  expect((await historyOf(people.owner, id)).slice(-3)).toEqual(['payment → accepted', 'payment → accepted', 'pay → paid'])
  expect(await client.raw(payContract, { id })).toMatchObject({ status: 409, body: { code: 'instalment-paid' } })
})

describe('a payment that is not possible is refused', () => {
  test('out of order, unknown, too small', async () => {
    const people = await payee(server)
    const { id, client, dues } = await payableContract(server, people)
    expect(await client.raw(payContract, { id, paymentScheduleId: dues[1] })).toMatchObject({
      status: 409,
      body: { code: 'instalment-previous-open' },
    })
    expect((await client.raw(payContract, { id, paymentScheduleId: id })).status).toBe(404)
    const payments = [{ amount: half - 49, paidAt: today(), type: 'cash' as const }]
    await people.owner(updateContract, { id, contract: { payments } })
    expect(await client.raw(payContract, { id })).toMatchObject({ status: 409, body: { code: 'instalment-too-small' } })
  })

  test('if the company, its account or the contract does not allow it', async () => {
    const people = await payee(server)
    const impossible = { status: 409, body: { code: 'online-payment-impossible' } }
    const byCheque = await payableContract(server, people, { paymentMethods: ['check'] })
    expect(await byCheque.client.raw(payContract, { id: byCheque.id })).toMatchObject(impossible)

    const { id, client } = await payableContract(server, people)
    const { url } = await people.owner(paymentAccountCalls.getOnboardingLink)
    await server.anyone(sandboxCalls.endSandboxOnboarding, { token: url.split('/').at(-1) ?? '', outcome: 'incomplete' })
    await soon(async () => expect(await client(getContract, { id })).toMatchObject({ isOnlinePaymentPossible: false }))
    expect(await client.raw(payContract, { id })).toMatchObject(impossible)

    const off = { contractConfig: { isOnlinePaymentActive: false } }
    await people.admin(companyCalls.updateCompany, { id: people.companyId, ...off })
    expect(await client.raw(payContract, { id })).toMatchObject(impossible)
  })

  test('someone else’s contract', async () => {
    const people = await payee(server)
    const mine = await payableContract(server, people)
    const theirs = await payableContract(server, people)
    expect((await mine.client.raw(payContract, { id: theirs.id })).status).toBe(403)
  })
})

describe('a refused card says why, and pays nothing', () => {
  test.each([
    ['4000000000000002', { number: 'La carte a été refusée par la banque.' }],
    ['4000000000009995', { number: 'La carte a été refusée\u00a0: fonds insuffisants.' }],
    ['4000000000000069', { expDate: 'La carte est expirée.' }],
    ['4000000000000341', { number: 'La carte a été refusée par la banque.' }],
    ['4111111111111111', { number: 'Ce serveur n’accepte que des cartes d’essai.' }],
  ])('%s', async (number, card) => {
    const people = await payee(server)
    const { id, client } = await payableContract(server, people)
    const { clientSecret } = await client(payContract, { id })
    const refused = await payBy(server.anyone, clientSecret, { card: { ...visa, number } })
    expect(refused).toMatchObject({ status: 422, body: { formErrors: { card } } })
    expect(JSON.stringify(refused.body)).not.toContain(number)
    expect((await payBy(server.anyone, clientSecret)).status).toBe(200)
  })
})

test('3-D Secure: nothing is paid before the bank has confirmed', async () => {
  const people = await payee(server)
  const { id, client } = await payableContract(server, people)
  const { clientSecret } = await client(payContract, { id })
  const card = { ...visa, number: '4000002500003155' }
  expect((await payBy(server.anyone, clientSecret, { card })).body).toEqual({ status: 'action' })
  expect(await server.anyone(sandboxCalls.getSandboxCheckout, { clientSecret })).toMatchObject({ status: 'open' })
  expect((await payBy(server.anyone, clientSecret, { card, isAuthenticated: true })).body).toEqual({ status: 'paid' })
  await soon(async () => expect(await onlinePayments(people.owner, id)).toHaveLength(1))
})

test('two tabs that pay the same instalment at once pay once', async () => {
  const people = await payee(server)
  const { id, client } = await payableContract(server, people)
  const opened = await Promise.all([1, 2, 3].map(() => client(payContract, { id })))
  expect(new Set(opened.map(({ clientSecret }) => clientSecret)).size).toBe(1)
  await Promise.all(opened.map(({ clientSecret }) => payBy(server.anyone, clientSecret)))
  await soon(async () => expect(await onlinePayments(people.owner, id)).toHaveLength(1))
  expect(
    await server.sql(`select from sandbox_checkouts where client_secret = $1 and status = 'paid'`, [opened[0]?.clientSecret]),
  ).toHaveLength(1)
})

test('a changed amount closes the open checkout and opens another', async () => {
  const people = await payee(server)
  const { id, client } = await payableContract(server, people)
  const first = await client(payContract, { id })
  await people.owner(updateContract, { id, contract: { payments: [{ amount: 10_000, paidAt: today(), type: 'cash' }] } })
  const second = await client(payContract, { id })
  expect(second.amount).toBe(half - 10_000)
  expect((await payBy(server.anyone, first.clientSecret)).status).toBe(409)
  expect((await payBy(server.anyone, second.clientSecret)).status).toBe(200)
})

test('a card payment is kept even if the office recorded the amount meanwhile: it shows as overpaid', async () => {
  const people = await payee(server)
  const { id, client } = await payableContract(server, people)
  const { clientSecret } = await client(payContract, { id })
  await people.owner(updateContract, { id, contract: { payments: [{ amount: 2 * half, paidAt: today(), type: 'cash' }] } })
  await payBy(server.anyone, clientSecret)
  await soon(async () => expect(await people.owner(getContract, { id })).toMatchObject({ overpaidAmount: half, status: 'paid' }))
})

test('archiving a contract closes its checkout; one paid a moment before is still recorded', async () => {
  const people = await payee(server)
  const [late, early] = [await payableContract(server, people), await payableContract(server, people)]
  const { clientSecret } = await late.client(payContract, { id: late.id })
  const paid = await early.client(payContract, { id: early.id })
  await payBy(server.anyone, paid.clientSecret)
  await people.owner(setContractStatuses, { contractIds: [late.id, early.id], status: 'canceled' })
  await soon(async () =>
    expect(await server.anyone(sandboxCalls.getSandboxCheckout, { clientSecret })).toMatchObject({ status: 'expired' }),
  )
  expect((await payBy(server.anyone, clientSecret)).status).toBe(409)
  expect((await late.client.raw(payContract, { id: late.id })).status).toBe(409)
  await soon(async () => expect(await onlinePayments(people.owner, early.id)).toHaveLength(1))
})

test('a confirmation that is repeated, renamed or for an unknown checkout records nothing more', async () => {
  const people = await payee(server)
  const { id, client, email } = await payableContract(server, people)
  await client(payContract, { id })
  const [session] = await server.sql<{ id: string; key: string }>('select id, key from sandbox_checkouts order by created_at desc limit 1')
  const tell = async (eventId: string, key = session?.key, type = 'completed') => {
    const object = { id: session?.id, client_reference_id: key, payment_intent: `pi_${id}`, amount_total: half }
    const payload = JSON.stringify({ id: `${eventId}_${id}`, type: `checkout.session.${type}`, data: { object } })
    const headers = { 'content-type': 'application/json', [signatureHeader]: signatureOf(server.secrets, payload, new Date()) }
    expect((await server.anyone.raw(paymentHookCalls.hearPayments, {}, { payload, headers })).status).toBe(200)
  }
  await tell('evt_1')
  await tell('evt_1')
  await tell('evt_2')
  await tell('evt_3', session?.key, 'expired') // late: it was paid
  await tell('evt_4', 'nobody’s')
  await Promise.all(['evt_5', 'evt_6'].map((eventId) => tell(eventId)))
  expect(await onlinePayments(people.owner, id)).toHaveLength(1)
  expect(await receipts(email)).toHaveLength(1)
})

test('a client gets one receipt per payment, which says what is left', async () => {
  const people = await payee(server)
  const { id, client, email, contract } = await payableContract(server, people)
  const first = await client(payContract, { id })
  await Promise.all([1, 2].map(() => payBy(server.anyone, first.clientSecret)))
  const receipt = await server.letterTo(email, /^Reçu/)
  expect(receipt.subject).toContain(contract.contractNumber)
  expect(receipt.text).toMatch(/vous avez payé 244,32\s\$ par carte/)
  expect(receipt.text).toMatch(/Reste à payer\s: 244,32\s\$/)
  expect(receipt.text).toContain(`/client/contracts/${id}/payment`)

  await payBy(server.anyone, (await client(payContract, { id })).clientSecret)
  expect((await server.letterTo(email, /^Reçu/, 2)).text).toContain('entièrement payé')
  expect(await receipts(email)).toHaveLength(2)
})

test('the card’s number and CVC are in no table', async () => {
  const naked = await openListeningServer()
  const people = await payee(naked)
  const { id, client } = await payableContract(naked, people)
  const { clientSecret } = await client(payContract, { id })
  await payBy(naked.anyone, clientSecret, { card: { ...visa, number: '4000000000000002' } })
  await payBy(naked.anyone, clientSecret)
  await soon(async () => expect(await onlinePayments(people.owner, id)).toHaveLength(1))
  await withoutPolicies(naked)
  const tables = await naked.sql<{ name: string }>(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
     where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
  )
  expect(tables.length).toBeGreaterThan(20)
  for (const { name } of tables)
    expect(await naked.sql(`select from ${name} t where t::text ~ '42424242|40000000000|"cvc"'`), name).toEqual([])
})
