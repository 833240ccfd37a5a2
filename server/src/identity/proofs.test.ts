// Reading an address proves owning it: codes, first proofs, changes of e-mail.
import { accountCalls } from '@bordee/core/accounts/accounts.calls.ts'
import { identityCalls } from '@bordee/core/identity/identity.calls.ts'
import { unlinked } from '@bordee/core/links.ts'
import { expect, test } from 'vitest'
import { newEmail, peopleOf } from '../testing/identity.ts'
import { testPassword } from '../testing/people.ts'
import { openTestServer } from '../testing/server.ts'
import { issueCode } from './codes.ts'
import { addStaff } from './staff.ts'

const server = await openTestServer()
const { someone, folder, linkFor } = peopleOf(server)
const { signIn, confirmResetCode, verifyResetCode, retrieveSignInLinkToken, updatePassword, confirmEmail } = identityCalls
const { getCurrentAccount, resetPassword, updateCurrentAccount } = accountCalls

test('a reset code changes the password once, ends every session, and is then void', async () => {
  const { email } = await someone()
  const before = await server.signIn(email)
  await server.anyone(resetPassword, { email })
  const { code } = await server.letterTo(email)
  expect(await server.anyone(verifyResetCode, { code })).toEqual({ email })
  expect(await server.anyone.raw(confirmResetCode, { code, password: 'court' })).toMatchObject({
    status: 422,
    body: { code: 'weak-password', formErrors: { account: { password: 'Ce champ doit contenir au moins 8 caractères.' } } },
  })

  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, index) => server.anyone.raw(confirmResetCode, { code, password: `un nouveau ${index}` })),
  )

  expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1)
  for (const answer of answers.filter((one) => one.status !== 200))
    expect(answer).toMatchObject({ status: 422, body: { code: 'invalid-action-code' } })
  expect((await before.raw(getCurrentAccount)).status).toBe(401)
  expect((await server.anyone.raw(signIn, { email, password: testPassword })).status).toBe(401)
  const winner = answers.findIndex((answer) => answer.status === 200)
  expect((await server.anyone.raw(signIn, { email, password: `un nouveau ${winner}` })).status).toBe(200)
})

test('a missing, expired or unknown code is reported as such', async () => {
  const { email } = await someone()
  await server.anyone(resetPassword, { email })
  const { code } = await server.letterTo(email)
  await server.sql(`update codes set expires_at = now() - interval '1 second' where email = $1`, [email])
  expect(await server.anyone.raw(verifyResetCode, { code })).toMatchObject({ status: 422, body: { code: 'expired-action-code' } })
  expect(await server.anyone.raw(verifyResetCode, { code: 'unknown' })).toMatchObject({
    status: 422,
    body: { code: 'invalid-action-code' },
  })
  expect(await server.anyone.raw(verifyResetCode)).toMatchObject({ status: 422, body: { code: 'missing-action-code' } })
})

test('an expired invitation names its own time limit', async () => {
  const { owner } = await server.newCompany()
  const email = `invite.${Date.now()}@exemple.ca`
  await owner(accountCalls.createAccount, { account: { firstName: 'A', lastName: 'B', email, role: 'employee', invite: true } })
  const { code } = await server.letterTo(email)
  await server.sql(`update codes set expires_at = now() - interval '1 second' where email = $1`, [email])
  expect(await server.anyone.raw(verifyResetCode, { code })).toMatchObject({
    status: 422,
    body: { code: 'expired-action-code', message: expect.stringContaining('sept jours') },
  })
})

test('the first proof of an e-mail voids a password set by someone else', async () => {
  const { companyId } = await server.newCompany()
  const { email } = await someone({ verified: false })
  await folder(companyId, email)
  const intruder = await server.signIn(email)

  await server.anyone(retrieveSignInLinkToken, { email, code: await linkFor(email) })

  expect((await intruder.raw(getCurrentAccount)).status).toBe(401)
  expect((await server.anyone.raw(signIn, { email, password: testPassword })).status).toBe(401)
})

test('confirming the address one registered with keeps the password; a password set by an admin is void', async () => {
  for (const byOther of [false, true]) {
    const { email, id } = await someone({ verified: false, byOther })
    const code = await server.work((work) => issueCode(work, { kind: 'email', email, accountId: id }))
    const holder = await server.signIn(email)
    expect((await server.anyone.raw(confirmEmail, { code })).status).toBe(401) // and the code stays valid
    expect(await holder(confirmEmail, { code })).toEqual({ email })
    expect((await server.anyone.raw(signIn, { email, password: testPassword })).status).toBe(byOther ? 401 : 200)
  }
})

test('a new e-mail takes effect once its link is followed, and the old address is notified', async () => {
  const { email } = await someone()
  const next = newEmail()
  const me = await server.signIn(email)
  expect(await me(updateCurrentAccount, { account: { email: next } })).toMatchObject({ email })
  const { code, text } = await server.letterTo(next)
  expect(text).toContain(unlinked(email))
  await me(confirmEmail, { code })
  expect((await server.anyone.raw(signIn, { email, password: testPassword })).status).toBe(401)
  expect((await server.anyone.raw(signIn, { email: next, password: testPassword })).status).toBe(200)
  expect((await server.letterTo(email, /a changé/)).subject).toBe('Le courriel de votre compte a changé')
})

test('a new e-mail that was taken meanwhile is refused', async () => {
  const { email } = await someone()
  const next = newEmail()
  const me = await server.signIn(email)
  await me(updateCurrentAccount, { account: { email: next } })
  const { code } = await server.letterTo(next)
  await server.newAccount(next)
  expect(await me.raw(confirmEmail, { code })).toMatchObject({
    status: 422,
    body: { formErrors: { account: { email: 'Ce courriel est déjà utilisé.' } } },
  })
})

test('only the reader of an address learns whether it has an account', async () => {
  const [me, other] = [await someone(), await someone()]
  const caller = await server.signIn(me.email)
  const [taken, free] = await Promise.all(
    [other.email, newEmail()].map((email) => caller.raw(updateCurrentAccount, { account: { email } })),
  )
  expect(taken?.status).toBe(200)
  expect(taken?.body).toEqual(free?.body)
  const letter = await server.letterTo(other.email, /déjà un compte/)
  expect(letter.code).toBe('')
  expect(letter.text).not.toContain(me.email)
})

/** Asks to change the address; returns the code from that mailbox. */
async function pendingEmailChange(email: string, next: string, password = testPassword) {
  const me = await server.signIn(email, password)
  await me(updateCurrentAccount, { account: { email: next } })
  return (await server.letterTo(next, /Confirmez/)).code
}

test.each(['a reset', 'a new password', 'the first proof', 'becoming staff'])('%s voids a pending change of e-mail', async (what) => {
  const company = await server.newCompany()
  const { email, id } = await someone({ verified: what !== 'the first proof' && what !== 'becoming staff' })
  const code = await pendingEmailChange(email, newEmail())
  if (what === 'a reset') {
    await server.anyone(resetPassword, { email })
    const letter = await server.letterTo(email, /nouveau mot de passe/)
    await server.anyone(confirmResetCode, { code: letter.code, password: 'un nouveau mot' })
  } else if (what === 'a new password') await (await server.signIn(email))(updatePassword, { password: 'un nouveau mot' })
  else if (what === 'the first proof') {
    await folder(company.companyId, email)
    await server.anyone(retrieveSignInLinkToken, { email, code: await linkFor(email) })
  } else await server.work((work) => addStaff(work, email))

  const reader = await server.signIn((await someone()).email)
  expect(await reader.raw(confirmEmail, { code })).toMatchObject({ status: 422, body: { code: 'invalid-action-code' } })
  expect(await server.sql('select email from accounts where id = $1', [id])).toEqual([{ email }])
})

test('an older confirmation does not bring back an old address', async () => {
  const { email, id } = await someone()
  const first = await server.work((work) => issueCode(work, { kind: 'email', email, accountId: id }))
  const next = newEmail()
  const me = await server.signIn(email)
  await me(confirmEmail, { code: await pendingEmailChange(email, next) })
  expect((await me.raw(confirmEmail, { code: first })).status).toBe(422)
})

test('a link followed while signed in to another account does not give away one’s address', async () => {
  const [attacker, victim] = [await someone(), await someone()]
  const address = newEmail()
  const code = await pendingEmailChange(attacker.email, address)
  const me = await server.signIn(victim.email)
  expect(await me.raw(confirmEmail, { code })).toMatchObject({ status: 403, body: { code: 'other-account' } })
  expect((await (await server.signIn(attacker.email)).raw(confirmEmail, { code })).status).toBe(200)
})

test('a reset code only works for the address it was sent to', async () => {
  const { email, id } = await someone()
  const code = await server.work((work) => issueCode(work, { kind: 'reset', email, accountId: id }))
  await server.sql('update accounts set email = $2 where id = $1', [id, newEmail()])
  expect((await server.anyone.raw(confirmResetCode, { code, password: 'un nouveau mot' })).status).toBe(404)
})
