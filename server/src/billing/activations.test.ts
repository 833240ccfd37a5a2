// Activating alerts: charged once, outside any transaction, and active once paid.
import { alertCalls } from '@bordee/core/alerts/alerts.calls.ts'
import { bankCalls } from '@bordee/core/bank/bank.calls.ts'
import { companyCalls } from '@bordee/core/companies/companies.calls.ts'
import { sandboxCalls } from '@bordee/core/payments/sandbox.calls.ts'
import { expect, test } from 'vitest'
import { chargedTo, collect, invoices, ownerEmail, saveCard } from '../testing/billing.ts'
import { declining, savedByForm, secured, visa } from '../testing/cards.ts'
import { openListeningServer } from '../testing/listening.ts'
import { type Caller, inCompany } from '../testing/server.ts'
import { soon } from '../testing/soon.ts'

const server = await openListeningServer()
const { activateAlerts } = alertCalls
const isOn = async (owner: Caller) => (await owner(companyCalls.getCurrentCompany)).alertConfig.isActive
const confirm = (clientSecret: string, isConfirmed = true) =>
  server.anyone(sandboxCalls.answerSandboxConfirmation, { clientSecret, isConfirmed })

async function askedToConfirm(owner: Caller, paymentMethodId?: string): Promise<string> {
  const answer = await owner(activateAlerts, { paymentMethodId: paymentMethodId ?? null })
  expect(answer).toEqual({
    status: 'action',
    clientSecret: expect.stringMatching(/_secret_/),
    provider: 'embedded',
    paymentMethodId: expect.any(String),
  })
  return 'clientSecret' in answer ? answer.clientSecret : ''
}

test('activation costs 200 $ and taxes, once, with an invoice', async () => {
  const { owner, companyId } = await server.newCompany()
  expect(await owner.raw(activateAlerts)).toMatchObject({ status: 422, body: { message: expect.stringMatching(/carte/) } })
  await saveCard(owner)
  const both = await Promise.all([owner.raw(activateAlerts), owner.raw(activateAlerts)])
  expect(both.map(({ status }) => status)).toContain(200)
  for (const { status } of both) expect([200, 409]).toContain(status)
  expect(await chargedTo(server, companyId)).toEqual([22_995])
  expect(await isOn(owner)).toBe(true)
  expect(await owner(bankCalls.getBankTotal)).toEqual({ amount: 0, expiredAmount: 0 })
  expect(await invoices(owner)).toMatchObject([
    { purpose: 'activation', status: 'paid', total: 22_995, invoice_number: expect.stringMatching(/^F-/) },
  ])
  expect((await owner.raw(activateAlerts)).status).toBe(409)
  const email = await ownerEmail(server, companyId)
  expect((await server.letterTo(email, /^Reçu/)).text).toMatch(/229,95\s\$ par carte[\s\S]*Activation du module d’alertes/)
  expect(await server.sql(`select from outbox where "to" = $1 and subject like 'Reçu%'`, [email])).toHaveLength(1)
})

test('in Ontario the tax is Ontario’s', async () => {
  const { owner, companyId } = await server.newCompany()
  await inCompany(server, companyId, (tx) => tx.sql`update companies set state = 'ON' where id = ${companyId}`)
  await saveCard(owner)
  await owner(activateAlerts)
  expect(await chargedTo(server, companyId)).toEqual([22_600])
})

test('a refused card leaves the module off, with the bank’s own words; the invoice is annulled', async () => {
  const { owner, companyId } = await server.newCompany()
  const bad = await saveCard(owner, declining)
  expect(await owner.raw(activateAlerts, { paymentMethodId: bad.id })).toMatchObject({
    status: 422,
    body: { message: 'La carte a été refusée par la banque.', type: 'failure', code: 'card-refused' },
  })
  expect(await invoices(owner)).toMatchObject([{ status: 'void' }])
  const next = await server.newCompany()
  const theirs = await saveCard(next.owner)
  expect((await owner.raw(activateAlerts, { paymentMethodId: theirs.id })).status).toBe(404)
  expect(await isOn(owner)).toBe(false)

  const good = await saveCard(owner)
  expect(await owner(activateAlerts, { paymentMethodId: good.id })).toMatchObject({ type: 'success' })
  expect(await chargedTo(server, companyId)).toEqual([22_995])
})

test('the bank asks for a confirmation: the module is on once it is given', async () => {
  const { owner, companyId } = await server.newCompany()
  await savedByForm(server, owner, secured.number)
  const clientSecret = await askedToConfirm(owner)
  expect(await askedToConfirm(owner)).toBe(clientSecret)
  expect(await isOn(owner)).toBe(false)
  expect(await server.anyone(sandboxCalls.getSandboxConfirmation, { clientSecret })).toMatchObject({ total: 22_995, status: 'open' })

  expect(await confirm(clientSecret)).toEqual({ status: 'paid' })
  expect(await confirm(clientSecret)).toEqual({ status: 'paid' })
  await soon(async () => expect(await isOn(owner)).toBe(true))
  expect(await chargedTo(server, companyId)).toEqual([22_995])
})

test('a confirmation that the bank refuses is a refusal; another card pays', async () => {
  const { owner, companyId } = await server.newCompany()
  await savedByForm(server, owner, secured.number)
  const clientSecret = await askedToConfirm(owner)
  expect(await confirm(clientSecret, false)).toEqual({ status: 'refused' })
  expect(await owner.raw(activateAlerts)).toMatchObject({ status: 422, body: { message: expect.stringMatching(/confirmé/) } })
  expect(await isOn(owner)).toBe(false)
  const good = await saveCard(owner, visa)
  await owner(activateAlerts, { paymentMethodId: good.id })
  expect(await chargedTo(server, companyId)).toEqual([22_995])
})

test('while one card waits for its bank, another may pay: only one is charged', async () => {
  const { owner, companyId } = await server.newCompany()
  await savedByForm(server, owner, secured.number)
  const clientSecret = await askedToConfirm(owner)
  const good = await saveCard(owner)
  expect(await owner(activateAlerts, { paymentMethodId: good.id })).toMatchObject({ type: 'success' })
  expect(await confirm(clientSecret)).toEqual({ status: 'paid' }) // already paid
  expect(await chargedTo(server, companyId)).toEqual([22_995])
})

test.each([
  ['abandoned, it is annulled after an hour', false],
  ['confirmed a moment before that, it counts', true],
])('%s', async (_, isConfirmed) => {
  const { owner, companyId } = await server.newCompany()
  await savedByForm(server, owner, secured.number)
  const clientSecret = await askedToConfirm(owner)
  const [invoice] = await invoices(owner)
  expect(await collect(server, companyId, invoice?.id ?? '')).toMatchObject({ is: 'action' })
  // The news is still on its way when the hour is over.
  if (isConfirmed) await server.sql(`update sandbox_invoices set status = 'paid', paid_at = now() where key = $1`, [invoice?.id])
  await inCompany(server, companyId, (tx) => tx.sql`update invoices set created_at = created_at - interval '61 minutes'`)
  expect(await collect(server, companyId, invoice?.id ?? '')).toEqual({ is: isConfirmed ? 'paid' : 'annulled' })
  expect(await isOn(owner)).toBe(isConfirmed)
  const late = await server.anyone.raw(sandboxCalls.answerSandboxConfirmation, { clientSecret, isConfirmed: true })
  expect(late.status).toBe(isConfirmed ? 200 : 409)
})
