// The second step of signing in: who passes, who doesn't, and how many attempts there are.
import { accountCalls } from '@bordee/core/accounts/accounts.calls.ts'
import { identityCalls } from '@bordee/core/identity/identity.calls.ts'
import { secondFactorCalls } from '@bordee/core/identity/second-factor.calls.ts'
import type { ProblemBody } from '@bordee/core/problem.ts'
import { expect, test } from 'vitest'
import { peopleOf } from '../testing/identity.ts'
import { testPassword } from '../testing/people.ts'
import { factorsAt, holdTheClock, Phone, withFactor } from '../testing/second-factor.ts'
import { openTestServer, type TestServer } from '../testing/server.ts'

const server = await openTestServer()
const other = await openTestServer({}, server) // another process of the same installation
const { someone } = peopleOf(server)
const { ownerWithFactor, auditsOf } = factorsAt(server)
const { signIn, refreshToken, signOut } = identityCalls
const { takeSecondStep, getSecondFactor, beginSecondFactor, confirmSecondFactor, renewRecoveryCodes, switchOffSecondFactor } =
  secondFactorCalls
holdTheClock()

const wrongCode = { status: 422, body: { code: 'wrong-code', message: 'Ce code est invalide ou a déjà servi.' } }
const tooLate = { status: 401, body: { code: 'second-step-expired' } }
const tooMany = { status: 429, body: { code: 'too-many-requests' } }

async function ticketFor(email: string, at: TestServer = server): Promise<string> {
  const answer = await at.anyone.raw(signIn, { email, password: testPassword })
  expect(answer).toMatchObject({ status: 401, body: { code: 'second-factor', ticket: expect.any(String) } })
  return (answer.body as ProblemBody).ticket ?? ''
}

test('a correct password gives a ticket, which signs in with a code and does nothing without', async () => {
  const { email, phone } = await ownerWithFactor()
  const answer = await server.anyone.raw(signIn, { email, password: testPassword })
  expect(answer.cookie).toBeUndefined()
  expect(answer.body).not.toHaveProperty('token')
  const ticket = (answer.body as ProblemBody).ticket ?? ''

  const asToken = { headers: { authorization: `Bearer ${ticket}` } }
  expect((await server.anyone.raw(accountCalls.getCurrentAccount, {}, asToken)).status).toBe(401)
  expect((await server.anyone.raw(refreshToken, { refreshToken: ticket })).status).toBe(401)
  expect((await server.anyone.raw(identityCalls.signInWithToken, { token: ticket })).status).toBe(401)
  expect((await server.anyone.raw(identityCalls.confirmResetCode, { code: ticket, password: 'un nouveau mot' })).status).toBe(422)

  const entered = await server.anyone.raw(takeSecondStep, { ticket, code: phone.next() })
  expect(entered).toMatchObject({ status: 200, body: { user: { email, claims: { role: 'owner' } } }, cookie: expect.any(String) })
})

test('a wrong code is refused, and the right one still works with the same ticket', async () => {
  const { email, phone } = await ownerWithFactor()
  const ticket = await ticketFor(email)
  const right = phone.next()
  expect(await server.anyone.raw(takeSecondStep, { ticket, code: right === '000000' ? '000001' : '000000' })).toMatchObject(wrongCode)
  expect((await server.anyone.raw(takeSecondStep, { ticket, code: right })).status).toBe(200)
})

test('signing in again with the code also works', async () => {
  const { email, phone } = await ownerWithFactor()
  const code = phone.next()
  expect(await server.anyone.raw(signIn, { email, password: 'a wrong one', code })).toMatchObject({
    status: 401,
    body: { code: 'wrong-password' },
  })
  expect((await server.anyone.raw(signIn, { email, password: testPassword, code: `${code.slice(0, 3)} ${code.slice(3)}` })).status).toBe(
    200,
  )
  expect(await server.anyone.raw(signIn, { email, password: testPassword, code })).toMatchObject(wrongCode)
})

test('a code works once, and so does no earlier one after it', async () => {
  const { email, phone } = await ownerWithFactor()
  const code = phone.next()
  expect((await server.anyone.raw(takeSecondStep, { ticket: await ticketFor(email), code })).status).toBe(200)
  const ticket = await ticketFor(email)
  expect(await server.anyone.raw(takeSecondStep, { ticket, code })).toMatchObject(wrongCode)
  expect(await server.anyone.raw(takeSecondStep, { ticket, code: phone.of(-1) })).toMatchObject(wrongCode)
})

test('the code that turned it on does not sign in', async () => {
  const { email, phone } = await ownerWithFactor()
  expect(await server.anyone.raw(takeSecondStep, { ticket: await ticketFor(email), code: phone.now() })).toMatchObject(wrongCode)
})

test('of concurrent sign-ins with one code on two servers, one succeeds', async () => {
  const { email, phone } = await ownerWithFactor()
  const places = [server, other, server, other]
  const tickets = await Promise.all(places.map((at) => ticketFor(email, at)))
  const code = phone.next()
  const answers = await Promise.all(places.map((at, index) => at.anyone.raw(takeSecondStep, { ticket: tickets[index], code })))
  expect(answers.map(({ status }) => String(status)).toSorted()).toEqual(['200', '422', '422', '422'])
})

test.each([-1, 0, 1])('a phone whose clock is %d half-minutes off is accepted', async (off) => {
  const { email, phone } = await ownerWithFactor()
  phone.next()
  phone.next()
  expect((await server.anyone.raw(takeSecondStep, { ticket: await ticketFor(email), code: phone.of(off) })).status).toBe(200)
})

test.each([-2, 2])('one that is %d off is not', async (off) => {
  const { email, phone } = await ownerWithFactor()
  for (let times = 0; times < 3; times++) phone.next()
  expect(await server.anyone.raw(takeSecondStep, { ticket: await ticketFor(email), code: phone.of(off) })).toMatchObject(wrongCode)
})

test('of fifty concurrent codes on two servers at most five are checked; the right one is refused, and the holder told', async () => {
  const { email, phone } = await ownerWithFactor()
  const ticket = await ticketFor(email)
  const right = phone.next()
  const wrong = Array.from({ length: 49 }, (_, index) => String(100_000 + index)).filter(
    (code) => ![-1, 0, 1].map((off) => phone.of(off)).includes(code),
  )
  const answers = []
  for (const code of wrong.slice(0, 5)) answers.push(await server.anyone.raw(takeSecondStep, { ticket, code }))
  for (const answer of answers) expect(answer).toMatchObject(wrongCode)

  const late = await Promise.all(
    [...wrong.slice(5), right].map((code, index) => (index % 2 ? other : server).anyone.raw(takeSecondStep, { ticket, code })),
  )

  for (const answer of late) expect(answer).toMatchObject(tooMany)
  expect(await server.anyone.raw(signIn, { email, password: testPassword, code: right })).toMatchObject(tooMany)
  await server.letterTo(email, /Plusieurs codes invalides/)
})

test('someone who does not know the password uses up nobody’s attempts', async () => {
  const { email, phone } = await ownerWithFactor()
  for (let times = 0; times < 5; times++) await server.anyone.raw(signIn, { email, password: 'a wrong one', code: '000000' })
  await server.sql(`delete from throttles where key = $1`, [`sign-in:email:${email}`])
  expect((await server.anyone.raw(signIn, { email, password: testPassword, code: phone.next() })).status).toBe(200)
})

test("another's guesses do not block a recovery code, which works once", async () => {
  const { email, recoveryCodes, id } = await ownerWithFactor()
  const ticket = await ticketFor(email)
  for (let times = 0; times < 6; times++) await server.anyone.raw(takeSecondStep, { ticket, code: '000000' })
  const [code = '', next = ''] = recoveryCodes
  expect((await server.anyone.raw(takeSecondStep, { ticket, code: code.toUpperCase().replace('-', ' ') })).status).toBe(200)

  const again = await ticketFor(email)
  expect(await server.anyone.raw(takeSecondStep, { ticket: again, code })).toMatchObject(wrongCode)
  const both = await Promise.all([server, other].map((at) => at.anyone.raw(signIn, { email, password: testPassword, code: next })))
  expect(both.map(({ status }) => String(status)).toSorted()).toEqual(['200', '422'])
  expect((await auditsOf(id)).filter(({ action }) => action === 'recovery-code-used')).toHaveLength(2)
})

test('recovery codes allow for typing errors, within a limit', async () => {
  const { email, recoveryCodes } = await ownerWithFactor()
  const ticket = await ticketFor(email)
  for (let times = 0; times < 50; times++)
    expect(await server.anyone.raw(takeSecondStep, { ticket, code: 'aaaaa-aaaaa' })).toMatchObject(wrongCode)
  expect(await server.anyone.raw(takeSecondStep, { ticket, code: recoveryCodes[0] })).toMatchObject(tooMany)
})

test('a setup in progress ends with the sessions, and allows few attempts', async () => {
  const { companyId } = await server.newCompany()
  const { email, id } = await someone({ companyId, role: 'owner' })
  const me = await server.signIn(email)
  await me(beginSecondFactor)
  const tries = []
  for (let times = 0; times < 21; times++) tries.push(await me.raw(confirmSecondFactor, { code: 'not a code' }))
  expect(tries.slice(0, 20).every(({ status }) => status === 422)).toBe(true)
  expect(tries[20]).toMatchObject(tooMany)
  await server.anyone(accountCalls.resetPassword, { email })
  const { code } = await server.letterTo(email, /nouveau mot de passe/)
  await server.anyone(identityCalls.confirmResetCode, { code, password: 'un nouveau mot' })
  expect(await server.sql('select from second_factors where account_id = $1', [id])).toEqual([])
})

test('wrong passwords in one session do not use up the attempts of another', async () => {
  const { email, phone, me } = await ownerWithFactor()
  for (let times = 0; times < 21; times++) await me.raw(renewRecoveryCodes, { password: 'a wrong one', code: '000000' })
  expect(await me.raw(renewRecoveryCodes, { password: testPassword, code: phone.next() })).toMatchObject(tooMany)
  const { token } = await server.anyone(takeSecondStep, { ticket: await ticketFor(email), code: phone.next() })
  const headers = { authorization: `Bearer ${token}` }
  expect((await server.anyone.raw(renewRecoveryCodes, { password: testPassword, code: phone.next() }, { headers })).status).toBe(200)
})

test('a recovery code only works for its holder', async () => {
  const mine = await ownerWithFactor()
  const theirs = await ownerWithFactor()
  const ticket = await ticketFor(mine.email)
  expect(await server.anyone.raw(takeSecondStep, { ticket, code: theirs.recoveryCodes[0] })).toMatchObject(wrongCode)
  expect(await server.anyone.raw(takeSecondStep, { ticket, code: theirs.phone.next() })).toMatchObject(wrongCode)
})

test('a ticket works once, for five minutes, until the password changes', async () => {
  const { email, id, phone } = await ownerWithFactor()
  const ticket = await ticketFor(email)
  expect((await server.anyone.raw(takeSecondStep, { ticket, code: phone.next() })).status).toBe(200)
  expect(await server.anyone.raw(takeSecondStep, { ticket, code: phone.next() })).toMatchObject(tooLate)
  expect(await server.anyone.raw(takeSecondStep, { ticket: 'nonsense', code: phone.now() })).toMatchObject(tooLate)

  const old = await ticketFor(email)
  const [life] = await server.sql<{ left: number }>(
    `select extract(epoch from expires_at - created_at)::int as left
     from codes
     where account_id = $1 and kind = 'step' and used_at is null`,
    [id],
  )
  expect(life?.left).toBe(300)
  await server.sql(`update codes set expires_at = now() where account_id = $1 and kind = 'step'`, [id])
  expect(await server.anyone.raw(takeSecondStep, { ticket: old, code: phone.now() })).toMatchObject(tooLate)

  const before = await ticketFor(email)
  await server.anyone(accountCalls.resetPassword, { email })
  const { code } = await server.letterTo(email, /nouveau mot de passe/)
  await server.anyone(identityCalls.confirmResetCode, { code, password: 'un nouveau mot' })
  expect(await server.anyone.raw(takeSecondStep, { ticket: before, code: phone.now() })).toMatchObject(tooLate)
})

test('a link or a reset code is not a ticket', async () => {
  const { email, phone } = await ownerWithFactor()
  await server.anyone(accountCalls.resetPassword, { email })
  const { code: ticket } = await server.letterTo(email, /nouveau mot de passe/)
  expect(await server.anyone.raw(takeSecondStep, { ticket, code: phone.next() })).toMatchObject(tooLate)
})

test('turning it on ends sessions opened without it, keeps this one, and is audited', async () => {
  const { companyId } = await server.newCompany()
  const { email, id } = await someone({ companyId, role: 'owner' })
  const [before, me] = [await server.signIn(email), await server.signIn(email)]
  const { recoveryCodes, phone } = await withFactor(me)
  expect((await before.raw(getSecondFactor)).status).toBe(401)
  expect(await me(getSecondFactor)).toMatchObject({ isOn: true, isRequired: false, isOffered: true, recoveryCodesLeft: 10 })
  expect(new Set(recoveryCodes).size).toBe(10)
  await server.letterTo(email, /est activée/)
  expect(await me.raw(beginSecondFactor)).toMatchObject({ status: 409 })
  expect(await me.raw(confirmSecondFactor, { code: phone.next() })).toMatchObject({ status: 409 }) // no setup is in progress
  expect((await auditsOf(id)).map(({ action }) => action)).toContain('second-factor-on')
})

test('a setup takes effect only after its first correct code', async () => {
  const { companyId } = await server.newCompany()
  const { email } = await someone({ companyId, role: 'owner' })
  const me = await server.signIn(email)
  const first = await me(beginSecondFactor)
  const second = await me(beginSecondFactor)
  expect(second.secret).not.toBe(first.secret)
  expect(await me.raw(confirmSecondFactor, { code: new Phone(first.secret).now() })).toMatchObject({
    ...wrongCode,
    body: { formErrors: { factor: { code: expect.any(String) } } },
  })
  expect(await me(getSecondFactor)).toMatchObject({ isOn: false, recoveryCodesLeft: 0, since: null })
  expect((await server.anyone.raw(signIn, { email, password: testPassword })).status).toBe(200)
  await me(confirmSecondFactor, { code: new Phone(second.secret).now() })
  await ticketFor(email)
})

test('new recovery codes replace the old ones, and require password and code', async () => {
  const { email, me, phone, recoveryCodes } = await ownerWithFactor()
  expect(await me.raw(renewRecoveryCodes, { password: 'a wrong one', code: phone.next() })).toMatchObject({
    status: 422,
    body: { formErrors: { factor: { password: 'Mot de passe invalide.' } } },
  })
  expect(await me.raw(renewRecoveryCodes, { password: testPassword, code: '000000' })).toMatchObject(wrongCode)
  const { recoveryCodes: fresh } = await me(renewRecoveryCodes, { password: testPassword, code: phone.now() })
  const ticket = await ticketFor(email)
  expect(await server.anyone.raw(takeSecondStep, { ticket, code: recoveryCodes[0] })).toMatchObject(wrongCode)
  expect((await server.anyone.raw(takeSecondStep, { ticket, code: fresh[0] })).status).toBe(200)
})

test('turning it off requires password and code; then the password is enough again', async () => {
  const { email, me, phone } = await ownerWithFactor()
  expect(await me.raw(switchOffSecondFactor, { password: 'a wrong one', code: phone.next() })).toMatchObject({ status: 422 })
  expect(await me.raw(switchOffSecondFactor, { password: testPassword, code: '000000' })).toMatchObject(wrongCode)
  expect(await me.raw(switchOffSecondFactor, { password: testPassword })).toMatchObject({ status: 422 })
  const waiting = await ticketFor(email)
  await me(switchOffSecondFactor, { password: testPassword, code: phone.now() })
  await server.letterTo(email, /est désactivée/)
  expect(await server.anyone.raw(takeSecondStep, { ticket: waiting, code: phone.next() })).toMatchObject(tooLate)
  await server.signIn(email)
  expect(await me(getSecondFactor)).toMatchObject({ isOn: false })
})

test('neither password, e-mail nor session replaces a code', async () => {
  const { me } = await ownerWithFactor()
  const guesses = await Promise.all(
    Array.from({ length: 12 }, (_, index) => me.raw(switchOffSecondFactor, { password: testPassword, code: String(200_000 + index) })),
  )
  expect(guesses.filter(({ status }) => status === 422).length).toBeLessThanOrEqual(5)
  expect(guesses.filter(({ status }) => status === 429).length).toBeGreaterThanOrEqual(7)
})

test('setting it up requires the password within five minutes and a proven e-mail', async () => {
  const { companyId } = await server.newCompany()
  const { email, id } = await someone({ companyId, role: 'owner' })
  const me = await server.signIn(email)
  await server.sql(`update sessions set signed_in_at = now() - interval '10 minutes' where account_id = $1`, [id])
  expect(await me.raw(beginSecondFactor)).toMatchObject({ status: 403, body: { code: 'requires-recent-login' } })
  const unproven = await someone({ companyId, role: 'owner', verified: false })
  expect((await (await server.signIn(unproven.email)).raw(beginSecondFactor)).status).toBe(409)
})

test('the secret is stored sealed and its codes hashed, and no answer repeats them', async () => {
  const { id, me, phone, recoveryCodes } = await ownerWithFactor()
  const rows = await server.sql(`select f.*, r.hash from second_factors f join recovery_codes r using (account_id) where account_id = $1`, [
    id,
  ])
  const audits = await auditsOf(id)
  expect(audits).not.toEqual([])
  const answers = [await me(getSecondFactor), await me(accountCalls.getCurrentAccount)]
  const kept = JSON.stringify([rows, audits, answers]).toLowerCase()
  for (const secret of [phone.secret, ...recoveryCodes, ...recoveryCodes.map((code) => code.replace('-', ''))])
    expect(kept).not.toContain(secret.toLowerCase())
})

test('signing out and renewing work as before', async () => {
  const { email, phone } = await ownerWithFactor()
  const entered = await server.anyone(takeSecondStep, { ticket: await ticketFor(email), code: phone.next(), persistence: 'none' })
  const renewed = await server.anyone(refreshToken, { refreshToken: entered.refreshToken ?? '' })
  expect(renewed.user.email).toBe(email)
  await server.anyone(signOut, { refreshToken: renewed.refreshToken ?? '' })
  expect((await server.anyone.raw(refreshToken, { refreshToken: renewed.refreshToken })).status).toBe(401)
})
