// A server dies at each step of collecting: nobody pays twice, nothing is lost, and what was paid for arrives once.
import { alertCalls } from '@bordee/core/alerts/alerts.calls.ts'
import { bankCalls } from '@bordee/core/bank/bank.calls.ts'
import { billingCalls } from '@bordee/core/billing/billing.calls.ts'
import { companyCalls } from '@bordee/core/companies/companies.calls.ts'
import { describe, expect, test } from 'vitest'
import { killedAfter } from '../testing/alerts.ts'
import { chargedTo, collect, invoices, owing, saveCard } from '../testing/billing.ts'
import { openListeningServer } from '../testing/listening.ts'
import { inCompany, type People } from '../testing/server.ts'
import { soon } from '../testing/soon.ts'
import { killing } from '../testing/victims.ts'
import { enqueueDueBilling } from './billing.jobs.ts'
import { collectNow } from './collecting.ts'

const server = await openListeningServer()
const killAt = killing(server)

/** The table where each purchase is written once it is paid. */
const purchases = {
  activation: {
    path: '/notifications/activate',
    body: {},
    fulfilment: 'companies',
    again: ({ owner }: People) => owner.raw(alertCalls.activateAlerts),
    total: 22_995,
    has: async ({ owner }: People) => ((await owner(companyCalls.getCurrentCompany)).alertConfig.isActive ? 1 : 0),
  },
  bank: {
    path: '/alert-bank/purchase',
    body: { offerId: 'alerts-500', requestKey: 'mort' },
    fulfilment: 'alert_lots',
    again: ({ owner }: People) => owner.raw(billingCalls.buyAlerts, { offerId: 'alerts-500', requestKey: 'mort' }),
    total: 5174,
    has: async ({ owner }: People) => (await owner(bankCalls.getBankTotal)).amount / 500,
  },
}

describe.each(Object.entries(purchases))('%s', (_, { path, body, fulfilment, again, total, has }) => {
  test.each([
    ['before it is noted', 'invoices'],
    ['between the note and the provider', 'sandbox_invoices'],
    ['while the card is charged', 'sandbox_events'],
    ['between the charge and what it is for', fulfilment],
  ])('killed %s: pressing again pays once', async (step, table) => {
    const people = await server.newCompany()
    await saveCard(people.owner)
    await killAt(table, path, { by: people.owner, body: JSON.stringify(body) })
    const answer = await again(people)
    // The news of the payment may arrive before they press again.
    expect([200, 409]).toContain(answer.status)
    if (answer.status === 409) expect(step).toMatch(/charge/)
    await soon(async () => expect(await has(people)).toBe(1))
    expect(await chargedTo(server, people.companyId)).toEqual([total])
  })

  test('killed, and nobody presses again: a job finishes it', async () => {
    const people = await server.newCompany()
    await saveCard(people.owner)
    await killAt('sandbox_invoices', path, { by: people.owner, body: JSON.stringify(body) })
    expect(await has(people)).toBe(0)
    await inCompany(server, people.companyId, (tx) => tx.sql`update invoices set next_attempt_at = now()`)
    await server.work(enqueueDueBilling)
    await soon(async () => expect(await has(people)).toBe(1))
    expect(await chargedTo(server, people.companyId)).toEqual([total])
  })
})

test('the month’s invoice: killed before each of its steps, then again from the start', async () => {
  for (let last = 0; ; last++) {
    const people = await server.newCompany()
    await saveCard(people.owner)
    const at = { companyId: people.companyId, invoiceId: await owing(server, people) }
    const end = await killedAfter(server, last, (work) => collectNow(work, at))
    expect(await collect(server, at.companyId, at.invoiceId)).toEqual({ is: 'paid' })
    expect(await chargedTo(server, people.companyId)).toEqual([1150])
    expect(await invoices(people.owner)).toMatchObject([{ status: 'paid' }])
    if (end === 'done') {
      expect(last).toBeGreaterThanOrEqual(6)
      break
    }
  }
})

test('a company erased with an open invoice leaves the invoice', async () => {
  const people = await server.newCompany()
  const invoiceId = await owing(server, people)
  await inCompany(server, people.companyId, (tx) => tx.sql`delete from companies where id = ${people.companyId}`)
  expect(await collect(server, people.companyId, invoiceId)).toMatchObject({ is: 'refused' })
  expect(await inCompany(server, people.companyId, (tx) => tx.sql`select status from invoices`)).toEqual([{ status: 'open' }])
})
