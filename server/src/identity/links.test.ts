// What an e-mailed link gives access to, and what it doesn't.
import { accountCalls } from '@bordee/core/accounts/accounts.calls.ts'
import { identityCalls } from '@bordee/core/identity/identity.calls.ts'
import { expect, test } from 'vitest'
import { newEmail, peopleOf } from '../testing/identity.ts'
import { testPassword } from '../testing/people.ts'
import { openTestServer } from '../testing/server.ts'

const server = await openTestServer()
const { someone, folder, linkFor } = peopleOf(server)
const { signIn, refreshToken, signInWithToken, retrieveSignInLinkToken, updatePassword, deleteUser } = identityCalls
const { getCurrentAccount, updateCurrentAccount } = accountCalls

test('of many who follow one sign-in link at once, one gets in', async () => {
  const { companyId } = await server.newCompany()
  const email = newEmail()
  await folder(companyId, email)
  const code = await linkFor(email)

  const answers = await Promise.all(Array.from({ length: 8 }, () => server.anyone.raw(retrieveSignInLinkToken, { email, code })))

  const won = answers.filter((answer) => answer.status === 200)
  expect(won).toHaveLength(1)
  const { token } = (won[0] as { body: { token: string } }).body
  const entries = await Promise.all(Array.from({ length: 4 }, () => server.anyone.raw(signInWithToken, { token })))
  expect(entries.filter((entry) => entry.status === 200)).toHaveLength(1)
  expect(entries.filter((entry) => entry.status === 401)).toHaveLength(3)
})

test('a link only works with its e-mail', async () => {
  const { companyId } = await server.newCompany()
  const email = newEmail()
  await folder(companyId, email)
  const code = await linkFor(email)
  expect(await server.anyone.raw(retrieveSignInLinkToken, { email: newEmail(), code })).toMatchObject({
    status: 422,
    body: { code: 'invalid-action-code' },
  })
  expect((await server.anyone.raw(retrieveSignInLinkToken, { email, code })).status).toBe(200)
})

test('a link opens only a client session, even for an owner', async () => {
  const company = await server.newCompany()
  const { email } = await someone({ companyId: company.companyId, role: 'owner' })
  await folder(company.companyId, email)
  const code = await linkFor(email)
  const { token } = await server.anyone(retrieveSignInLinkToken, { email, code })
  const session = await server.anyone(signInWithToken, { token })
  expect(session.user.claims.role).toBe('client')

  const headers = { authorization: `Bearer ${session.token}` }
  const account = await server.anyone.raw(getCurrentAccount, {}, { headers })
  expect(account.body).toMatchObject({ role: 'client', accesses: [{ role: 'client' }], currentAccess: { role: 'client' } })
  expect((await server.anyone.raw(accountCalls.listAccounts, {}, { headers })).status).toBe(403)
  // It can't gain more rights through a new password, a new e-mail, or switching companies.
  expect(await server.anyone.raw(updatePassword, { password: 'un nouveau mot' }, { headers })).toMatchObject({
    status: 403,
    body: { code: 'requires-recent-login' },
  })
  expect(await server.anyone.raw(updateCurrentAccount, { account: { email: newEmail() } }, { headers })).toMatchObject({
    status: 403,
    body: { code: 'requires-recent-login' },
  })
  expect((await server.anyone.raw(deleteUser, {}, { headers })).status).toBe(403)
  const other = await server.newCompany()
  expect(
    (
      await server.anyone.raw(
        updateCurrentAccount,
        { account: { accesses: [{ companyId: other.companyId, isCurrent: true }] } },
        { headers },
      )
    ).status,
  ).toBe(404)
})

test('a super administrator who follows a client link is only a client', async () => {
  const company = await server.newCompany()
  const { email } = await someone({ role: 'super_admin' })
  await folder(company.companyId, email)
  const { token } = await server.anyone(retrieveSignInLinkToken, { email, code: await linkFor(email) })
  expect((await server.anyone(signInWithToken, { token })).user.claims).toEqual({ role: 'client', companyId: company.companyId })
})

test('client accesses follow the folders in every active company', async () => {
  const [first, second] = [await server.newCompany(), await server.newCompany()]
  const { email } = await someone()
  await folder(first.companyId, email)
  await folder(second.companyId, email)
  const companiesOf = async () => {
    const account = await (await server.signIn(email))(getCurrentAccount)
    return account.accesses.map((access) => access.companyId).toSorted()
  }
  expect(await companiesOf()).toEqual([first.companyId, second.companyId].toSorted())
  await server.work(async ({ tx }) => {
    await tx.scope({ companies: [first.companyId, second.companyId] })
    await tx.sql`delete from clients where company_id = ${first.companyId} and email = ${email}`
    await tx.sql`update companies set archived_at = now() where id = ${second.companyId}`
  })
  expect(await companiesOf()).toEqual([])
})

test('an unproven e-mail gives access to nobody’s folders', async () => {
  const { companyId } = await server.newCompany()
  const { email } = await someone({ verified: false })
  await folder(companyId, email)
  const account = await (await server.signIn(email))(getCurrentAccount)
  expect(account.accesses).toEqual([])
})

test('a link’s session does not affect sessions opened by password', async () => {
  const [one, two] = [await server.newCompany(), await server.newCompany()]
  const { email } = await someone({ companyId: one.companyId, role: 'owner' })
  await folder(one.companyId, email)
  await folder(two.companyId, email)
  const atWork = await server.signIn(email)
  const { token } = await server.anyone(retrieveSignInLinkToken, { email, code: await linkFor(email) })
  const headers = { authorization: `Bearer ${(await server.anyone(signInWithToken, { token })).token}` }

  const switched = await server.anyone.raw(
    updateCurrentAccount,
    { account: { accesses: [{ companyId: two.companyId, isCurrent: true }] } },
    { headers },
  )
  expect(switched.body).toMatchObject({ role: 'client', currentAccess: { companyId: two.companyId } })
  expect((await server.anyone.raw(updateCurrentAccount, { account: { firstName: 'Pirate' } }, { headers })).status).toBe(403)

  expect(await atWork(getCurrentAccount)).toMatchObject({ role: 'owner', firstName: 'Prénom', currentAccess: { companyId: one.companyId } })
})

test('a client whose folder is gone loses their access at the next renewal', async () => {
  const { companyId } = await server.newCompany()
  const { email } = await someone()
  await folder(companyId, email)
  const { cookie } = await server.anyone.raw(signIn, { email, password: testPassword })
  await server.work(async ({ tx }) => {
    await tx.scope({ companies: [companyId] })
    await tx.sql`delete from clients where email = ${email}`
  })
  const renewed = await server.anyone.raw(refreshToken, {}, { headers: { cookie: `bordee_session=${cookie}` } })
  expect(renewed.body).toMatchObject({ user: { claims: { role: null, companyId: null } } })
})
