// Every way in besides the password, and who needs a second factor on a public server.
import { accountCalls } from '@bordee/core/accounts/accounts.calls.ts'
import { api } from '@bordee/core/api.ts'
import { type CallRow, pathNames } from '@bordee/core/call.ts'
import { identityCalls } from '@bordee/core/identity/identity.calls.ts'
import { secondFactorCalls } from '@bordee/core/identity/second-factor.calls.ts'
import type { Role } from '@bordee/core/roles.ts'
import { expect, test } from 'vitest'
import { solveEasyCaptcha } from '../testing/captcha.ts'
import { newEmail, peopleOf } from '../testing/identity.ts'
import { testPassword } from '../testing/people.ts'
import { holdTheClock, withFactor } from '../testing/second-factor.ts'
import { openTestServer } from '../testing/server.ts'
import { addStaff, resetFactorOf } from './staff.ts'

const server = await openTestServer()
// A public server whose letters can be read: either server may send them.
const open = await openTestServer({ PUBLIC_URL: 'https://bordee.exemple.ca', DEMO: 'force' }, server)
const { someone, folder, linkFor } = peopleOf(server)
const { signIn, signInWithToken, retrieveSignInLinkToken, confirmResetCode, confirmEmail, refreshToken } = identityCalls
const { getSecondFactor, beginSecondFactor, switchOffSecondFactor, renewRecoveryCodes, takeSecondStep } = secondFactorCalls
const { resetSecondFactor, updateCurrentAccount, getCurrentAccount, resetPassword } = accountCalls
holdTheClock()

const askedFor = { status: 401, body: { code: 'second-factor' } }
const required = { status: 403, body: { code: 'second-factor-required' } }

async function someoneWithFactor(role: Role = 'owner') {
  const company = await server.newCompany()
  const { email, id } = await someone({ companyId: company.companyId, role })
  const me = await server.signIn(email)
  return { company, email, id, me, ...(await withFactor(me)) }
}

test('resetting the password by e-mail opens no session and keeps the second step', async () => {
  const { email } = await someoneWithFactor()
  await server.anyone(resetPassword, { email })
  const { code } = await server.letterTo(email, /nouveau mot de passe/)
  const answer = await server.anyone.raw(confirmResetCode, { code, password: 'un nouveau mot' })
  expect(answer).toMatchObject({ status: 200, body: null })
  expect(answer.cookie).toBeUndefined()
  expect(await server.anyone.raw(signIn, { email, password: 'un nouveau mot' })).toMatchObject(askedFor)
})

test("an e-mailed link only opens the client portal, where the second step can't be changed", async () => {
  const { company, email, phone } = await someoneWithFactor()
  await folder(company.companyId, email)
  const { token } = await server.anyone(retrieveSignInLinkToken, { email, code: await linkFor(email) })
  const session = await server.anyone(signInWithToken, { token })
  expect(session.user.claims.role).toBe('client')
  const headers = { authorization: `Bearer ${session.token}` }
  const given = { password: testPassword, code: phone.next() }
  for (const row of [switchOffSecondFactor, renewRecoveryCodes, beginSecondFactor])
    expect((await server.anyone.raw(row, given, { headers })).status, row.name).toBe(403)
  expect((await server.anyone.raw(getSecondFactor, {}, { headers })).body).toMatchObject({ isOffered: false })
})

test('changing the e-mail keeps it', async () => {
  const { email, me } = await someoneWithFactor()
  const next = newEmail()
  await me(updateCurrentAccount, { account: { email: next } })
  const { code } = await server.letterTo(next, /Confirmez/)
  const answer = await me.raw(confirmEmail, { code })
  expect(answer).toMatchObject({ status: 200, body: { email: next } })
  expect(answer.cookie).toBeUndefined()
  expect(await server.anyone.raw(signIn, { email: next, password: testPassword })).toMatchObject(askedFor)
  expect((await server.anyone.raw(signIn, { email, password: testPassword })).status).toBe(401)
})

test('registering with its address opens nothing', async () => {
  const { email } = await someoneWithFactor()
  const answer = await server.anyone.raw(
    api.registerCompany,
    {
      account: { firstName: 'Zoé', lastName: 'Roy', email, password: testPassword },
      company: {
        name: 'Neige Roy',
        QEN: '1174829305',
        email,
        phone: '4185550142',
        street: 'rue Saint-Jean',
        city: 'Québec',
        zip: 'G1R 1P8',
        location: { lat: 46.8, lng: -71.2 },
      },
    },
    { headers: { recaptcha: await solveEasyCaptcha(server) } },
  )
  expect(answer.cookie).toBeUndefined()
  expect(answer.body).not.toHaveProperty('token')
  expect(await server.anyone.raw(signIn, { email, password: testPassword })).toMatchObject(askedFor)
})

test.each(['manager', 'employee', 'client'] as const)('%s may not have one', async (role) => {
  const { companyId } = await server.newCompany()
  const { email } = await someone({ companyId, role })
  const me = await server.signIn(email)
  expect(await me(getSecondFactor)).toMatchObject({ isOffered: false, isRequired: false })
  expect((await me.raw(beginSecondFactor)).status).toBe(403)
})

test('a former owner still takes the second step, and may turn it off', async () => {
  const { company, email, id, phone } = await someoneWithFactor()
  await server.work(async ({ tx }) => {
    await tx.scope({ companies: [company.companyId] })
    await tx.sql`update accesses set role = 'employee' where account_id = ${id}`
  })
  const ticket = (await server.anyone.raw(signIn, { email, password: testPassword })).body as { ticket: string }
  const { token } = await server.anyone(takeSecondStep, { ticket: ticket.ticket, code: phone.next() })
  const headers = { authorization: `Bearer ${token}` }
  expect((await server.anyone.raw(switchOffSecondFactor, { password: testPassword, code: phone.next() }, { headers })).status).toBe(200)
})

const rows = Object.values(api) as CallRow[]
const nowhere = '00000000-0000-7000-8000-000000000000'
const anyIds = (row: CallRow) => Object.fromEntries(pathNames(row.path).map((name) => [name, nowhere]))

test('on a public server, a super administrator without one can only set it up', async () => {
  const { email } = await someone({ role: 'super_admin' })
  await server.newCompany()
  const session = await open.anyone(signIn, { email, password: testPassword, persistence: 'none' })
  expect(session.user.lacksSecondFactor).toBe(true)
  const headers = { authorization: `Bearer ${session.token}` }
  const refused = rows.filter((row) => row.who !== 'anyone' && !row.withoutFactor)
  expect(refused.length).toBeGreaterThan(100)
  for (const row of refused) expect(await open.anyone.raw(row, anyIds(row), { headers }), row.name).toMatchObject(required)
  expect(rows.filter((row) => row.withoutFactor).map(({ name }) => name)).toEqual([
    'sendEmailVerification',
    'getSecondFactor',
    'beginSecondFactor',
    'confirmSecondFactor',
    'getCurrentAccount',
  ])

  const me = await open.signIn(email)
  expect(await me(getSecondFactor)).toMatchObject({ isRequired: true, isOn: false })
  const { phone } = await withFactor(me)
  expect((await me.raw(api.listCompanies)).status).toBe(200)
  expect(await me.raw(switchOffSecondFactor, { password: testPassword, code: phone.next() })).toMatchObject(required)
  // It was opened without a second factor.
  expect((await open.anyone.raw(refreshToken, { refreshToken: session.refreshToken })).status).toBe(401)
})

test('nobody else needs one, nor a super administrator on a private server, nor a demo account', async () => {
  for (const role of ['admin', 'owner'] as const) {
    const { companyId } = await server.newCompany()
    const { email } = await someone({ companyId, role })
    expect((await (await open.signIn(email)).raw(api.getCurrentCompany)).status, role).toBe(200)
  }
  const { email, id } = await someone({ role: 'super_admin' })
  expect((await (await server.signIn(email)).raw(api.listCompanies)).status).toBe(200)
  await server.sql('update accounts set is_demo = true where id = $1', [id])
  expect((await (await open.signIn(email)).raw(api.listCompanies)).status).toBe(200)
})

test('another super administrator can reset it; not their own, not in another company, and nobody with a lower role', async () => {
  const { company, email, id, me } = await someoneWithFactor()
  const { super_admin: helper, admin, owner } = company
  expect((await admin.raw(resetSecondFactor, { id })).status).toBe(403)
  expect((await owner.raw(resetSecondFactor, { id })).status).toBe(403)
  expect((await (await server.newCompany()).super_admin.raw(resetSecondFactor, { id })).status).toBe(404)
  await withFactor(helper)
  expect((await helper.raw(resetSecondFactor, { id: helper.accountId })).status).toBe(403)

  for (let times = 0; times < 6; times++) await server.anyone.raw(signIn, { email, password: testPassword, code: '000000' })
  expect((await server.sql('select from throttles where key like $1', [`second-factor:%${id}`])).length).toBeGreaterThan(0)
  await helper(resetSecondFactor, { id })
  expect(await server.sql('select from throttles where key like $1', [`second-factor:phone%${id}`])).toEqual([])
  await server.sql('delete from throttles where key = $1', [`sign-in:email:${email}`]) // so that no captcha is required
  expect((await me.raw(getCurrentAccount)).status).toBe(401)
  await server.letterTo(email, /réinitialisée/)
  await server.signIn(email)
  expect((await helper.raw(resetSecondFactor, { id })).status).toBe(409)
  const lines = await server.work(async ({ tx }) => {
    await tx.scope({ platform: true })
    return tx.sql`select account_id as by from audit_log where action = 'second-factor-reset' and details->>'accountId' = ${id}`
  })
  expect(lines).toEqual([{ by: helper.accountId }])
})

test('a command can reset it; adding the account as super administrator does not', async () => {
  const { email } = await someoneWithFactor('super_admin')
  const link = await server.work((work) => addStaff(work, email))
  await server.anyone(confirmResetCode, { code: new URL(link).searchParams.get('oobCode') ?? '', password: 'un nouveau mot' })
  expect(await server.anyone.raw(signIn, { email, password: 'un nouveau mot' })).toMatchObject(askedFor)
  expect(await server.work((work) => resetFactorOf(work, email))).toBe(true)
  expect(await server.work((work) => resetFactorOf(work, email))).toBe(false)
  expect(await server.work((work) => resetFactorOf(work, newEmail()))).toBe(false)
  await server.signIn(email, 'un nouveau mot')
})
