import { accountCalls } from '@bordee/core/accounts/accounts.calls.ts'
import { identityCalls } from '@bordee/core/identity/identity.calls.ts'
import type { Role } from '@bordee/core/roles.ts'
import { describe, expect, test } from 'vitest'
import { create, recordsOf, statusOf } from '../testing/accounts.ts'
import { newEmail, peopleOf } from '../testing/identity.ts'
import { type Caller, openTestServer } from '../testing/server.ts'

const server = await openTestServer()
const { auditOf, exists } = recordsOf(server)
const { linkFor, folder } = peopleOf(server)
const { updateAccount, deleteAccount, deleteAccounts, getAccount, listAccounts, getCurrentAccount } = accountCalls

describe('changing', () => {
  test('names and role; what was read can be sent back with one change', async () => {
    const people = await server.newCompany()
    const read = await people.owner(getAccount, { id: people.employee.accountId })
    const put = (account: object) => people.owner.raw(updateAccount, { id: read.id, account })
    expect(await put(read)).toMatchObject({ status: 200, body: read })
    expect(await put({ firstName: 'Andrée' })).toMatchObject({ body: { firstName: 'Andrée', lastName: 'Nom', role: 'employee' } })
    expect(await put({ ...read, role: 'manager' })).toMatchObject({ body: { role: 'manager', accesses: [{ role: 'manager' }] } })
    const manager = await people.owner(getAccount, { id: read.id })
    expect(await put({ ...manager, accesses: [{ ...manager.accesses[0], role: 'owner' }] })).toMatchObject({ body: { role: 'owner' } })
    expect(await people.employee(getCurrentAccount)).toMatchObject({ role: 'owner' })
    expect((await auditOf(people)).map(({ action, details }) => [action, details.from, details.to])).toEqual([
      ['role-changed', 'employee', 'manager'],
      ['role-changed', 'manager', 'owner'],
    ])
    expect((await people.owner.raw(updateAccount, { id: read.id, account: { lastName: 'Roy' } }, { verb: 'PATCH' })).status).toBe(200)
  })

  test("nobody can raise their own role, or anyone's above what they may give", async () => {
    const people = await server.newCompany()
    const tries: [Caller, string, Role][] = [
      [people.owner, people.owner.accountId, 'super_admin'],
      [people.owner, people.owner.accountId, 'admin'],
      [people.owner, people.employee.accountId, 'admin'],
      [people.owner, people.employee.accountId, 'client'],
      [people.admin, people.admin.accountId, 'super_admin'],
      [people.admin, people.employee.accountId, 'admin'],
      [people.admin, people.owner.accountId, 'super_admin'],
      [people.employee, people.employee.accountId, 'owner'],
      [people.manager, people.manager.accountId, 'owner'],
    ]
    for (const [by, id, role] of tries) {
      expect(await statusOf(by.raw(updateAccount, { id, account: { role } })), role).toBe(403)
      expect(await statusOf(by.raw(updateAccount, { id, account: { accesses: [{ companyId: people.companyId, role }] } })), role).toBe(403)
    }
    expect(
      await statusOf(people.admin.raw(updateAccount, { id: people.admin.accountId, account: { role: 'admin', lastName: 'Moi' } })),
    ).toBe(200)
  })

  test('someone with a higher role is out of reach', async () => {
    const people = await server.newCompany()
    const other = await server.newCompany()
    for (const account of [{ firstName: 'X' }, { role: 'employee' }, { password: 'je-prends-tout' }]) {
      expect(await statusOf(people.owner.raw(updateAccount, { id: people.super_admin.accountId, account }))).toBe(404)
      expect(await statusOf(people.admin.raw(updateAccount, { id: people.super_admin.accountId, account }))).toBe(403)
      expect(await statusOf(people.admin.raw(updateAccount, { id: other.admin.accountId, account }))).toBe(403)
    }
    expect(await statusOf(people.owner.raw(deleteAccount, { id: people.super_admin.accountId }))).toBe(404)
    expect(await statusOf(people.admin.raw(deleteAccount, { id: people.super_admin.accountId }))).toBe(403)
    expect(await statusOf(people.admin.raw(deleteAccount, { id: other.admin.accountId }))).toBe(403)
  })

  test('e-mail and password, until someone has proven the address', async () => {
    const people = await server.newCompany()
    const made = await create(people.owner, { role: 'employee' })
    const old = await server.signIn(made.email, 'choisi-par-autrui')
    const email = newEmail()
    expect(await people.owner.raw(updateAccount, { id: made.id, account: { email, password: 'un-autre-mot' } })).toMatchObject({
      status: 200,
      body: { email },
    })
    expect(await statusOf(old.raw(getCurrentAccount))).toBe(401)
    await server.signIn(email, 'un-autre-mot')

    await folder(people.companyId, email)
    await server.anyone(identityCalls.retrieveSignInLinkToken, { email, code: await linkFor(email) })
    // The first proof voids a password set by someone else.
    await expect(server.signIn(email, 'un-autre-mot')).rejects.toThrow('wrong-password')
    for (const account of [{ email: newEmail() }, { password: 'encore-un-mot' }, { invite: true }])
      expect(await people.owner.raw(updateAccount, { id: made.id, account })).toMatchObject({
        status: 403,
        body: { message: expect.stringContaining('à qui il appartient') },
      })
    expect(await statusOf(people.owner.raw(updateAccount, { id: made.id, account: { email, firstName: 'Même courriel' } }))).toBe(200)
  })

  test('an invitation sent to a wrong address goes to the right one, and the first is void', async () => {
    const people = await server.newCompany()
    const made = await create(people.owner, { invite: true, role: 'employee' })
    const { code: wrong } = await server.letterTo(made.email, /Votre accès/)
    const email = newEmail()
    await people.owner(updateAccount, { id: made.id, account: { email } })
    expect(await statusOf(server.anyone.raw(identityCalls.confirmResetCode, { code: wrong, password: 'mot-du-voisin' }))).toBe(422)
    const { code } = await server.letterTo(email, /Votre accès/)
    await server.anyone(identityCalls.confirmResetCode, { code, password: 'mot-du-bon' })
    await server.signIn(email, 'mot-du-bon')
  })

  test('one’s own e-mail and password can only be changed in the profile', async () => {
    const { companyId } = await server.newCompany()
    const email = newEmail()
    const id = await server.newAccount(email, { companyId, role: 'owner', verified: false })
    const owner = await server.signIn(email)
    expect(await statusOf(owner.raw(updateAccount, { id, account: { password: 'sans-confirmer' } }))).toBe(403)
    expect(await statusOf(owner.raw(updateAccount, { id, account: { email: newEmail() } }))).toBe(403)
  })

  test('an access moved to an e-mail with an account goes to that account, unless it already has one', async () => {
    const [people, theirs] = [await server.newCompany(), await server.newCompany()]
    const made = await create(people.owner, { role: 'employee' })
    const { email: own } = await people.owner(getCurrentAccount)
    expect(await people.owner.raw(updateAccount, { id: made.id, account: { email: own } })).toMatchObject({
      status: 422,
      body: { formErrors: { account: { email: 'Cette personne a déjà accès à votre compagnie.' } } },
    })
    const { email } = await theirs.employee(getCurrentAccount)
    const moved = await people.owner.raw(updateAccount, { id: made.id, account: { email, password: 'sans-effet-ici' } })
    expect(moved).toMatchObject({ status: 200, body: { email, firstName: 'Camille', emailVerified: false, role: 'employee' } })
    expect(await exists(made.id)).toBe(false)
    const holder = await server.signIn(email)
    expect((await holder(getCurrentAccount)).accesses).toHaveLength(2)
  })

  test('only a super admin gives and takes platform roles, and never the last one', async () => {
    const people = await server.newCompany()
    const change = (id: string, role: Role) => people.super_admin.raw(updateAccount, { id, account: { role } })
    expect(await change(people.employee.accountId, 'admin')).toMatchObject({ status: 200, body: { role: 'admin', accesses: [] } })
    expect(await people.employee(getCurrentAccount)).toMatchObject({ role: 'admin' })
    expect(await change(people.employee.accountId, 'manager')).toMatchObject({ status: 200, body: { role: 'manager' } })
    const [row] = await server.sql<{ n: string }>(`select count(*) as n from accounts where platform_role = 'super_admin'`)
    expect(Number(row?.n)).toBeGreaterThan(1)
    await server.sql(`update accounts set platform_role = 'admin' where platform_role = 'super_admin' and id <> $1`, [
      people.super_admin.accountId,
    ])
    expect(await statusOf(change(people.super_admin.accountId, 'owner'))).toBe(409)
    expect(await statusOf(change(people.super_admin.accountId, 'admin'))).toBe(409)
    expect(await statusOf(people.super_admin.raw(deleteAccount, { id: people.super_admin.accountId }))).toBe(409)
  })
})

describe('deleting', () => {
  test('removes the access at once, and the account with its last access', async () => {
    const [ours, theirs] = [await server.newCompany(), await server.newCompany()]
    const { email } = await ours.employee(getCurrentAccount)
    const { id } = await create(theirs.owner, { email, role: 'manager' })
    const gone = await ours.owner.raw(deleteAccount, { id: ours.employee.accountId })
    expect(gone).toMatchObject({ status: 200, body: null })
    expect(await ours.employee(getCurrentAccount)).toMatchObject({ role: 'manager', currentAccess: { companyId: theirs.companyId } })
    expect(await statusOf(ours.owner.raw(getAccount, { id: ours.employee.accountId }))).toBe(404)
    expect(await statusOf(ours.owner.raw(deleteAccount, { id: ours.employee.accountId }))).toBe(404)

    await theirs.owner(deleteAccount, { id })
    expect(await exists(ours.employee.accountId)).toBe(false)
    expect(await statusOf(ours.employee.raw(getCurrentAccount))).toBe(401)
    expect((await auditOf(theirs)).map((line) => line.action)).toEqual(['access-given', 'account-deleted'])
  })

  test('several are deleted all or none', async () => {
    const [ours, theirs] = [await server.newCompany(), await server.newCompany()]
    const own = [ours.employee.accountId, ours.manager.accountId]
    expect(await statusOf(ours.owner.raw(deleteAccounts, { accountIds: [...own, theirs.employee.accountId] }))).toBe(404)
    expect(await ours.employee(getCurrentAccount)).toMatchObject({ role: 'employee' })
    expect(await statusOf(ours.owner.raw(deleteAccounts, { accountIds: [...own, ours.owner.accountId] }))).toBe(409)
    expect(await ours.manager(getCurrentAccount)).toMatchObject({ role: 'manager' })
    expect(await statusOf(ours.owner.raw(deleteAccounts, {}, { payload: [...own, own[0]] }))).toBe(200)
    expect(await statusOf(ours.employee.raw(getCurrentAccount))).toBe(401)
    expect(await statusOf(ours.owner.raw(deleteAccounts, { accountIds: [] }))).toBe(422)
    expect(await exists(theirs.employee.accountId)).toBe(true)
  })

  test('the last owner stays, unless platform staff remove them', async () => {
    const people = await server.newCompany()
    const id = people.owner.accountId
    expect(await people.owner.raw(deleteAccount, { id })).toMatchObject({ status: 409, body: { type: 'warning' } })
    expect(await statusOf(people.owner.raw(updateAccount, { id, account: { role: 'employee' } }))).toBe(409)
    const second = await create(people.owner)
    expect(await statusOf(people.owner.raw(deleteAccounts, { accountIds: [id, second.id] }))).toBe(409)
    await people.owner(deleteAccount, { id: second.id })
    await people.admin(deleteAccount, { id })
    expect(await statusOf(people.owner.raw(getCurrentAccount))).toBe(401)
  })

  test('two owners who remove each other concurrently leave one', async () => {
    for (const how of ['delete', 'demote'] as const) {
      const people = await server.newCompany()
      const made = await create(people.owner)
      const second = await server.signIn(made.email, 'choisi-par-autrui')
      const remove = (by: Caller, id: string) =>
        statusOf(how === 'delete' ? by.raw(deleteAccount, { id }) : by.raw(updateAccount, { id, account: { role: 'employee' } }))
      const statuses = await Promise.all([remove(people.owner, made.id), remove(second, people.owner.accountId)])
      // The second one finds themselves the last, or is no longer admitted at all.
      expect(statuses.filter((status) => status === 200)).toHaveLength(1)
      expect((await people.super_admin(listAccounts, { roles: ['owner'] })).length).toBe(1)
    }
  })

  test('two companies that remove the same person concurrently leave no account', async () => {
    const [ours, theirs] = [await server.newCompany(), await server.newCompany()]
    const { id, email } = await ours.employee(getCurrentAccount)
    const given = await create(theirs.owner, { email, role: 'employee' })
    await Promise.all([ours.owner(deleteAccount, { id }), theirs.owner(deleteAccount, { id: given.id })])
    expect(await exists(id)).toBe(false)
  })

  test('platform staff keep their account; only a super admin can delete it', async () => {
    const people = await server.newCompany()
    const { email } = await people.admin(getCurrentAccount)
    const { id } = await create(people.owner, { email, role: 'employee' })
    await people.owner(deleteAccount, { id })
    expect(await people.admin(getCurrentAccount)).toMatchObject({ role: 'admin' })
    const { super_admin: staff } = await server.newCompany()
    await staff(deleteAccount, { id: people.admin.accountId })
    expect(await exists(people.admin.accountId)).toBe(false)
  })
})
