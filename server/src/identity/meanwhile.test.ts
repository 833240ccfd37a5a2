// Two requests on one account at the same moment: the account is held, and who comes second sees what the first has done.
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

/** Runs `request` up to where it waits for the account, does `meanwhile` to the database, and lets it go on. */
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

test('a link does not prove the address that the account has borne since', async () => {
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

test('a new password by who may be a stranger leaves the reader his invitation and his reset', async () => {
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

test('a company that changes the password it chose takes back its own invitations only', async () => {
  const maker = await server.newCompany()
  const email = newEmail()
  const account = { firstName: 'C', lastName: 'R', email, role: 'employee', password: testPassword } as const
  const { id } = await maker.owner(createAccount, { account })
  await give(email)
  const { code } = await server.letterTo(email, /Votre accès/)
  await maker.owner(updateAccount, { id, account: { password: 'une autre encore' } })
  expect((await server.anyone.raw(confirmResetCode, { code, password: 'choisi par son lecteur' })).status).toBe(200)
})

test('who deletes the account of an address that he never proved leaves what others gave to it', async () => {
  const { email } = await someone({ verified: false })
  const squatter = await server.signIn(email)
  const company = await give(email)
  const { code } = await server.letterTo(email, /Votre accès/)

  await squatter(deleteUser)

  await server.anyone(confirmResetCode, { code, password: 'choisi par son lecteur' })
  const reader = await server.signIn(email, 'choisi par son lecteur')
  expect(await reader(getCurrentAccount)).toMatchObject({ role: 'owner', currentAccess: { companyId: company.companyId } })
})

test('whether someone owns a company by a gift that he has not taken up is not told when he leaves', async () => {
  const { email } = await someone({ verified: false })
  const squatter = await server.signIn(email)
  const company = await give(email)
  await company.super_admin(deleteAccount, { id: company.owner.accountId })
  expect((await squatter.raw(deleteUser)).status).toBe(200)
})

test('a folder that carries someone’s e-mail tells nothing of him before he comes', async () => {
  const [theirs, ours] = [await server.newCompany(), await server.newCompany()]
  const { email } = await theirs.owner(getCurrentAccount)
  await folder(ours.companyId, email)
  await server.signIn(email)
  const seen = await ours.owner(listAccounts)
  expect(seen.filter((account) => account.email === email)).toEqual([])
  expect((await ours.owner.raw(updateAccount, { id: theirs.owner.accountId, account: { firstName: 'X' } })).status).toBe(404)
})

test('a holder who changes his e-mail before he enters shows the address that the access was given to', async () => {
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

test('an address that others gave something to can be corrected to and back', async () => {
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

test('platform staff prove their address before they change it', async () => {
  const email = newEmail()
  await server.newAccount(email, { role: 'admin', verified: false })
  const admin = await server.signIn(email)
  expect(await admin.raw(updateCurrentAccount, { account: { email: newEmail() } })).toMatchObject({
    status: 409,
    body: { message: 'Confirmez d’abord votre courriel actuel.' },
  })
})

test('nobody can take the address that an account leaves by', async () => {
  const { email, id } = await someone()
  const company = await server.newCompany()
  const account = { firstName: 'C', lastName: 'R', email: `${id}@supprime.invalid`, role: 'employee', invite: true } as const
  await company.owner(createAccount, { account })
  expect((await (await server.signIn(email)).raw(deleteUser)).status).toBe(200)
})

test('tries of a session that may not change the password are not counted against its holder', async () => {
  const { email, id } = await someone()
  const old = await server.signIn(email)
  await server.sql(`update sessions set signed_in_at = now() - interval '1 hour' where account_id = $1`, [id])
  for (let i = 0; i < 21; i++) expect((await old.raw(updatePassword, { password: 'pas encore à moi' })).status).toBe(403)
  expect((await (await server.signIn(email)).raw(updatePassword, { password: 'bien à moi' })).status).toBe(200)
})

test('an access that goes to another address takes the names that were sent along', async () => {
  const { email } = await someone()
  const company = await server.newCompany()
  await folder(company.companyId, email)
  await server.signIn(email) // as a client of the company: another kind of access
  const made = await company.owner(createAccount, {
    account: { firstName: 'Faux', lastName: 'Nom', email: newEmail(), role: 'employee', invite: true },
  })
  const moved = await company.owner(updateAccount, { id: made.id, account: { firstName: 'Vrai', lastName: 'Prénom', email } })
  expect(moved).toMatchObject({ firstName: 'Vrai', lastName: 'Prénom', email, role: 'employee' })
})
