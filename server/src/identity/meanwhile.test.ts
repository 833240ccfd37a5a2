// Concurrent requests on one account: the account is locked, and the second request sees what the first did.
import { accountCalls } from '@bordee/core/accounts/accounts.calls.ts'
import { identityCalls } from '@bordee/core/identity/identity.calls.ts'
import pg from 'pg'
import { expect, test, vi } from 'vitest'
import { newEmail, peopleOf } from '../testing/identity.ts'
import { testPassword } from '../testing/people.ts'
import { openTestServer, ownerUrlOf } from '../testing/server.ts'

const server = await openTestServer()
const { someone, folder, linkFor } = peopleOf(server)
const { createAccount, deleteAccount, getCurrentAccount, listAccounts, resetPassword, updateAccount, updateCurrentAccount } = accountCalls
const { confirmEmail, confirmResetCode, deleteUser, retrieveSignInLinkToken, updatePassword } = identityCalls

/** Runs `request` until it waits for the account, then `meanwhile`, and lets the request go on. */
async function during<T>(accountId: string, request: () => Promise<T>, meanwhile: (client: pg.Client) => Promise<unknown>): Promise<T> {
  const client = new pg.Client(ownerUrlOf(server))
  await client.connect()
  await client.query('begin')
  await client.query('select from accounts where id = $1 for update', [accountId])
  const answer = request()
  await vi.waitFor(async () => expect(await server.sql('select from pg_locks where not granted')).not.toHaveLength(0), { timeout: 20_000 })
  await meanwhile(client)
  await client.query('commit')
  await client.end()
  return answer
}

const give = async (email: string, role = 'owner') => {
  const company = await server.newCompany()
  await company.owner(createAccount, { account: { firstName: 'C', lastName: 'R', email, role, invite: true } as never })
  return company
}

test('a link does not prove an address that the account took since', async () => {
  const company = await server.newCompany()
  const { email, id } = await someone({ verified: false })
  await folder(company.companyId, email)
  const code = await linkFor(email)
  const victim = newEmail()
  const follow = () => server.anyone.raw(retrieveSignInLinkToken, { email, code })
  await during(id, follow, (client) => client.query('update accounts set email = $2 where id = $1', [id, victim]))
  expect(await server.sql('select email, email_verified_at from accounts where id = $1', [id])).toEqual([
    { email: victim, email_verified_at: null },
  ])
})

test.each(['password', 'e-mail', 'deletion'] as const)('a session that ended meanwhile changes nothing more: %s', async (what) => {
  const { email, id } = await someone()
  const caller = await server.signIn(email)
  const requests = {
    password: () => caller.raw(updatePassword, { password: 'arrivé trop tard' }),
    'e-mail': () => caller.raw(updateCurrentAccount, { account: { email: newEmail() } }),
    deletion: () => caller.raw(deleteUser),
  }
  const answer = await during(id, requests[what], (client) => client.query('delete from sessions where account_id = $1', [id]))
  expect(answer.status).toBe(401)
  await server.signIn(email, testPassword)
  expect(await server.sql(`select from codes where account_id = $1 and kind = 'email'`, [id])).toEqual([])
})

test("a new password on an unproven account leaves the reader's invitation and reset valid", async () => {
  const { email } = await someone({ verified: false })
  const squatter = await server.signIn(email)
  const company = await give(email)
  const { code: invitation } = await server.letterTo(email, /Votre accès/)
  await server.anyone(resetPassword, { email })
  await server.letterTo(email, /nouveau mot de passe/)

  await squatter(updatePassword, { password: 'encore à moi' })

  await server.anyone(confirmResetCode, { code: invitation, password: 'choisi par son lecteur' })
  const reader = await server.signIn(email, 'choisi par son lecteur')
  expect((await reader(getCurrentAccount)).accesses.map(({ companyId }) => companyId)).toContain(company.companyId)
})

test('a company that changes the password it chose voids only its own invitations', async () => {
  const maker = await server.newCompany()
  const email = newEmail()
  const account = { firstName: 'C', lastName: 'R', email, role: 'employee', password: testPassword } as const
  const { id } = await maker.owner(createAccount, { account })
  await give(email)
  const { code } = await server.letterTo(email, /Votre accès/)
  await maker.owner(updateAccount, { id, account: { password: 'une autre encore' } })
  expect((await server.anyone.raw(confirmResetCode, { code, password: 'choisi par son lecteur' })).status).toBe(200)
})

test('deleting an account with an unproven address keeps what others gave to that address', async () => {
  const { email } = await someone({ verified: false })
  const squatter = await server.signIn(email)
  const company = await give(email)
  const { code } = await server.letterTo(email, /Votre accès/)

  await squatter(deleteUser)

  await server.anyone(confirmResetCode, { code, password: 'choisi par son lecteur' })
  const reader = await server.signIn(email, 'choisi par son lecteur')
  expect(await reader(getCurrentAccount)).toMatchObject({ role: 'owner', currentAccess: { companyId: company.companyId } })
})

test('deleting an account does not reveal ownership that it never took up', async () => {
  const { email } = await someone({ verified: false })
  const squatter = await server.signIn(email)
  const company = await give(email)
  await company.super_admin(deleteAccount, { id: company.owner.accountId })
  expect((await squatter.raw(deleteUser)).status).toBe(200)
})

test('a folder with someone’s e-mail reveals nothing about them before they sign in', async () => {
  const [theirs, ours] = [await server.newCompany(), await server.newCompany()]
  const { email } = await theirs.owner(getCurrentAccount)
  await folder(ours.companyId, email)
  await server.signIn(email)
  const seen = await ours.owner(listAccounts)
  expect(seen.filter((account) => account.email === email)).toEqual([])
  expect((await ours.owner.raw(updateAccount, { id: theirs.owner.accountId, account: { firstName: 'X' } })).status).toBe(404)
})

test('a holder who changes their e-mail before entering is still shown under the address the access was given to', async () => {
  const { email } = await (await server.newCompany()).employee(getCurrentAccount)
  const company = await give(email, 'employee')
  const [given] = (await company.owner(listAccounts)).filter((account) => account.email === email)
  const holder = await server.signIn(email)
  const next = newEmail()
  await holder(updateCurrentAccount, { account: { email: next } })
  await holder(confirmEmail, { code: (await server.letterTo(next, /Confirmez/)).code })
  const change = (to: string) => company.owner.raw(updateAccount, { id: given?.id, account: { email: to } })
  expect([(await change(email)).status, (await change(next)).status, (await change(newEmail())).status]).toEqual([200, 403, 403])
})

test('a company can correct an address to one that others gave accesses to, and back', async () => {
  const maker = await server.newCompany()
  const [first, second] = [newEmail(), newEmail()]
  const { id } = await maker.owner(createAccount, {
    account: { firstName: 'C', lastName: 'R', email: first, role: 'employee', invite: true },
  })
  await give(first)
  const there = await maker.owner(updateAccount, { id, account: { email: second } })
  const back = await maker.owner.raw(updateAccount, { id: there.id, account: { email: first } })
  expect(back).toMatchObject({ status: 200, body: { email: first, firstName: 'C', emailVerified: false } })
})

test('platform staff must prove their address before changing it', async () => {
  const email = newEmail()
  await server.newAccount(email, { role: 'admin', verified: false })
  const admin = await server.signIn(email)
  expect(await admin.raw(updateCurrentAccount, { account: { email: newEmail() } })).toMatchObject({
    status: 409,
    body: { message: 'Confirmez d’abord votre courriel actuel.' },
  })
})

test('nobody can occupy the placeholder address of a deleted account', async () => {
  const { email, id } = await someone()
  const company = await server.newCompany()
  const account = { firstName: 'C', lastName: 'R', email: `${id}@supprime.invalid`, role: 'employee', invite: true } as const
  await company.owner(createAccount, { account })
  expect((await (await server.signIn(email)).raw(deleteUser)).status).toBe(200)
})

test('attempts of a session that may not change the password do not count against its holder', async () => {
  const { email, id } = await someone()
  const old = await server.signIn(email)
  await server.sql(`update sessions set signed_in_at = now() - interval '1 hour' where account_id = $1`, [id])
  for (let i = 0; i < 21; i++) expect((await old.raw(updatePassword, { password: 'pas encore à moi' })).status).toBe(403)
  expect((await (await server.signIn(email)).raw(updatePassword, { password: 'bien à moi' })).status).toBe(200)
})

test('an access moved to another address takes along the names sent with it', async () => {
  const { email } = await someone()
  const company = await server.newCompany()
  await folder(company.companyId, email)
  await server.signIn(email) // as a client of the company, which is another kind of access
  const made = await company.owner(createAccount, {
    account: { firstName: 'Faux', lastName: 'Nom', email: newEmail(), role: 'employee', invite: true },
  })
  const moved = await company.owner(updateAccount, { id: made.id, account: { firstName: 'Vrai', lastName: 'Prénom', email } })
  expect(moved).toMatchObject({ firstName: 'Vrai', lastName: 'Prénom', email, role: 'employee' })
})
