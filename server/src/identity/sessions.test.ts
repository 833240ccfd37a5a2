// How long a session lasts, and what ends it.
import { accountCalls } from '@bordee/core/accounts/accounts.calls.ts'
import { clientCalls } from '@bordee/core/clients/clients.calls.ts'
import { identityCalls, type Session } from '@bordee/core/identity/identity.calls.ts'
import { SignJWT } from 'jose'
import { expect, test, vi } from 'vitest'
import { newEmail, peopleOf } from '../testing/identity.ts'
import { testPassword } from '../testing/people.ts'
import { openTestServer } from '../testing/server.ts'
import { readToken } from './tokens.ts'

const server = await openTestServer()
const { someone } = peopleOf(server)
const { signIn, refreshToken, signOut, updatePassword, deleteUser } = identityCalls
const { getCurrentAccount, updateCurrentAccount } = accountCalls
const { listClients } = clientCalls
const wrong = { status: 401, body: { message: 'Courriel ou mot de passe invalide.', type: 'failure', code: 'wrong-password' } }

test('a session is renewed; parallel tabs get the same new token', async () => {
  const { email } = await someone()
  const first = (await server.anyone.raw(signIn, { email, password: testPassword })).cookie
  const tabs = await Promise.all(
    Array.from({ length: 6 }, () => server.anyone.raw(refreshToken, {}, { headers: { cookie: `bordee_session=${first}` } })),
  )
  expect(tabs.map((tab) => tab.status)).toEqual([200, 200, 200, 200, 200, 200])
  expect(new Set(tabs.map((tab) => tab.cookie)).size).toBe(1)
})

test('at an address that someone floods, a renewed session still has its own line', async () => {
  const known = vi.spyOn(server.gate, 'know')
  const { email, id } = await someone()
  const { cookie } = await server.anyone.raw(signIn, { email, password: testPassword })
  const { body } = await server.anyone.raw(refreshToken, {}, { headers: { cookie: `bordee_session=${cookie}` } })
  expect(known).toHaveBeenLastCalledWith(expect.anything(), id, (body as Session).token)
})

test('an old token used again after its renewal ends the whole session', async () => {
  const { email, id } = await someone()
  const { cookie: stolen, body } = await server.anyone.raw(signIn, { email, password: testPassword })
  const { cookie: current } = await server.anyone.raw(refreshToken, {}, { headers: { cookie: `bordee_session=${stolen}` } })
  await server.sql(`update sessions set rotated_at = now() - interval '31 seconds' where account_id = $1`, [id])

  expect((await server.anyone.raw(refreshToken, {}, { headers: { cookie: `bordee_session=${stolen}` } })).status).toBe(401)

  expect((await server.anyone.raw(refreshToken, {}, { headers: { cookie: `bordee_session=${current}` } })).status).toBe(401)
  const headers = { authorization: `Bearer ${(body as Session).token}` }
  expect((await server.anyone.raw(getCurrentAccount, {}, { headers })).status).toBe(401)
})

test('a token two renewals old is also recognised', async () => {
  const { email, id } = await someone()
  let cookie = (await server.anyone.raw(signIn, { email, password: testPassword })).cookie
  const oldest = cookie
  for (let index = 0; index < 3; index++)
    cookie = (await server.anyone.raw(refreshToken, {}, { headers: { cookie: `bordee_session=${cookie}` } })).cookie
  expect((await server.anyone.raw(refreshToken, {}, { headers: { cookie: `bordee_session=${oldest}` } })).status).toBe(401)
  expect(await server.sql('select from sessions where account_id = $1', [id])).toEqual([])
})

test('refresh tokens cannot be forged', async () => {
  const { email, id } = await someone()
  const { cookie = '' } = await server.anyone.raw(signIn, { email, password: testPassword })
  const [session, , signature] = cookie.split('.')
  for (const forged of [
    `${session}.1.${signature}`,
    `${session}.0.${'A'.repeat(43)}`,
    `${session}.0.`,
    'x',
    '',
    `${session}.-1.${signature}`,
  ]) {
    expect((await server.anyone.raw(refreshToken, {}, { headers: { cookie: `bordee_session=${forged}` } })).status).toBe(401)
  }
  expect(await server.sql('select from sessions where account_id = $1', [id])).toHaveLength(1)
})

test('tampered, expired and foreign identity tokens are refused', async () => {
  const { email } = await someone()
  const me = await server.signIn(email)
  const token = me.token ?? ''
  const claims = await readToken(server.secrets, token)
  const [head, , signature] = token.split('.')
  const payload = (extra: object) =>
    Buffer.from(JSON.stringify({ sub: claims?.accountId, sid: claims?.sessionId, exp: 4e9, ...extra })).toString('base64url')
  const sign = (key: Buffer, expiry: string) =>
    new SignJWT({ sid: claims?.sessionId })
      .setProtectedHeader({ alg: 'HS256' })
      .setSubject(claims?.accountId ?? '')
      .setExpirationTime(expiry)
      .sign(key)
  const none = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${payload({})}.`
  const bad = [
    `${head}.${payload({})}.${signature}`,
    none,
    await sign(Buffer.alloc(32), '1h'),
    await sign(server.secrets.key('identity-token'), '-1s'),
    `${token}x`,
    '',
  ]
  for (const one of bad)
    expect((await server.anyone.raw(getCurrentAccount, {}, { headers: { authorization: `Bearer ${one}` } })).status).toBe(401)
  expect((await me.raw(getCurrentAccount)).status).toBe(200)
})

test('an identity token has a single spelling: each variant of the same bytes would take up cache', async () => {
  const me = await server.signIn((await someone()).email)
  const [head, payload, signature = ''] = (me.token ?? '').split('.')
  const spelt = [
    `${signature.slice(0, 9)} ${signature.slice(9)}`,
    `${signature.slice(0, 9)}\t${signature.slice(9)}`,
    `${signature} `,
    `${signature}=`,
  ]
  // The last letter has two unused bits.
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  const last = letters.indexOf(signature.slice(-1))
  for (const bits of [1, 2, 3]) spelt.push(signature.slice(0, -1) + letters.charAt(last | bits))
  for (const one of spelt) {
    const headers = { authorization: `Bearer ${head}.${payload}.${one}` }
    expect((await server.anyone.raw(getCurrentAccount, {}, { headers })).status).toBe(401)
  }
  expect((await me.raw(getCurrentAccount)).status).toBe(200)
})

test('concurrent sign-ins of signed-in users do not wait for each other’s connections', async () => {
  const people = await Promise.all(Array.from({ length: 8 }, () => someone()))
  const signedIn = await Promise.all(people.map(async ({ email }) => ({ email, me: await server.signIn(email) })))

  const answers = await Promise.all(
    signedIn.flatMap(({ email, me }) => Array.from({ length: 3 }, () => me.raw(signIn, { email, password: testPassword }))),
  )

  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
}, 60_000)

test('a disabled account is signed out at once, and cannot sign in again', async () => {
  const { email, id } = await someone()
  const { cookie, body } = await server.anyone.raw(signIn, { email, password: testPassword })
  await server.sql('update accounts set disabled_at = now() where id = $1', [id])

  const headers = { authorization: `Bearer ${(body as Session).token}` }
  expect((await server.anyone.raw(getCurrentAccount, {}, { headers })).status).toBe(401)
  expect((await server.anyone.raw(refreshToken, {}, { headers: { cookie: `bordee_session=${cookie}` } })).status).toBe(401)
  expect(await server.anyone.raw(signIn, { email, password: testPassword })).toMatchObject({ status: 403, body: { code: 'user-disabled' } })
  expect(await server.anyone.raw(signIn, { email, password: 'a wrong one' })).toMatchObject(wrong)
})

test('signing out ends the session and its tokens', async () => {
  const { email } = await someone()
  const { cookie, body } = await server.anyone.raw(signIn, { email, password: testPassword })
  expect((await server.anyone.raw(signOut, {}, { headers: { cookie: `bordee_session=${cookie}` } })).status).toBe(200)
  expect((await server.anyone.raw(getCurrentAccount, {}, { headers: { authorization: `Bearer ${(body as Session).token}` } })).status).toBe(
    401,
  )
  expect((await server.anyone.raw(signOut)).status).toBe(200)
})

test('persistence: a cookie for 30 days, for the browser session, or none with the refresh token in the answer', async () => {
  const { email } = await someone()
  const opened = async (persistence: string) => {
    const answer = await server.anyone.raw(signIn, { email, password: testPassword, persistence })
    return { cookie: String(answer.headers['set-cookie'] ?? ''), ...(answer.body as Session) }
  }
  const local = await opened('local')
  expect(local.cookie).toMatch(/Max-Age=2592000; Path=\/api\/identity; HttpOnly; SameSite=Strict/)
  expect(local).not.toHaveProperty('refreshToken')
  expect((await opened('session')).cookie).not.toMatch(/Max-Age|Expires/)
  const none = await opened('none')
  expect(none.cookie).toMatch(/^bordee_session=; .*Expires=Thu, 01 Jan 1970/) // ends any earlier session
  const renewed = (await server.anyone.raw(refreshToken, { refreshToken: none.refreshToken })).body as Session
  expect(renewed).toMatchObject({ token: expect.any(String), refreshToken: expect.any(String) })
})

test('changing the password or e-mail, or deleting oneself, requires a recent sign-in', async () => {
  const { email, id } = await someone()
  const me = await server.signIn(email)
  const elsewhere = await server.signIn(email)
  await server.sql(`update sessions set signed_in_at = now() - interval '6 minutes' where account_id = $1`, [id])
  const refused = { status: 403, body: { code: 'requires-recent-login' } }
  expect(await me.raw(updatePassword, { password: 'un nouveau mot' })).toMatchObject(refused)
  expect(await me.raw(updateCurrentAccount, { account: { email: newEmail() } })).toMatchObject(refused)
  expect(await me.raw(deleteUser)).toMatchObject(refused)

  await server.sql('update sessions set signed_in_at = now() where account_id = $1', [id])
  expect(await me.raw(updatePassword, { password: 'court' })).toMatchObject({
    status: 422,
    body: { formErrors: { account: { password: expect.any(String) } } },
  })
  await me(updatePassword, { password: 'un nouveau mot' })
  expect((await elsewhere.raw(getCurrentAccount)).status).toBe(401)
  expect((await me.raw(getCurrentAccount)).status).toBe(200)
})

test('the last owner cannot leave their company', async () => {
  const company = await server.newCompany()
  expect(await company.owner.raw(deleteUser)).toMatchObject({
    status: 409,
    body: { type: 'warning', message: expect.stringContaining('seul propriétaire') },
  })
  await server.newAccount(newEmail(), { companyId: company.companyId, role: 'owner' })
  expect((await company.owner.raw(deleteUser)).status).toBe(200)
  expect((await company.owner.raw(getCurrentAccount)).status).toBe(401)
})

test('of two owners who leave concurrently, one stays', async () => {
  for (let round = 0; round < 4; round++) {
    const { companyId } = await server.newCompany()
    const [only] = await server.sql<{ id: string }>(
      'select id from accounts where current_company_id = $1 and platform_role is null limit 1',
      [companyId],
    )
    expect(only).toBeDefined()
    await server.work(async ({ tx }) => {
      await tx.scope({ companies: [companyId] })
      await tx.sql`delete from accesses where company_id = ${companyId} and role = 'owner'`
    })
    const owners = await Promise.all([1, 2].map(async () => server.signIn((await someone({ companyId, role: 'owner' })).email)))
    const answers = await Promise.all(owners.map((owner) => owner.raw(deleteUser)))
    expect(answers.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([200, 409])
  }
})

test('staff without a company start in one, which is audited; once it closes they are in none until they choose', async () => {
  for (let i = 0; i < 2; i++) await server.newCompany()
  const { id, email } = await someone()
  await server.sql(`update accounts set platform_role = 'admin' where id = $1`, [id])
  const { body } = await server.anyone.raw(signIn, { email, password: testPassword })
  const first = (body as Session).user.claims.companyId
  await server.signIn(email)
  const entries = () =>
    server.work(async ({ tx }) => {
      await tx.scope({ platform: true })
      return tx.sql`
        select company_id as "companyId" from audit_log where action = 'company-entered' and details->>'accountId' = ${id} order by id`
    })
  expect(await entries()).toEqual([{ companyId: first }])
  const staff = await server.signIn(email)
  await server.work(async ({ tx }) => {
    await tx.scope({ companies: [first ?? ''] })
    await tx.sql`update companies set is_active = false where id = ${first}`
  })
  // A tab that still shows the closed company is told, and nothing is read from or written into another one.
  const headers = { 'x-company': first ?? '' }
  expect(await staff.raw(listClients, {}, { headers })).toMatchObject({ status: 409, body: { code: 'company-changed' } })
  expect(await staff(getCurrentAccount)).toMatchObject({ role: 'admin', currentAccess: null })
  expect(await staff(listClients)).toEqual([])
  expect(await (await server.signIn(email))(getCurrentAccount)).toMatchObject({ currentAccess: null })
  expect(await entries()).toEqual([{ companyId: first }])

  const { companyId: other } = await server.newCompany()
  await staff(updateCurrentAccount, { account: { accesses: [{ companyId: other, isCurrent: true }] } })
  expect(await staff(getCurrentAccount)).toMatchObject({ currentAccess: { companyId: other } })
})
