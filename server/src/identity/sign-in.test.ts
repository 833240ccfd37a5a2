// Attempts to get in without the right to.
import { accountCalls } from '@bordee/core/accounts/accounts.calls.ts'
import { companyCalls } from '@bordee/core/companies/companies.calls.ts'
import { identityCalls } from '@bordee/core/identity/identity.calls.ts'
import { expect, test } from 'vitest'
import { solveCaptcha, solveEasyCaptcha } from '../testing/captcha.ts'
import { newEmail, peopleOf } from '../testing/identity.ts'
import { testPassword } from '../testing/people.ts'
import { newAddress, openTestServer } from '../testing/server.ts'
import { hashOfNobody, hashPassword } from './passwords.ts'

const server = await openTestServer()
const { someone } = peopleOf(server)
const { signIn, signOut, confirmResetCode } = identityCalls
const { getCurrentAccount, resetPassword, sendSignInLink, updateCurrentAccount } = accountCalls
const wrong = { status: 401, body: { message: 'Courriel ou mot de passe invalide.', type: 'failure', code: 'wrong-password' } }

test('of fifty parallel guesses at most five are checked, and even the right one is refused', async () => {
  const { email } = await someone()
  const guesses = Array.from({ length: 50 }, (_, index) => (index === 49 ? testPassword : `guess ${index} of many`))
  const answers = await Promise.all(guesses.map((password) => server.anyone.raw(signIn, { email, password })))

  const checked = answers.filter((answer) => answer.status === 401 || answer.status === 200)
  expect(checked.length).toBeLessThanOrEqual(5)
  for (const answer of answers) {
    if (checked.includes(answer)) continue
    expect(answer).toMatchObject({
      status: 422,
      body: { code: 'captcha-required', formErrors: { captcha: { token: 'Veuillez cocher cette case.' } } },
    })
  }
})

test('after five failures the right password still works with the captcha', async () => {
  const { email } = await someone()
  for (let index = 0; index < 6; index++) await server.anyone.raw(signIn, { email, password: 'a wrong one' })
  expect((await server.anyone.raw(signIn, { email, password: testPassword })).status).toBe(422)

  const recaptcha = await solveCaptcha(server)
  expect((await server.anyone.raw(signIn, { email, password: testPassword }, { headers: { recaptcha } })).status).toBe(200)
  expect((await server.anyone.raw(signIn, { email, password: testPassword })).status).toBe(200)
})

test('a captcha works once, and a forged one never', async () => {
  const { email } = await someone()
  const recaptcha = await solveCaptcha(server)
  expect((await server.anyone.raw(sendSignInLink, { email }, { headers: { recaptcha } })).status).toBe(200)
  expect(await server.anyone.raw(sendSignInLink, { email }, { headers: { recaptcha } })).toMatchObject({
    status: 422,
    body: { formErrors: { captcha: { token: expect.stringContaining('expiré') } } },
  })
  const forged = Buffer.from(
    JSON.stringify({ ...JSON.parse(Buffer.from(recaptcha, 'base64').toString()), solution: { counter: 1, derivedKey: '00' } }),
  ).toString('base64')
  for (const token of [forged, 'garbage', 'e30=']) {
    expect(await server.anyone.raw(sendSignInLink, { email }, { headers: { recaptcha: token } })).toMatchObject({
      status: 422,
      body: { formErrors: { captcha: { token: expect.stringContaining('échoué') } } },
    })
  }
  expect(await server.anyone.raw(sendSignInLink, { email })).toMatchObject({
    status: 422,
    body: { formErrors: { captcha: { token: 'Veuillez cocher cette case.' } } },
  })
})

test('one address that tries many accounts is refused for a while', async () => {
  const address = newAddress()
  const answers = []
  for (let index = 0; index < 101; index++)
    answers.push(await server.anyone.raw(signIn, { email: `nobody${index}@exemple.ca`, password: 'x' }, { address }))
  expect(answers.at(99)).toMatchObject(wrong)
  expect(answers.at(100)).toMatchObject({
    status: 429,
    body: { code: 'too-many-requests' },
    headers: { 'retry-after': expect.any(String) },
  })
  const { email } = await someone()
  expect((await server.anyone.raw(signIn, { email, password: testPassword }, { address })).status).toBe(429)
})

test('a wrong password and an unknown e-mail give the same answer in the same time', async () => {
  const { email } = await someone()
  const known = await server.anyone.raw(signIn, { email, password: 'a wrong one' })
  const unknown = await server.anyone.raw(signIn, { email: newEmail(), password: 'a wrong one' })
  expect(known).toMatchObject(wrong)
  expect(unknown.body).toEqual(known.body)
  // The dummy hash has the parameters of a real one, so that checking it takes as long.
  const parameters = (hash: string) => hash.split('$').slice(0, 4)
  expect(parameters(hashOfNobody)).toEqual(parameters(await hashPassword('anything')))
})

test('asking for a reset or a link does not reveal whether the account exists', async () => {
  const { email } = await someone()
  const stranger = newEmail()
  const answers = await Promise.all([email, stranger].map((one) => server.anyone.raw(resetPassword, { email: one })))
  expect(answers.map(({ status, body }) => ({ status, body }))).toEqual([
    { status: 200, body: null },
    { status: 200, body: null },
  ])
  await server.letterTo(email)
  expect(await server.sql('select from outbox where "to" = $1', [stranger])).toEqual([])
})

test("changing one's own e-mail repeatedly to find out who has an account is limited", async () => {
  const [me, other] = [await server.signIn((await someone()).email), await someone()]
  const answers = []
  for (let index = 0; index < 11; index++) answers.push((await me.raw(updateCurrentAccount, { account: { email: other.email } })).status)
  expect(answers).toEqual([...Array.from({ length: 10 }, () => 200), 429])
})

test('registering with an existing e-mail does not change its account', async () => {
  const { email } = await someone()
  const answer = await server.anyone.raw(
    companyCalls.registerCompany,
    {
      account: { firstName: 'A', lastName: 'B', email: email.toUpperCase(), password: 'un autre mot' },
      company: {
        name: 'Intruse',
        QEN: '1174829305',
        email,
        phone: '4185550142',
        street: 'rue Saint-Jean',
        city: 'Québec',
        zip: 'G1R1P8',
        location: { lat: 46.8, lng: -71.2 },
      },
    },
    { headers: { recaptcha: await solveEasyCaptcha(server) } },
  )
  expect(answer).toMatchObject({ status: 422, body: { formErrors: { account: { email: 'Ce courriel est déjà utilisé.' } } } })
  expect((await server.anyone.raw(signIn, { email, password: testPassword })).status).toBe(200)
  expect((await server.anyone.raw(signIn, { email, password: 'un autre mot' })).status).toBe(401)
  expect(
    await server.work(async ({ tx }) => {
      await tx.scope({ platform: true })
      return tx.sql`select from companies where name = 'Intruse'`
    }),
  ).toEqual([])
})

test('codes and letters are never stored in clear', async () => {
  const { email } = await someone()
  await server.anyone(resetPassword, { email })
  const { code } = await server.letterTo(email)
  const [stored] = await server.sql<{ text: string }>(`select string_agg(j::text, ' ') as text from pgboss.job j where name = 'mail.send'`)
  expect(stored?.text).not.toContain(code)
  expect(stored?.text).not.toContain(email)
  expect(await server.sql('select from codes where hash = $1', [Buffer.from(code)])).toEqual([])
})

test('demo accounts are closed on a public server', async () => {
  const near = await openTestServer()
  const email = newEmail()
  const id = await near.newAccount(email)
  await near.sql('update accounts set is_demo = true where id = $1', [id])
  const me = await near.signIn(email)
  const open = await openTestServer({ PUBLIC_URL: 'https://bordee.exemple.ca' }, near)
  expect(await open.anyone.raw(signIn, { email, password: testPassword })).toMatchObject({ status: 403, body: { code: 'user-disabled' } })
  expect((await open.anyone.raw(getCurrentAccount, {}, { headers: { authorization: `Bearer ${me.token}` } })).status).toBe(401)
  const forced = await openTestServer({ PUBLIC_URL: 'https://bordee.exemple.ca', DEMO: 'force' }, near)
  expect((await forced.anyone.raw(signIn, { email, password: testPassword })).status).toBe(200)
})

test('another site cannot sign a visitor in, and a password in an address is ignored', async () => {
  const { email } = await someone()
  const send = (options: object) =>
    server.app.inject({
      method: 'POST',
      url: '/api/identity/sign-in',
      remoteAddress: newAddress(),
      payload: { email, password: testPassword },
      ...options,
    })
  expect((await send({ headers: { 'sec-fetch-site': 'cross-site' } })).statusCode).toBe(403)
  expect(
    (await send({ headers: { 'content-type': 'text/plain' }, payload: JSON.stringify({ email, password: testPassword }) })).statusCode,
  ).toBe(415)
  expect((await send({ url: `/api/identity/sign-in?email=${email}&password=${testPassword}`, payload: {} })).statusCode).toBe(422)
  expect((await send({ headers: { 'sec-fetch-site': 'same-origin' } })).statusCode).toBe(200)
})

test("every field's message is in French", async () => {
  const answer = await server.anyone.raw(signIn, { email: 12 })
  expect(JSON.stringify(answer.body)).not.toMatch(/Invalid|expected|received|Required/)
  expect(await server.anyone.raw(confirmResetCode, { code: 'x' })).toMatchObject({
    status: 422,
    body: { code: 'weak-password', formErrors: { account: { password: 'Ce champ est requis.' } } },
  })
  expect((await server.anyone.raw(signOut, { refreshToken: 12 })).status).toBe(200)
})
