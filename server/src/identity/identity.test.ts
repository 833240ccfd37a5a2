// Someone tries to get in who should not.
import { accountCalls } from '@bordee/core/accounts/accounts.calls.ts'
import { companyCalls } from '@bordee/core/companies/companies.calls.ts'
import { identityCalls, type Session } from '@bordee/core/identity/identity.calls.ts'
import { SignJWT } from 'jose'
import { expect, test } from 'vitest'
import { newAddress, openTestHouse, testPassword } from '../testing.ts'
import { solveCaptcha } from '../testing.captcha.ts'
import { issueCode } from './codes.ts'
import { hashOfNobody, hashPassword } from './passwords.ts'
import { addStaff } from './staff.ts'
import { readToken } from './tokens.ts'

const house = await openTestHouse()
const { signIn, refreshToken, signOut, signInWithToken, confirmResetCode, verifyResetCode, retrieveSignInLinkToken, updatePassword, confirmEmail, deleteUser } = identityCalls
const { getCurrentAccount, resetPassword, sendSignInLink, updateCurrentAccount } = accountCalls

let people = 0
const newEmail = () => `personne${++people}@exemple.ca`
const wrong = { status: 401, body: { message: 'Courriel ou mot de passe invalide.', type: 'failure', code: 'wrong-password' } }

async function someone(of: Parameters<typeof house.newAccount>[1] = {}) {
  const email = newEmail()
  const id = await house.newAccount(email, of)
  return { email, id }
}

/** A client's folder in a company, which is all that gives him access. */
async function folder(companyId: string, email: string) {
  await house.work(async ({ tx }) => {
    await tx.scope({ companies: [companyId] })
    await tx.sql`insert into clients (company_id, name, email) values (${companyId}, 'Folder', ${email})`
  })
}

async function linkFor(email: string, count = 1) {
  const captcha = await solveCaptcha(house)
  expect((await house.anyone.raw(sendSignInLink, { email }, { headers: { recaptcha: captcha } })).status).toBe(200)
  return (await house.letterTo(email, /lien de connexion/, count)).code
}

test('fifty parallel guesses get no further than five, and the right one among them does not get in', async () => {
  const { email } = await someone()
  const guesses = Array.from({ length: 50 }, (_, index) => (index === 49 ? testPassword : `guess ${index} of many`))
  const answers = await Promise.all(guesses.map((password) => house.anyone.raw(signIn, { email, password })))

  const checked = answers.filter((answer) => answer.status === 401 || answer.status === 200)
  expect(checked.length).toBeLessThanOrEqual(5)
  for (const answer of answers) {
    if (checked.includes(answer)) continue
    expect(answer).toMatchObject({ status: 422, body: { code: 'captcha-required', formErrors: { captcha: { token: 'Veuillez cocher cette case' } } } })
  }
})

test('after five failures the right password with the captcha still opens the door', async () => {
  const { email } = await someone()
  for (let index = 0; index < 6; index++) await house.anyone.raw(signIn, { email, password: 'a wrong one' })
  expect((await house.anyone.raw(signIn, { email, password: testPassword })).status).toBe(422)

  const recaptcha = await solveCaptcha(house)
  expect((await house.anyone.raw(signIn, { email, password: testPassword }, { headers: { recaptcha } })).status).toBe(200)
  expect((await house.anyone.raw(signIn, { email, password: testPassword })).status).toBe(200)
})

test('a captcha is good once, and a forged one never', async () => {
  const { email } = await someone()
  const recaptcha = await solveCaptcha(house)
  expect((await house.anyone.raw(sendSignInLink, { email }, { headers: { recaptcha } })).status).toBe(200)
  expect(await house.anyone.raw(sendSignInLink, { email }, { headers: { recaptcha } })).toMatchObject({ status: 422, body: { formErrors: { captcha: { token: expect.stringContaining('expiré') } } } })
  const forged = Buffer.from(JSON.stringify({ ...JSON.parse(Buffer.from(recaptcha, 'base64').toString()), solution: { counter: 1, derivedKey: '00' } })).toString('base64')
  for (const token of [forged, 'garbage', 'e30=']) {
    expect(await house.anyone.raw(sendSignInLink, { email }, { headers: { recaptcha: token } })).toMatchObject({ status: 422, body: { formErrors: { captcha: { token: expect.stringContaining('échoué') } } } })
  }
  expect(await house.anyone.raw(sendSignInLink, { email })).toMatchObject({ status: 422, body: { formErrors: { captcha: { token: 'Veuillez cocher cette case' } } } })
})

test('one address that tries many accounts is refused for a while', async () => {
  const address = newAddress()
  const answers = []
  for (let index = 0; index < 51; index++) answers.push(await house.anyone.raw(signIn, { email: `nobody${index}@exemple.ca`, password: 'x' }, { address }))
  expect(answers.at(49)).toMatchObject(wrong)
  expect(answers.at(50)).toMatchObject({ status: 429, body: { code: 'too-many-requests' }, headers: { 'retry-after': expect.any(String) } })
  const { email } = await someone()
  expect((await house.anyone.raw(signIn, { email, password: testPassword }, { address })).status).toBe(429)
})

test('a wrong password and an unknown e-mail look the same and cost the same', async () => {
  const { email } = await someone()
  const known = await house.anyone.raw(signIn, { email, password: 'a wrong one' })
  const unknown = await house.anyone.raw(signIn, { email: newEmail(), password: 'a wrong one' })
  expect(known).toMatchObject(wrong)
  expect(unknown.body).toEqual(known.body)
  // The dummy hash has the parameters of a real one, so that checking it takes as long.
  const parameters = (hash: string) => hash.split('$').slice(0, 4)
  expect(parameters(hashOfNobody)).toEqual(parameters(await hashPassword('anything')))
})

test('asking for a reset or a link tells nothing of whether the account exists', async () => {
  const { email } = await someone()
  const stranger = newEmail()
  const answers = await Promise.all([email, stranger].map((one) => house.anyone.raw(resetPassword, { email: one })))
  expect(answers.map(({ status, body }) => ({ status, body }))).toEqual([{ status: 200, body: null }, { status: 200, body: null }])
  await house.letterTo(email)
  expect(await house.sql('select from outbox where "to" = $1', [stranger])).toEqual([])
})

test('a session renews itself; parallel tabs get the same successor', async () => {
  const { email } = await someone()
  const first = (await house.anyone.raw(signIn, { email, password: testPassword })).cookie
  const tabs = await Promise.all(Array.from({ length: 6 }, () => house.anyone.raw(refreshToken, {}, { headers: { cookie: `bordee_session=${first}` } })))
  expect(tabs.map((tab) => tab.status)).toEqual([200, 200, 200, 200, 200, 200])
  expect(new Set(tabs.map((tab) => tab.cookie)).size).toBe(1)
})

test('a renewed token that comes back later ends the whole session', async () => {
  const { email, id } = await someone()
  const { cookie: stolen, body } = await house.anyone.raw(signIn, { email, password: testPassword })
  const { cookie: current } = await house.anyone.raw(refreshToken, {}, { headers: { cookie: `bordee_session=${stolen}` } })
  await house.sql(`update sessions set rotated_at = now() - interval '31 seconds' where account_id = $1`, [id])

  expect((await house.anyone.raw(refreshToken, {}, { headers: { cookie: `bordee_session=${stolen}` } })).status).toBe(401)

  expect((await house.anyone.raw(refreshToken, {}, { headers: { cookie: `bordee_session=${current}` } })).status).toBe(401)
  const headers = { authorization: `Bearer ${(body as Session).token}` }
  expect((await house.anyone.raw(getCurrentAccount, {}, { headers })).status).toBe(401)
})

test('a grandparent of the current token is recognised too', async () => {
  const { email, id } = await someone()
  let cookie = (await house.anyone.raw(signIn, { email, password: testPassword })).cookie
  const oldest = cookie
  for (let index = 0; index < 3; index++) cookie = (await house.anyone.raw(refreshToken, {}, { headers: { cookie: `bordee_session=${cookie}` } })).cookie
  expect((await house.anyone.raw(refreshToken, {}, { headers: { cookie: `bordee_session=${oldest}` } })).status).toBe(401)
  expect(await house.sql('select from sessions where account_id = $1', [id])).toEqual([])
})

test('refresh tokens cannot be made up', async () => {
  const { email, id } = await someone()
  const { cookie = '' } = await house.anyone.raw(signIn, { email, password: testPassword })
  const [session, , signature] = cookie.split('.')
  for (const forged of [`${session}.1.${signature}`, `${session}.0.${'A'.repeat(43)}`, `${session}.0.`, 'x', '', `${session}.-1.${signature}`]) {
    expect((await house.anyone.raw(refreshToken, {}, { headers: { cookie: `bordee_session=${forged}` } })).status).toBe(401)
  }
  expect(await house.sql('select from sessions where account_id = $1', [id])).toHaveLength(1)
})

test('tampered, expired and foreign identity tokens are refused', async () => {
  const { email } = await someone()
  const me = await house.signIn(email)
  const token = me.token ?? ''
  const claims = await readToken(house.secrets, token)
  const [head, , signature] = token.split('.')
  const payload = (extra: object) => Buffer.from(JSON.stringify({ sub: claims?.accountId, sid: claims?.sessionId, exp: 4e9, ...extra })).toString('base64url')
  const sign = (key: Buffer, expiry: string) =>
    new SignJWT({ sid: claims?.sessionId }).setProtectedHeader({ alg: 'HS256' }).setSubject(claims?.accountId ?? '').setExpirationTime(expiry).sign(key)
  const none = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${payload({})}.`
  const bad = [`${head}.${payload({})}.${signature}`, none, await sign(Buffer.alloc(32), '1h'), await sign(house.secrets.key('identity-token'), '-1s'), `${token}x`, '']
  for (const one of bad) expect((await house.anyone.raw(getCurrentAccount, {}, { headers: { authorization: `Bearer ${one}` } })).status).toBe(401)
  expect((await me.raw(getCurrentAccount)).status).toBe(200)
})

test('a disabled account is out at once, and cannot come back', async () => {
  const { email, id } = await someone()
  const { cookie, body } = await house.anyone.raw(signIn, { email, password: testPassword })
  await house.sql('update accounts set disabled_at = now() where id = $1', [id])

  const headers = { authorization: `Bearer ${(body as Session).token}` }
  expect((await house.anyone.raw(getCurrentAccount, {}, { headers })).status).toBe(401)
  expect((await house.anyone.raw(refreshToken, {}, { headers: { cookie: `bordee_session=${cookie}` } })).status).toBe(401)
  expect(await house.anyone.raw(signIn, { email, password: testPassword })).toMatchObject({ status: 403, body: { code: 'user-disabled' } })
  expect(await house.anyone.raw(signIn, { email, password: 'a wrong one' })).toMatchObject(wrong)
})

test('signing out ends the session and its tokens', async () => {
  const { email } = await someone()
  const { cookie, body } = await house.anyone.raw(signIn, { email, password: testPassword })
  expect((await house.anyone.raw(signOut, {}, { headers: { cookie: `bordee_session=${cookie}` } })).status).toBe(200)
  expect((await house.anyone.raw(getCurrentAccount, {}, { headers: { authorization: `Bearer ${(body as Session).token}` } })).status).toBe(401)
  expect((await house.anyone.raw(signOut)).status).toBe(200)
})

test('persistence: a cookie for 30 days, for the browser session, or none and the token once in the answer', async () => {
  const { email } = await someone()
  const opened = async (persistence: string) => {
    const answer = await house.anyone.raw(signIn, { email, password: testPassword, persistence })
    return { cookie: String(answer.headers['set-cookie'] ?? ''), ...(answer.body as Session) }
  }
  const local = await opened('local')
  expect(local.cookie).toMatch(/Max-Age=2592000; Path=\/api\/identity; HttpOnly; SameSite=Strict/)
  expect(local).not.toHaveProperty('refreshToken')
  expect((await opened('session')).cookie).not.toMatch(/Max-Age|Expires/)
  const none = await opened('none')
  expect(none.cookie).toMatch(/^bordee_session=; .*Expires=Thu, 01 Jan 1970/) // whoever was there before is gone
  const renewed = (await house.anyone.raw(refreshToken, { refreshToken: none.refreshToken })).body as Session
  expect(renewed).toMatchObject({ token: expect.any(String), refreshToken: expect.any(String) })
})

test('a reset code changes the password once, ends every session, and is void afterwards', async () => {
  const { email } = await someone()
  const before = await house.signIn(email)
  await house.anyone(resetPassword, { email })
  const { code } = await house.letterTo(email)
  expect(await house.anyone(verifyResetCode, { code })).toEqual({ email })
  expect(await house.anyone.raw(confirmResetCode, { code, password: 'court' })).toMatchObject({ status: 422, body: { code: 'weak-password', formErrors: { account: { password: 'Ce champ doit contenir 8 caractères minimums.' } } } })

  const answers = await Promise.all(Array.from({ length: 8 }, (_, index) => house.anyone.raw(confirmResetCode, { code, password: `un nouveau ${index}` })))

  expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1)
  for (const answer of answers.filter((one) => one.status !== 200)) expect(answer).toMatchObject({ status: 422, body: { code: 'invalid-action-code' } })
  expect((await before.raw(getCurrentAccount)).status).toBe(401)
  expect((await house.anyone.raw(signIn, { email, password: testPassword })).status).toBe(401)
  const winner = answers.findIndex((answer) => answer.status === 200)
  expect((await house.anyone.raw(signIn, { email, password: `un nouveau ${winner}` })).status).toBe(200)
})

test('a code that is missing, expired or unknown is said to be so', async () => {
  const { email } = await someone()
  await house.anyone(resetPassword, { email })
  const { code } = await house.letterTo(email)
  await house.sql(`update codes set expires_at = now() - interval '1 second' where email = $1`, [email])
  expect(await house.anyone.raw(verifyResetCode, { code })).toMatchObject({ status: 422, body: { code: 'expired-action-code' } })
  expect(await house.anyone.raw(verifyResetCode, { code: 'unknown' })).toMatchObject({ status: 422, body: { code: 'invalid-action-code' } })
  expect(await house.anyone.raw(verifyResetCode)).toMatchObject({ status: 422, body: { code: 'missing-action-code' } })
})

test('of many who follow one sign-in link at once, one gets in', async () => {
  const { companyId } = await house.newCompany()
  const email = newEmail()
  await folder(companyId, email)
  const code = await linkFor(email)

  const answers = await Promise.all(Array.from({ length: 8 }, () => house.anyone.raw(retrieveSignInLinkToken, { email, code })))

  const won = answers.filter((answer) => answer.status === 200)
  expect(won).toHaveLength(1)
  const { token } = won[0]?.body as { token: string }
  const entries = await Promise.all(Array.from({ length: 4 }, () => house.anyone.raw(signInWithToken, { token })))
  expect(entries.filter((entry) => entry.status === 200)).toHaveLength(1)
  expect(entries.filter((entry) => entry.status === 401)).toHaveLength(3)
})

test('a link belongs to its e-mail', async () => {
  const { companyId } = await house.newCompany()
  const email = newEmail()
  await folder(companyId, email)
  const code = await linkFor(email)
  expect(await house.anyone.raw(retrieveSignInLinkToken, { email: newEmail(), code })).toMatchObject({ status: 422, body: { code: 'invalid-action-code' } })
  expect((await house.anyone.raw(retrieveSignInLinkToken, { email, code })).status).toBe(200)
})

test('a link opens a client session only, even for an owner', async () => {
  const company = await house.newCompany()
  const { email } = await someone({ companyId: company.companyId, role: 'owner' })
  await folder(company.companyId, email)
  const code = await linkFor(email)
  const { token } = await house.anyone(retrieveSignInLinkToken, { email, code })
  const session = await house.anyone(signInWithToken, { token })
  expect(session.user.claims.role).toBe('client')

  const headers = { authorization: `Bearer ${session.token}` }
  const account = await house.anyone.raw(getCurrentAccount, {}, { headers })
  expect(account.body).toMatchObject({ role: 'client', accesses: [{ role: 'client' }], currentAccess: { role: 'client' } })
  expect((await house.anyone.raw(accountCalls.listAccounts, {}, { headers })).status).toBe(403)
  // Nor can it be made into more: neither by a new password, nor a new e-mail, nor by switching.
  expect(await house.anyone.raw(updatePassword, { password: 'un nouveau mot' }, { headers })).toMatchObject({ status: 403, body: { code: 'requires-recent-login' } })
  expect(await house.anyone.raw(updateCurrentAccount, { account: { email: newEmail() } }, { headers })).toMatchObject({ status: 403, body: { code: 'requires-recent-login' } })
  expect((await house.anyone.raw(deleteUser, {}, { headers })).status).toBe(403)
  const other = await house.newCompany()
  expect((await house.anyone.raw(updateCurrentAccount, { account: { accesses: [{ companyId: other.companyId, isCurrent: true }] } }, { headers })).status).toBe(404)
})

test('a super administrator who follows a client link is a client, or nobody', async () => {
  const company = await house.newCompany()
  const { email } = await someone({ role: 'super_admin' })
  await folder(company.companyId, email)
  const { token } = await house.anyone(retrieveSignInLinkToken, { email, code: await linkFor(email) })
  expect((await house.anyone(signInWithToken, { token })).user.claims).toEqual({ role: 'client', companyId: company.companyId })
})

test('client accesses follow the folders, in every active company', async () => {
  const [first, second] = [await house.newCompany(), await house.newCompany()]
  const { email } = await someone()
  await folder(first.companyId, email)
  await folder(second.companyId, email)
  const companiesOf = async () => {
    const account = await (await house.signIn(email))(getCurrentAccount)
    return account.accesses.map((access) => access.companyId).toSorted()
  }
  expect(await companiesOf()).toEqual([first.companyId, second.companyId].toSorted())
  await house.work(async ({ tx }) => {
    await tx.scope({ companies: [first.companyId, second.companyId] })
    await tx.sql`delete from clients where company_id = ${first.companyId} and email = ${email}`
    await tx.sql`update companies set archived_at = now() where id = ${second.companyId}`
  })
  expect(await companiesOf()).toEqual([])
})

test('an unproven e-mail gives no access to anyone’s folders', async () => {
  const { companyId } = await house.newCompany()
  const { email } = await someone({ verified: false })
  await folder(companyId, email)
  const account = await (await house.signIn(email))(getCurrentAccount)
  expect(account.accesses).toEqual([])
})

test('the first proof of an e-mail voids the password that someone else had set', async () => {
  const { companyId } = await house.newCompany()
  const { email } = await someone({ verified: false })
  await folder(companyId, email)
  const intruder = await house.signIn(email)

  await house.anyone(retrieveSignInLinkToken, { email, code: await linkFor(email) })

  expect((await intruder.raw(getCurrentAccount)).status).toBe(401)
  expect((await house.anyone.raw(signIn, { email, password: testPassword })).status).toBe(401)
})

test('confirming the address one registered with keeps the password; one that an admin had set is void', async () => {
  for (const byOther of [false, true]) {
    const { email, id } = await someone({ verified: false, byOther })
    const code = await house.work((work) => issueCode(work, { kind: 'email', email, accountId: id }))
    expect(await house.anyone(confirmEmail, { code })).toEqual({ email })
    expect((await house.anyone.raw(signIn, { email, password: testPassword })).status).toBe(byOther ? 401 : 200)
  }
})

test('a new password, a new e-mail and deleting oneself ask for a recent sign-in', async () => {
  const { email, id } = await someone()
  const me = await house.signIn(email)
  const elsewhere = await house.signIn(email)
  await house.sql(`update sessions set signed_in_at = now() - interval '6 minutes' where account_id = $1`, [id])
  const refused = { status: 403, body: { code: 'requires-recent-login' } }
  expect(await me.raw(updatePassword, { password: 'un nouveau mot' })).toMatchObject(refused)
  expect(await me.raw(updateCurrentAccount, { account: { email: newEmail() } })).toMatchObject(refused)
  expect(await me.raw(deleteUser)).toMatchObject(refused)

  await house.sql('update sessions set signed_in_at = now() where account_id = $1', [id])
  expect(await me.raw(updatePassword, { password: 'court' })).toMatchObject({ status: 422, body: { formErrors: { account: { password: expect.any(String) } } } })
  await me(updatePassword, { password: 'un nouveau mot' })
  expect((await elsewhere.raw(getCurrentAccount)).status).toBe(401)
  expect((await me.raw(getCurrentAccount)).status).toBe(200)
})

test('a new e-mail counts once its link was followed, and is told to the old address', async () => {
  const { email } = await someone()
  const next = newEmail()
  const me = await house.signIn(email)
  expect(await me(updateCurrentAccount, { account: { email: next } })).toMatchObject({ email })
  const { code, text } = await house.letterTo(next)
  expect(text).toContain(email)
  await house.anyone(confirmEmail, { code })
  expect((await house.anyone.raw(signIn, { email, password: testPassword })).status).toBe(401)
  expect((await house.anyone.raw(signIn, { email: next, password: testPassword })).status).toBe(200)
  expect((await house.letterTo(email, /a changé/)).subject).toBe('Le courriel de votre compte a changé')
})

test('a new e-mail that someone took meanwhile is refused', async () => {
  const { email } = await someone()
  const next = newEmail()
  const me = await house.signIn(email)
  await me(updateCurrentAccount, { account: { email: next } })
  const { code } = await house.letterTo(next)
  await house.newAccount(next)
  expect(await house.anyone.raw(confirmEmail, { code })).toMatchObject({ status: 422, body: { formErrors: { account: { email: 'Ce courriel est déjà utilisé.' } } } })
  expect(await me.raw(updateCurrentAccount, { account: { email: next } })).toMatchObject({ status: 422 })
})

test('the last owner cannot leave his company alone', async () => {
  const company = await house.newCompany()
  expect(await company.owner.raw(deleteUser)).toMatchObject({ status: 409, body: { type: 'warning', message: expect.stringContaining('seul propriétaire') } })
  await house.newAccount(newEmail(), { companyId: company.companyId, role: 'owner' })
  expect((await company.owner.raw(deleteUser)).status).toBe(200)
  expect((await company.owner.raw(getCurrentAccount)).status).toBe(401)
})

test('registering with an e-mail that exists changes nothing of its account', async () => {
  const { email } = await someone()
  const answer = await house.anyone.raw(companyCalls.registerCompany, {
    account: { firstName: 'A', lastName: 'B', email: email.toUpperCase(), password: 'un autre mot' },
    company: { name: 'Intruse', QEN: '1174829305', email, phone: '4185550142', street: 'rue Saint-Jean', city: 'Québec', zip: 'G1R1P8', location: { lat: 46.8, lng: -71.2 } },
  })
  expect(answer).toMatchObject({ status: 422, body: { formErrors: { account: { email: 'Ce courriel est déjà utilisé.' } } } })
  expect((await house.anyone.raw(signIn, { email, password: testPassword })).status).toBe(200)
  expect((await house.anyone.raw(signIn, { email, password: 'un autre mot' })).status).toBe(401)
  expect(await house.work(async ({ tx }) => (await tx.scope({ platform: true }), tx.sql`select from companies where name = 'Intruse'`))).toEqual([])
})

test('codes and letters never rest in clear', async () => {
  const { email } = await someone()
  await house.anyone(resetPassword, { email })
  const { code } = await house.letterTo(email)
  const [{ text = '' } = {}] = await house.sql<{ text: string }>(`select string_agg(j::text, ' ') as text from pgboss.job j where name = 'mail.send'`)
  expect(text).not.toContain(code)
  expect(text).not.toContain(email)
  expect(await house.sql('select from codes where hash = $1', [Buffer.from(code)])).toEqual([])
})

test('demo accounts are closed on a public server', async () => {
  const near = await openTestHouse()
  const email = newEmail()
  const id = await near.newAccount(email)
  await near.sql('update accounts set is_demo = true where id = $1', [id])
  const me = await near.signIn(email)
  const open = await openTestHouse({ PUBLIC_URL: 'https://bordee.exemple.ca' }, near)
  expect(await open.anyone.raw(signIn, { email, password: testPassword })).toMatchObject({ status: 403, body: { code: 'user-disabled' } })
  expect((await open.anyone.raw(getCurrentAccount, {}, { headers: { authorization: `Bearer ${me.token}` } })).status).toBe(401)
  const forced = await openTestHouse({ PUBLIC_URL: 'https://bordee.exemple.ca', DEMO: 'force' }, near)
  expect((await forced.anyone.raw(signIn, { email, password: testPassword })).status).toBe(200)
})

/** Someone asks to take another address; the code lies in that mailbox. */
async function pendingEmailChange(email: string, next: string, password = testPassword) {
  const me = await house.signIn(email, password)
  await me(updateCurrentAccount, { account: { email: next } })
  return (await house.letterTo(next, /Confirmez/)).code
}

test.each(['a reset', 'a new password', 'the first proof', 'becoming staff'])('%s voids a change of e-mail that was pending', async (what) => {
  const company = await house.newCompany()
  const { email, id } = await someone({ verified: what !== 'the first proof' && what !== 'becoming staff' })
  const code = await pendingEmailChange(email, newEmail())
  if (what === 'a reset') {
    await house.anyone(resetPassword, { email })
    const letter = await house.letterTo(email, /nouveau mot de passe/)
    await house.anyone(confirmResetCode, { code: letter.code, password: 'un nouveau mot' })
  } else if (what === 'a new password') await (await house.signIn(email))(updatePassword, { password: 'un nouveau mot' })
  else if (what === 'the first proof') {
    await folder(company.companyId, email)
    await house.anyone(retrieveSignInLinkToken, { email, code: await linkFor(email) })
  } else await house.work((work) => addStaff(work, email))

  expect(await house.anyone.raw(confirmEmail, { code })).toMatchObject({ status: 422, body: { code: 'invalid-action-code' } })
  expect(await house.sql('select email from accounts where id = $1', [id])).toEqual([{ email }])
})

test('an older confirmation does not bring an old address back', async () => {
  const { email, id } = await someone()
  const first = await house.work((work) => issueCode(work, { kind: 'email', email, accountId: id }))
  const next = newEmail()
  await house.anyone(confirmEmail, { code: await pendingEmailChange(email, next) })
  expect((await house.anyone.raw(confirmEmail, { code: first })).status).toBe(422)
})

test('signed in to another account, one does not give one’s address to whoever typed it into his', async () => {
  const [attacker, victim] = [await someone(), await someone()]
  const address = newEmail()
  const code = await pendingEmailChange(attacker.email, address)
  const me = await house.signIn(victim.email)
  expect(await me.raw(confirmEmail, { code })).toMatchObject({ status: 403, body: { code: 'other-account' } })
  expect((await house.anyone.raw(confirmEmail, { code })).status).toBe(200)
})

test('a reset code is good for the address it was sent to', async () => {
  const { email, id } = await someone()
  const code = await house.work((work) => issueCode(work, { kind: 'reset', email, accountId: id }))
  await house.sql('update accounts set email = $2 where id = $1', [id, newEmail()])
  expect((await house.anyone.raw(confirmResetCode, { code, password: 'un nouveau mot' })).status).toBe(404)
})

test('of two owners who leave at once, one stays', async () => {
  for (let round = 0; round < 4; round++) {
    const { companyId } = await house.newCompany()
    const [only] = await house.sql<{ id: string }>('select id from accounts where current_company_id = $1 and platform_role is null limit 1', [companyId])
    expect(only).toBeDefined()
    await house.work(async ({ tx }) => {
      await tx.scope({ companies: [companyId] })
      await tx.sql`delete from accesses where company_id = ${companyId} and role = 'owner'`
    })
    const owners = await Promise.all([1, 2].map(async () => house.signIn((await someone({ companyId, role: 'owner' })).email)))
    const answers = await Promise.all(owners.map((owner) => owner.raw(deleteUser)))
    expect(answers.map((answer) => answer.status).toSorted()).toEqual([200, 409])
  }
})

test('what a link’s session does leaves the password’s sessions alone', async () => {
  const [one, two] = [await house.newCompany(), await house.newCompany()]
  const { email } = await someone({ companyId: one.companyId, role: 'owner' })
  await folder(one.companyId, email)
  await folder(two.companyId, email)
  const atWork = await house.signIn(email)
  const { token } = await house.anyone(retrieveSignInLinkToken, { email, code: await linkFor(email) })
  const headers = { authorization: `Bearer ${(await house.anyone(signInWithToken, { token })).token}` }

  const switched = await house.anyone.raw(updateCurrentAccount, { account: { accesses: [{ companyId: two.companyId, isCurrent: true }] } }, { headers })
  expect(switched.body).toMatchObject({ role: 'client', currentAccess: { companyId: two.companyId } })
  expect((await house.anyone.raw(updateCurrentAccount, { account: { firstName: 'Pirate' } }, { headers })).status).toBe(403)

  expect(await atWork(getCurrentAccount)).toMatchObject({ role: 'owner', firstName: 'Prénom', currentAccess: { companyId: one.companyId } })
})

test('a client whose folder is gone is no client any more at the next renewal', async () => {
  const { companyId } = await house.newCompany()
  const { email } = await someone()
  await folder(companyId, email)
  const { cookie } = await house.anyone.raw(signIn, { email, password: testPassword })
  await house.work(async ({ tx }) => {
    await tx.scope({ companies: [companyId] })
    await tx.sql`delete from clients where email = ${email}`
  })
  const renewed = await house.anyone.raw(refreshToken, {}, { headers: { cookie: `bordee_session=${cookie}` } })
  expect(renewed.body).toMatchObject({ user: { claims: { role: null, companyId: null } } })
})

test('whoever asks who has an account by changing his own e-mail is stopped', async () => {
  const [me, other] = [await house.signIn((await someone()).email), await someone()]
  const answers = []
  for (let index = 0; index < 11; index++) answers.push((await me.raw(updateCurrentAccount, { account: { email: other.email } })).status)
  expect(answers).toEqual([...Array.from({ length: 10 }, () => 422), 429])
})

test('another site cannot sign a visitor in, nor does a password count in an address', async () => {
  const { email } = await someone()
  const send = (options: object) => house.app.inject({ method: 'POST', url: '/api/identity/sign-in', remoteAddress: newAddress(), payload: { email, password: testPassword }, ...options })
  expect((await send({ headers: { 'sec-fetch-site': 'cross-site' } })).statusCode).toBe(403)
  expect((await send({ headers: { 'content-type': 'text/plain' }, payload: JSON.stringify({ email, password: testPassword }) })).statusCode).toBe(415)
  expect((await send({ url: `/api/identity/sign-in?email=${email}&password=${testPassword}`, payload: {} })).statusCode).toBe(422)
  expect((await send({ headers: { 'sec-fetch-site': 'same-origin' } })).statusCode).toBe(200)
})

test('every message under a field is French', async () => {
  const answer = await house.anyone.raw(signIn, { email: 12 })
  expect(JSON.stringify(answer.body)).not.toMatch(/Invalid|expected|received|Required/)
  expect(await house.anyone.raw(confirmResetCode, { code: 'x' })).toMatchObject({ status: 422, body: { code: 'weak-password', formErrors: { account: { password: 'Ce champ est requis.' } } } })
  expect((await house.anyone.raw(signOut, { refreshToken: 12 })).status).toBe(200)
})
