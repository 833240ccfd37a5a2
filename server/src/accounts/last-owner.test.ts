import { accountCalls } from '@bordee/core/accounts/accounts.calls.ts'
import { identityCalls } from '@bordee/core/identity/identity.calls.ts'
import { expect, test } from 'vitest'
import { openTestHouse } from '../testing.ts'

const house = await openTestHouse()

test('the last owner stays, however he would leave; staff alone may take him away', async () => {
  const { owner, admin } = await house.newCompany('Boréal')
  const id = owner.accountId
  const refused = { status: 409, body: { message: 'Vous êtes le seul propriétaire de Boréal. Nommez-en un autre d’abord.' } }
  expect(await owner.raw(accountCalls.deleteAccount, { id })).toMatchObject(refused)
  expect(await owner.raw(accountCalls.updateAccount, { id, account: { role: 'employee' } })).toMatchObject(refused)
  expect(await owner.raw(identityCalls.deleteUser)).toMatchObject(refused)
  expect((await admin.raw(accountCalls.deleteAccount, { id })).status).toBe(200)
})
