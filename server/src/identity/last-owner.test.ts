import { accountCalls } from '@bordee/core/accounts/accounts.calls.ts'
import { identityCalls } from '@bordee/core/identity/identity.calls.ts'
import { expect, test } from 'vitest'
import { openTestServer } from '../testing/server.ts'

const server = await openTestServer()

test('the last owner cannot leave in any way; only staff may remove them', async () => {
  const { owner, admin } = await server.newCompany('Boréal')
  const id = owner.accountId
  const refused = { status: 409, body: { message: 'Vous êtes le seul propriétaire de Boréal. Nommez-en un autre d’abord.' } }
  expect(await owner.raw(accountCalls.deleteAccount, { id })).toMatchObject(refused)
  expect(await owner.raw(accountCalls.updateAccount, { id, account: { role: 'employee' } })).toMatchObject(refused)
  expect(await owner.raw(identityCalls.deleteUser)).toMatchObject(refused)
  expect((await admin.raw(accountCalls.deleteAccount, { id })).status).toBe(200)
})

test.each(['invited, without a password yet', 'unproven', 'disabled'])('an owner who is %s does not count', async (how) => {
  const { owner, companyId } = await server.newCompany()
  const email = `second.${Math.random()}@exemple.ca`
  if (how === 'unproven') await server.newAccount(email, { verified: false })
  const { id } = await owner(accountCalls.createAccount, { account: { firstName: 'B', lastName: 'B', email, invite: true, role: 'owner' } })
  if (how === 'disabled') await server.sql('update accounts set disabled_at = now(), email_verified_at = now() where id = $1', [id])
  expect((await owner.raw(accountCalls.updateAccount, { id: owner.accountId, account: { role: 'employee' } })).status).toBe(409)
  expect(companyId).toBeTruthy()
})

test('staff may delete themselves, except the last super administrator', async () => {
  const { admin, super_admin: staff } = await server.newCompany()
  expect((await admin.raw(identityCalls.deleteUser)).status).toBe(200)
  await server.sql(`update accounts set platform_role = null where platform_role = 'super_admin' and id <> $1`, [staff.accountId])
  expect(await staff.raw(identityCalls.deleteUser)).toMatchObject({ status: 409 })
})
