// A company's account with the provider, from activation to deletion. The sandbox posts over HTTP, like a real one.
import { companyCalls } from '@bordee/core/companies/companies.calls.ts'
import { paymentAccountCalls } from '@bordee/core/payments/accounts.calls.ts'
import { paymentHookCalls } from '@bordee/core/payments/hooks.calls.ts'
import { sandboxCalls } from '@bordee/core/payments/sandbox.calls.ts'
import { describe, expect, test, vi } from 'vitest'
import { signatureHeader, signatureOf } from '../outside/payments/sandbox/events.ts'
import { openListeningServer } from '../testing/listening.ts'
import { type Caller, openTestServer, type People } from '../testing/server.ts'

const server = await openListeningServer()
const { activatePaymentAccount, getPaymentAccount, deletePaymentAccount, getOnboardingLink, getAccountSignInLink, getAccountSession } =
  paymentAccountCalls
const { getSandboxOnboarding, endSandboxOnboarding, getSandboxAccount } = sandboxCalls
const { hearPayments } = paymentHookCalls

const tokenIn = ({ url }: { url: string }) => url.split('/').at(-1) ?? ''

async function onboard(owner: Caller, outcome: 'complete' | 'incomplete' = 'complete') {
  await server.anyone(endSandboxOnboarding, { token: tokenIn(await owner(getOnboardingLink)), outcome })
}

const whenEnabled = (owner: Caller, chargesEnabled = true) =>
  vi.waitFor(async () => expect(await owner(getPaymentAccount)).toMatchObject({ chargesEnabled }), { timeout: 20_000, interval: 50 })

test('an owner activates the account, sets it up with the provider, and it works', async () => {
  const { owner } = await server.newCompany('Neiges du Nord')
  expect((await owner.raw(getPaymentAccount)).body).toBeNull()

  const made = await owner.raw(activatePaymentAccount)
  expect(made).toMatchObject({
    status: 201,
    body: { chargesEnabled: false, payoutsEnabled: false, disabledReason: 'requirements.past_due' },
  })
  const { id } = made.body as { id: string }
  expect(await owner.raw(activatePaymentAccount)).toMatchObject({ status: 409, body: { code: 'account-exists' } })
  expect(await owner(companyCalls.getCurrentCompany)).toMatchObject({ paymentAccountId: id })

  const link = await owner(getOnboardingLink)
  expect(await server.anyone(getSandboxOnboarding, { token: tokenIn(link) })).toMatchObject({
    companyName: 'Neiges du Nord',
    returnPath: '/dashboard/company/general',
    chargesEnabled: false,
  })
  await onboard(owner, 'incomplete')
  await onboard(owner)
  await whenEnabled(owner)
  expect(await owner(getPaymentAccount)).toEqual({ id, chargesEnabled: true, payoutsEnabled: true, disabledReason: null })

  await onboard(owner, 'incomplete')
  await whenEnabled(owner, false)
})

test('the account’s own page opens by its link and by a session, and by no other link', async () => {
  const { owner } = await server.newCompany()
  await owner(activatePaymentAccount)
  const token = tokenIn(await owner(getAccountSignInLink))
  const { clientSecret } = await owner(getAccountSession)
  for (const one of [token, clientSecret])
    expect(await server.anyone(getSandboxAccount, { token: one })).toMatchObject({ payoutsEnabled: false })
  for (const other of [tokenIn(await owner(getOnboardingLink)), `${token.slice(0, -4)}AAAA`, 'perime'])
    expect((await server.anyone.raw(getSandboxAccount, { token: other })).status).toBe(404)
})

test('the links’ alternative paths work too', async () => {
  const { owner } = await server.newCompany()
  await owner(activatePaymentAccount)
  for (const row of [getOnboardingLink, getAccountSignInLink])
    expect((await owner.raw({ ...row, path: row.also[0] ?? '' })).body).toEqual({ url: expect.stringContaining('/sandbox/') })
})

test('platform staff name the company; an owner gets their own only', async () => {
  const ours = await server.newCompany()
  const theirs = await server.newCompany()
  const { companyId } = theirs
  expect((await ours.owner.raw(activatePaymentAccount, { companyId })).status).toBe(404)
  const made = await ours.admin(activatePaymentAccount, { companyId })
  expect(await theirs.owner(getPaymentAccount, { companyId })).toEqual(made)
  expect(await ours.super_admin(getPaymentAccount, { companyId })).toEqual(made)
  expect((await ours.owner.raw(getPaymentAccount)).body).toBeNull()
  for (const row of [getPaymentAccount, getOnboardingLink, getAccountSignInLink, getAccountSession])
    expect((await ours.owner.raw(row, { companyId })).status).toBe(404)
  const { returnPath } = await server.anyone(getSandboxOnboarding, {
    token: tokenIn(await ours.admin(getOnboardingLink, { companyId })),
  })
  expect(returnPath).toBe(`/dashboard/companies/edit/${companyId}`)
})

test('platform staff delete the account on both sides; its company may open another', async () => {
  const { owner, admin, companyId } = await server.newCompany()
  const { id } = await owner(activatePaymentAccount)
  const link = tokenIn(await owner(getOnboardingLink))
  expect((await owner.raw(deletePaymentAccount)).status).toBe(403)
  expect(await admin.raw(deletePaymentAccount, { companyId })).toMatchObject({ status: 200, body: null })
  expect((await owner.raw(getPaymentAccount)).body).toBeNull()
  expect(await owner(companyCalls.getCurrentCompany)).toMatchObject({ paymentAccountId: null })
  expect(await server.sql('select from sandbox_accounts where id = $1', [id])).toEqual([])
  expect((await server.anyone.raw(getSandboxOnboarding, { token: link })).status).toBe(404)
  for (const row of [deletePaymentAccount, getOnboardingLink, getAccountSession])
    expect((await admin.raw(row, { companyId })).status).toBe(404)
  expect((await owner(activatePaymentAccount)).id).not.toBe(id)
})

test('two activations at once open one account', async () => {
  const { owner, admin }: People = await server.newCompany()
  const replies = await Promise.all([owner.raw(activatePaymentAccount), admin.raw(activatePaymentAccount)])
  expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409])
})

test('on a public server the sandbox accepts nothing', async () => {
  const open = await openTestServer({ PUBLIC_URL: 'https://bordee.exemple.ca' })
  const { owner } = await open.newCompany()
  expect(await owner.raw(activatePaymentAccount)).toMatchObject({ status: 409, body: { code: 'sandbox-closed' } })
  const forced = await openTestServer({ PUBLIC_URL: 'https://bordee.exemple.ca', DEMO: 'force' })
  expect((await (await forced.newCompany()).owner.raw(activatePaymentAccount)).status).toBe(201)
})

describe('an event that the provider posts', () => {
  const told = (id: string, accountId: string) =>
    JSON.stringify({ id, created: 1, type: 'account.updated', data: { object: { id: accountId } } })
  const post = (payload: string, signature: string) =>
    server.anyone.raw(hearPayments, {}, { payload, headers: { 'content-type': 'application/json', [signatureHeader]: signature } })
  const signed = (payload: string, at = new Date()) => signatureOf(server.secrets, payload, at)
  /** Changes the account at the provider, without news yet. */
  const enable = (id: string, isEnabled: boolean) =>
    server.sql('update sandbox_accounts set charges_enabled = $2 where id = $1', [id, isEnabled])

  test('without a good signature is refused', async () => {
    const { owner } = await server.newCompany()
    const { id } = await owner(activatePaymentAccount)
    await enable(id, true)
    const payload = told('evt_bad', id)
    const long = new Date(Date.now() - 600_000)
    for (const signature of ['', 'v1=', signed(`${payload} `), signed(payload, long), signed(payload).replace('v1=', 'v1=00')])
      expect((await post(payload, signature)).status).toBe(400)
    expect((await post('{', signed('{'))).status).toBe(400)
    expect(await owner(getPaymentAccount)).toMatchObject({ chargesEnabled: false })
  })

  test('counts once when repeated; late or out of order, the current state counts', async () => {
    const { owner } = await server.newCompany()
    const { id } = await owner(activatePaymentAccount)
    await enable(id, true)
    const [first, second] = [told('evt_first', id), told('evt_second', id)]
    expect((await post(second, signed(second))).status).toBe(200)
    await whenEnabled(owner)

    await enable(id, false)
    const jobs = () => server.sql(`select from pgboss.job where name = 'payments.follow-account' and data->>'accountId' = $1`, [id])
    const before = await jobs()
    expect((await post(second, signed(second))).status).toBe(200) // already heard
    expect(await jobs()).toHaveLength(before.length)
    expect((await post(first, signed(first))).status).toBe(200)
    await whenEnabled(owner, false)
  })

  test('of an unknown object or type has no effect', async () => {
    for (const payload of [told('evt_stranger', 'acct_stranger'), told('evt_other', 'x').replace('account.updated', 'balance.available')])
      expect((await post(payload, signed(payload))).status).toBe(200)
  })
})
