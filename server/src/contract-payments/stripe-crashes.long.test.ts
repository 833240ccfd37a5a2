// A server dies while a client pays with Stripe: nothing is lost or doubled.
import { contractCalls } from '@bordee/core/contracts/contracts.calls.ts'
import { describe, expect, test } from 'vitest'
import { onlinePayments, payableContract } from '../testing/checkouts.ts'
import { soon } from '../testing/soon.ts'
import { openStripeCheckouts } from '../testing/stripe/checkouts.ts'
import { startVictim } from '../testing/victims.ts'

const { payContract } = contractCalls
const { stripe, environment, server, hookUrl, people, sessionsOf, paidNews, paysOnce } = await openStripeCheckouts()

describe('a server dies', () => {
  async function dying(path: string, body: string, headers: Record<string, string>, until: () => Promise<unknown>) {
    const victim = await startVictim(server, environment)
    const request = fetch(`${victim.url}/api${path}`, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body })
    const lost = request.then(
      () => 'answered',
      () => 'lost',
    )
    await until()
    await victim.kill()
    return lost
  }
  const waitsFor = (table: string) => () =>
    soon(async () => {
      const waiting = await server.sql('select from pg_locks where not granted and relation = $1::regclass', [table])
      expect(waiting.length).toBeGreaterThan(0)
    })

  test.each(['before', 'after'] as const)('%s Stripe has opened the session', async (when) => {
    const { id, client } = await payableContract(server, people)
    const held = stripe.hold(/POST \/v1\/checkout\/sessions$/, when)
    expect(await dying(`/contracts/${id}/pay`, '{}', { authorization: `Bearer ${client.token}` }, () => held.reached)).toBe('lost')
    held.release()
    await paysOnce(id, client)
    expect(await sessionsOf(id)).toHaveLength(1)
  })

  test('before anything is recorded, or before the session is', async () => {
    for (const isNoted of [false, true]) {
      const { id, client } = await payableContract(server, people)
      if (isNoted) {
        stripe.lose(/POST \/v1\/checkout\/sessions$/)
        expect((await client.raw(payContract, { id })).status).toBe(503)
      }
      await server.sql('begin')
      await server.sql('lock table contract_checkouts in share mode')
      const lost = await dying(`/contracts/${id}/pay`, '{}', { authorization: `Bearer ${client.token}` }, waitsFor('contract_checkouts'))
      await server.sql('rollback')
      expect(lost).toBe('lost')
      await paysOnce(id, client)
      expect(await sessionsOf(id)).toHaveLength(1)
    }
  })

  test('while Stripe’s news is recorded: Stripe sends it again', async () => {
    const { id, client } = await payableContract(server, people)
    const { clientSecret } = await client(payContract, { id })
    const news = paidNews(clientSecret)
    await server.sql('begin')
    await server.sql('lock table contract_payments in share mode')
    const victim = await startVictim(server, environment)
    const lost = stripe.post(news, `${victim.url}/api/webhooks/payments`).catch(() => 'lost')
    await waitsFor('contract_payments')()
    await victim.kill()
    await server.sql('rollback')
    expect(await lost).toBe('lost')
    expect(await onlinePayments(people.owner, id)).toEqual([])
    for (let told = 0; told < 2; told++) expect(await stripe.post(news, hookUrl)).toBe(200)
    expect(await onlinePayments(people.owner, id)).toHaveLength(1)
  })
})
