// A company knows someone by their account's id once they have come; until then, by that of the access it gave.
import { accountCalls } from '@bordee/core/accounts/accounts.calls.ts'
import { deviceCalls } from '@bordee/core/devices/devices.calls.ts'
import { routeCalls } from '@bordee/core/routes/routes.calls.ts'
import { sectorCalls } from '@bordee/core/sectors/sectors.calls.ts'
import { expect, test } from 'vitest'
import { newSector } from '../testing/folders.ts'
import { openTestServer } from '../testing/server.ts'

const server = await openTestServer()
const { createAccount, deleteAccount, deleteAccounts, getAccount, listAccounts, updateAccount } = accountCalls
let made = 0
const newEmail = () => `porteur${++made}@exemple.ca`
const person = (email: string) => ({ firstName: 'Paul', lastName: 'Roy', email, role: 'employee' as const })

const globalId = async (email: string) =>
  (await server.sql<{ id: string }>('select id from accounts where email = $1', [email]))[0]?.id ?? ''

test.each(['who has an account elsewhere', 'who has none yet'])('the id of someone %s says nothing of them', async (who) => {
  const { owner } = await server.newCompany()
  const email = newEmail()
  if (who === 'who has an account elsewhere') await server.newAccount(email)
  const { id } = await owner(createAccount, { account: { ...person(email), invite: true } })
  const own = await globalId(email)
  expect(id).not.toBe(own)
  expect(await owner(listAccounts, {})).toContainEqual(expect.objectContaining({ id, email }))
  expect(await owner(getAccount, { id })).toMatchObject({ id, email })
  expect(await owner(updateAccount, { id, account: { role: 'manager' } })).toMatchObject({ id, role: 'manager' })
  for (const call of [getAccount, deleteAccount]) expect((await owner.raw(call, { id: own })).status).toBe(404)
  expect((await owner.raw(updateAccount, { id: own, account: { lastName: 'Roi' } })).status).toBe(404)
  expect((await owner.raw(deleteAccounts, { accountIds: [id, own] })).status).toBe(404)
  await owner(deleteAccounts, { accountIds: [id] })
  expect(await owner(listAccounts, {})).not.toContainEqual(expect.objectContaining({ email }))
})

test('neither do the sectors, routes and devices that were given to them', async () => {
  const { owner } = await server.newCompany()
  const email = newEmail()
  await server.newAccount(email)
  const { id } = await owner(createAccount, { account: { ...person(email), invite: true } })
  const sector = await newSector(owner)
  const given = await owner(sectorCalls.updateSector, { id: sector.id, sector: { userIds: [id] } })
  const route = await owner(routeCalls.createRoute, { route: { name: 'Nord', accountsForAlertsIds: [id] } })
  const device = await owner(deviceCalls.createDevice, { device: { name: 'Camion', userId: id } })
  expect([given.userIds, route.accountsForAlertsIds, [device.userId]]).toEqual([[id], [id], [id]])
  expect((await owner.raw(deviceCalls.createDevice, { device: { name: 'Autre', userId: await globalId(email) } })).status).toBe(422)
})

test('once they have come they have their own id, and the other one still names them', async () => {
  const { owner, companyId } = await server.newCompany()
  const email = newEmail()
  const { id } = await owner(createAccount, { account: { ...person(email), password: 'motdepasse1' } })
  const him = await server.signIn(email, 'motdepasse1')
  expect(await him(accountCalls.getCurrentAccount)).toMatchObject({ currentAccess: { companyId } })
  const own = await globalId(email)
  expect(await owner(getAccount, { id })).toMatchObject({ id: own })
  expect(await owner(getAccount, { id: own })).toMatchObject({ id: own })
})
