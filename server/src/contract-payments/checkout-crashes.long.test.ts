// A server dies between the provider and the database, at each step of a payment: nothing is lost or doubled.
import { contractCalls } from '@bordee/core/contracts/contracts.calls.ts'
import { sandboxCalls } from '@bordee/core/payments/sandbox.calls.ts'
import { describe, expect, test } from 'vitest'
import { signatureHeader, signatureOf } from '../outside/payments/sandbox/events.ts'
import { visa } from '../testing/cards.ts'
import { onlinePayments, payableContract, payBy, payee } from '../testing/checkouts.ts'
import { openListeningServer } from '../testing/listening.ts'
import type { Caller } from '../testing/server.ts'
import { soon } from '../testing/soon.ts'
import { killing } from '../testing/victims.ts'

const server = await openListeningServer()
const people = await payee(server)
const { payContract } = contractCalls
const killAt = killing(server)

const sessionsOf = (contractId: string) =>
  server.work(async ({ tx }) => {
    await tx.scope({ companies: [people.companyId] })
    return tx.sql`
      select s.id from sandbox_checkouts s join contract_checkouts c on c.id::text = s.key where c.contract_id = ${contractId}`
  })

async function paysOnce(contractId: string, client: Caller) {
  const { clientSecret } = await client(payContract, { id: contractId })
  expect(await sessionsOf(contractId)).toHaveLength(1)
  expect((await payBy(server.anyone, clientSecret)).status).toBe(200)
  await soon(async () => expect(await onlinePayments(people.owner, contractId)).toHaveLength(1))
}

describe('while a checkout is opened', () => {
  test.each([
    ['before it is noted', 'contract_checkouts'],
    ['between the note and the provider', 'sandbox_checkouts'],
  ])('%s', async (_, table) => {
    const { id, client } = await payableContract(server, people)
    await killAt(table, `/contracts/${id}/pay`, { by: client })
    await paysOnce(id, client)
  })

  test('between the provider and the database', async () => {
    const { id, client } = await payableContract(server, people)
    const { clientSecret } = await client(payContract, { id })
    // The provider opened it, but its answer was lost with the server.
    await server.work(async ({ tx }) => {
      await tx.scope({ companies: [people.companyId] })
      await tx.sql`update contract_checkouts set session_id = null where contract_id = ${id}`
    })
    await killAt('contract_checkouts', `/contracts/${id}/pay`, { by: client })
    expect(await client(payContract, { id })).toMatchObject({ clientSecret })
    await paysOnce(id, client)
  })
})

test('while the card is charged: it isn’t, and the next try is', async () => {
  const { id, client } = await payableContract(server, people)
  const { clientSecret } = await client(payContract, { id })
  await killAt('sandbox_events', `/sandbox/checkout/${clientSecret}`, { body: JSON.stringify({ card: visa }) })
  expect(await server.anyone(sandboxCalls.getSandboxCheckout, { clientSecret })).toMatchObject({ status: 'open' })
  await paysOnce(id, client)
})

test('while the confirmation is recorded: it is sent again, and recorded once', async () => {
  const { id, client } = await payableContract(server, people)
  const { clientSecret, amount } = await client(payContract, { id })
  const [session] = await server.sql<{ id: string; key: string }>('select id, key from sandbox_checkouts where client_secret = $1', [
    clientSecret,
  ])
  const object = { id: session?.id, client_reference_id: session?.key, payment_intent: `pi_${id}`, amount_total: amount }
  const body = JSON.stringify({ id: `evt_${id}`, type: 'checkout.session.completed', data: { object } })
  const headers = () => ({ [signatureHeader]: signatureOf(server.secrets, body, new Date()) })
  await killAt('contract_payments', '/webhooks/payments', { body, headers: headers() })
  expect(await onlinePayments(people.owner, id)).toEqual([])

  for (let told = 0; told < 2; told++) {
    const again = {
      method: 'POST',
      url: '/api/webhooks/payments',
      headers: { 'content-type': 'application/json', ...headers() },
      payload: body,
    } as const
    expect((await server.app.inject(again)).statusCode).toBe(200)
  }
  expect(await onlinePayments(people.owner, id)).toHaveLength(1)
})
