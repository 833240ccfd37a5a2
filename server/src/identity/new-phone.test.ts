// Replacing the phone that gives the codes, and which session may confirm it.
import { identityCalls } from '@bordee/core/identity/identity.calls.ts'
import { secondFactorCalls } from '@bordee/core/identity/second-factor.calls.ts'
import { expect, test } from 'vitest'
import { peopleOf } from '../testing/identity.ts'
import { testPassword } from '../testing/people.ts'
import { factorsAt, holdTheClock, Phone } from '../testing/second-factor.ts'
import { openTestServer } from '../testing/server.ts'

const server = await openTestServer()
const { someone } = peopleOf(server)
const { ownerWithFactor, auditsOf } = factorsAt(server)
const { signIn } = identityCalls
const {
  getSecondFactor,
  beginSecondFactor,
  confirmSecondFactor,
  beginNewPhone,
  confirmNewPhone,
  renewRecoveryCodes,
  switchOffSecondFactor,
} = secondFactorCalls
holdTheClock()

const wrongCode = { status: 422, body: { code: 'wrong-code' } }
const alreadyOn = { status: 409 }
const notBegun = { status: 409, body: { code: 'phone-not-begun' } }

const enters = async (email: string, code: string) =>
  (await server.anyone.raw(signIn, { email, password: testPassword, code, persistence: 'none' })).status

test('the old phone works until the new one has shown a code; then only the new one does, with new recovery codes', async () => {
  const { email, me, phone, recoveryCodes } = await ownerWithFactor()
  const { secret, uri } = await me(beginNewPhone, { password: testPassword, code: phone.next() })
  expect(secret).not.toBe(phone.secret)
  expect(uri).toContain(secret)
  const fresh = new Phone(secret)

  expect(await enters(email, fresh.next())).toBe(422)
  expect(await enters(email, phone.next())).toBe(200)
  expect(await me.raw(confirmNewPhone, { code: phone.next() })).toMatchObject(wrongCode)

  const first = fresh.next()
  const { recoveryCodes: mine } = await me(confirmNewPhone, { code: first })
  expect(mine).toHaveLength(10)
  expect(await enters(email, first)).toBe(422) // already used
  expect(await enters(email, phone.next())).toBe(422)
  expect(await enters(email, recoveryCodes[0] ?? '')).toBe(422)
  expect(await enters(email, fresh.next())).toBe(200)
  expect(await enters(email, mine[0] ?? '')).toBe(200)
  await server.letterTo(email, /Un autre téléphone/)
})

test('someone who lost the phone uses a recovery code; their other sessions end, this one stays', async () => {
  const { email, id, me, phone, recoveryCodes } = await ownerWithFactor()
  const { token } = await server.anyone(signIn, { email, password: testPassword, code: phone.next(), persistence: 'none' })
  const { secret } = await me(beginNewPhone, { password: testPassword, code: recoveryCodes[0] ?? '' })
  await me(confirmNewPhone, { code: new Phone(secret).now() })

  const elsewhere = { headers: { authorization: `Bearer ${token}` } }
  expect((await server.anyone.raw(getSecondFactor, {}, elsewhere)).status).toBe(401)
  expect(await me(getSecondFactor)).toMatchObject({ isOn: true, recoveryCodesLeft: 10 })
  expect(await auditsOf(id)).toContainEqual(expect.objectContaining({ action: 'second-factor-moved' }))
})

test('starting it takes both password and code, and an open session alone cannot finish it', async () => {
  const { me, phone } = await ownerWithFactor()
  expect(await me.raw(beginNewPhone, { password: 'a wrong one', code: phone.next() })).toMatchObject({
    status: 422,
    body: { formErrors: { factor: { password: 'Mot de passe invalide.' } } },
  })
  expect(await me.raw(beginNewPhone, { password: testPassword, code: '000000' })).toMatchObject(wrongCode)
  expect(await me.raw(confirmNewPhone, { code: phone.next() })).toMatchObject(notBegun)
  expect(await me.raw(confirmSecondFactor, { code: phone.next() })).toMatchObject(alreadyOn)
})

test("only the session that started it can confirm it, and another's guesses do not use up its attempts", async () => {
  const { email, me, phone } = await ownerWithFactor()
  const { token } = await server.anyone(signIn, { email, password: testPassword, code: phone.next(), persistence: 'none' })
  const stolen = { headers: { authorization: `Bearer ${token}` } }
  const fresh = new Phone((await me(beginNewPhone, { password: testPassword, code: phone.next() })).secret)

  expect(await server.anyone.raw(confirmNewPhone, { code: fresh.now() }, stolen)).toMatchObject(notBegun)
  const guesses = await Promise.all(Array.from({ length: 20 }, () => server.anyone.raw(confirmNewPhone, { code: '12' }, stolen)))
  expect(guesses.map(({ status }) => status)).toContain(429)

  expect((await me(confirmNewPhone, { code: fresh.now() })).recoveryCodes).toHaveLength(10)
})

test("a setup is confirmed in the session that started it, and another's guesses do not use up its attempts", async () => {
  const { companyId } = await server.newCompany()
  const { email } = await someone({ companyId, role: 'owner' })
  const [me, stolen] = [await server.signIn(email), await server.signIn(email)]
  const phone = new Phone((await me(beginSecondFactor)).secret)

  expect(await stolen.raw(confirmSecondFactor, { code: phone.now() })).toMatchObject(wrongCode)
  const guesses = await Promise.all(Array.from({ length: 20 }, () => stolen.raw(confirmSecondFactor, { code: '12' })))
  expect(guesses.map(({ status }) => status)).toContain(429)

  expect((await me(confirmSecondFactor, { code: phone.now() })).recoveryCodes).toHaveLength(10)
})

test('confirming again after a lost answer reports that nothing is pending; the new phone works and gives new recovery codes', async () => {
  const { me, phone } = await ownerWithFactor()
  const fresh = new Phone((await me(beginNewPhone, { password: testPassword, code: phone.next() })).secret)
  await me(confirmNewPhone, { code: fresh.now() })

  expect(await me.raw(confirmNewPhone, { code: fresh.now() })).toMatchObject(notBegun)
  const { recoveryCodes } = await me(renewRecoveryCodes, { password: testPassword, code: fresh.next() })
  expect(recoveryCodes).toHaveLength(10)
})

test('an account without a phone cannot replace it', async () => {
  const { companyId } = await server.newCompany()
  const me = await server.signIn((await someone({ companyId, role: 'owner' })).email)
  expect(await me.raw(beginNewPhone, { password: testPassword, code: '000000' })).toMatchObject(wrongCode)
  expect(await me.raw(confirmNewPhone, { code: '000000' })).toMatchObject(notBegun)
  expect(await me(getSecondFactor)).toMatchObject({ isOn: false })
})

test('a pending replacement ends with the sessions, with the factor, and after an hour', async () => {
  const { me, email, phone } = await ownerWithFactor()
  const begun = async (code: string) => new Phone((await me(beginNewPhone, { password: testPassword, code })).secret)

  const late = await begun(phone.next())
  await server.sql(`update second_factors set next_made_at = now() - interval '61 minutes' where next_secret is not null`)
  expect(await me.raw(confirmNewPhone, { code: late.next() })).toMatchObject(notBegun)

  const left = await begun(phone.next())
  await me(identityCalls.updatePassword, { password: 'un nouveau mot' })
  expect(await server.sql('select from second_factors where next_secret is not null')).toEqual([])
  expect(await me.raw(confirmNewPhone, { code: left.next() })).toMatchObject(notBegun)
  expect((await server.anyone.raw(signIn, { email, password: 'un nouveau mot', code: left.next(), persistence: 'none' })).status).toBe(422)
  expect((await server.anyone.raw(signIn, { email, password: 'un nouveau mot', code: phone.next(), persistence: 'none' })).status).toBe(200)
})

test('the last of two pending phones counts, and of concurrent confirmations one succeeds', async () => {
  const { me, phone } = await ownerWithFactor()
  const first = new Phone((await me(beginNewPhone, { password: testPassword, code: phone.next() })).secret)
  const last = new Phone((await me(beginNewPhone, { password: testPassword, code: phone.next() })).secret)
  expect(await me.raw(confirmNewPhone, { code: first.next() })).toMatchObject(wrongCode)
  const answers = await Promise.all([1, 2, 3].map(() => me.raw(confirmNewPhone, { code: last.now() })))
  expect(answers.map(({ status }) => String(status)).toSorted()).toEqual(['200', '409', '409'])
  await me(switchOffSecondFactor, { password: testPassword, code: last.next() })
})
