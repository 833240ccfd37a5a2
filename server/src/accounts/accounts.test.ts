import type { Account } from '@bordee/core/accounts/account.ts'
import { accountCalls } from '@bordee/core/accounts/accounts.calls.ts'
import { identityCalls } from '@bordee/core/identity/identity.calls.ts'
import { type Role, roles } from '@bordee/core/roles.ts'
import { describe, expect, test } from 'vitest'
import { create, recordsOf, someone, statusOf } from '../testing/accounts.ts'
import { newEmail } from '../testing/identity.ts'
import { openTestServer, type People } from '../testing/server.ts'

const server = await openTestServer()
const { auditOf, exists } = recordsOf(server)
const { createAccount, updateAccount, deleteAccount, getAccount, listAccounts, getCurrentAccount } = accountCalls

const numbers = (statuses: number[]) => statuses.toSorted((a, b) => a - b)

const clientOf = ({ companyId }: People) =>
  server.work(async ({ tx }) => {
    await tx.scope({ companies: [companyId] })
    const [made] = await tx.sql<{ id: string }>`insert into clients (company_id, name) values (${companyId}, 'Client') returning id`
    return made?.id ?? ''
  })

describe('creating', () => {
  test('an owner creates an employee with a password, who can work at once', async () => {
    const people = await server.newCompany('Neige Express')
    const made = await create(people.owner, { role: 'employee', email: ' Nouvel.Employe@Exemple.CA' })
    expect(made).toMatchObject({
      firstName: 'Camille',
      lastName: 'Roy',
      email: 'nouvel.employe@exemple.ca',
      role: 'employee',
      emailVerified: false,
      accesses: [
        {
          companyId: people.companyId,
          companyName: 'Neige Express',
          role: 'employee',
          customerIds: [],
          sectorIds: [],
          routeForAlertIds: [],
        },
      ],
    })
    expect(made.accesses).toHaveLength(1)
    const employee = await server.signIn(made.email, 'choisi-par-autrui')
    expect(await employee(getCurrentAccount)).toMatchObject({ role: 'employee', currentAccess: { companyId: people.companyId } })
    expect(await statusOf(employee.raw(listAccounts))).toBe(403)
    expect(await people.owner(getAccount, { id: made.id })).toEqual({ ...made, id: employee.accountId })
    expect(await auditOf(people)).toMatchObject([{ action: 'account-created', details: { email: made.email, role: 'employee' } }])
  })

  test('owner is the default role; it is also read from the access to this company, and from no other', async () => {
    const [people, others] = [await server.newCompany(), await server.newCompany()]
    expect(await create(people.owner)).toMatchObject({ role: 'owner' })
    const accesses = [
      { companyId: others.companyId, role: 'manager' },
      { companyId: people.companyId, role: 'employee' },
    ]
    const made = await create(people.owner, { accesses })
    expect(made).toMatchObject({ role: 'employee' })
    expect(await statusOf(others.owner.raw(getAccount, { id: made.id }))).toBe(404)
  })

  test('an invited person chooses a password with the e-mailed link, once', async () => {
    const people = await server.newCompany('Neige Invitée')
    const made = await create(people.owner, { role: 'manager', invite: true, password: undefined })
    const letter = await server.letterTo(made.email, /Votre accès à Neige Invitée/)
    expect(letter.text).toContain('mode=resetPassword')
    expect(letter.text).toContain('Gestionnaire')
    await server.anyone(identityCalls.confirmResetCode, { code: letter.code, password: 'mon-propre-mot' })
    const manager = await server.signIn(made.email, 'mon-propre-mot')
    expect(await manager(getCurrentAccount)).toMatchObject({ role: 'manager', emailVerified: true })
    expect(await statusOf(server.anyone.raw(identityCalls.confirmResetCode, { code: letter.code, password: 'encore-un-mot' }))).toBe(422)
  })

  test('errors appear under their fields', async () => {
    const { owner } = await server.newCompany()
    for (const [more, field] of [
      [{ password: undefined }, 'password'],
      [{ password: undefined, invite: false }, 'password'],
      [{ password: 'court' }, 'password'],
      [{ firstName: ' ' }, 'firstName'],
      [{ lastName: null }, 'lastName'],
      [{ email: 'nulle part' }, 'email'],
      [{ role: 'king' }, 'role'],
    ] as const) {
      expect(await owner.raw(createAccount, { account: someone(more) })).toMatchObject({
        status: 422,
        body: { formErrors: { account: { [field]: expect.any(String) } } },
      })
    }
  })

  test.each([
    ['super_admin', roles],
    ['admin', ['owner', 'manager', 'employee', 'client']],
    ['owner', ['owner', 'manager', 'employee']],
  ] as const)('%s may give these roles and no others', async (by, may) => {
    const people = await server.newCompany()
    for (const role of roles) {
      const wanted: readonly Role[] = may
      expect(await statusOf(people[by].raw(createAccount, { account: someone({ role }) })), role).toBe(wanted.includes(role) ? 201 : 403)
    }
    const spelled = await people[by].raw(createAccount, { account: someone({ role: 'superAdmin' }) })
    expect(spelled.status).toBe(by === 'super_admin' ? 201 : 403)
  })

  test('concurrent creation of the same person gives one access', async () => {
    const people = await server.newCompany()
    const account = someone({ role: 'employee' })
    const statuses = await Promise.all([1, 2, 3, 4].map(() => statusOf(people.owner.raw(createAccount, { account }))))
    expect(numbers(statuses)).toEqual([201, 422, 422, 422])
    expect((await people.owner(listAccounts)).filter((one) => one.email === account.email)).toHaveLength(1)
  })
})

describe('an e-mail that has an account', () => {
  test('gets an access and keeps its password and names; its holder is told', async () => {
    const [ours, theirs] = [await server.newCompany('Chez nous'), await server.newCompany()]
    const theirOwner = await theirs.owner(getCurrentAccount)
    const made = await create(ours.owner, { email: theirOwner.email, role: 'employee', password: 'je-prends-tout' })
    expect(made).toMatchObject({ firstName: 'Camille', lastName: 'Roy', emailVerified: false, role: 'employee' })
    expect(await ours.owner(getAccount, { id: made.id })).toEqual(made) // nothing about the holder is shown before they have entered
    expect(made.accesses.map((access) => access.companyId)).toEqual([ours.companyId])
    await expect(server.signIn(theirOwner.email, 'je-prends-tout')).rejects.toThrow('wrong-password')
    expect((await server.letterTo(theirOwner.email, /Votre accès à Chez nous/)).code).toBe('')

    const holder = await server.signIn(theirOwner.email)
    expect((await holder(getCurrentAccount)).accesses.map((access) => [access.companyId, access.role])).toEqual([
      [theirs.companyId, 'owner'],
      [ours.companyId, 'employee'],
    ])
    for (const account of [{ password: 'je-prends-tout' }, { email: newEmail() }, { invite: true }])
      expect(await statusOf(ours.owner.raw(updateAccount, { id: made.id, account }))).toBe(403)
    expect(await ours.owner.raw(updateAccount, { id: made.id, account: { firstName: 'Cam' } })).toMatchObject({
      body: { firstName: 'Cam' },
    })
    expect((await holder(getCurrentAccount)).firstName).toBe('Prénom') // a company only sets what it calls them
    expect(await statusOf(ours.owner.raw(updateAccount, { id: made.id, account: { ...made, role: 'manager' } }))).toBe(200)
    expect((await theirs.owner(getCurrentAccount)).role).toBe('owner')
  })

  test('is shown to the company once its holder has entered', async () => {
    const [ours, theirs] = [await server.newCompany(), await server.newCompany()]
    const { email } = await theirs.employee(getCurrentAccount)
    const made = await create(ours.owner, { email, role: 'employee' })
    const holder = await server.signIn(email)
    await holder(accountCalls.updateCurrentAccount, { account: { accesses: [{ companyId: ours.companyId, isCurrent: true }] } })
    expect(await ours.owner(getAccount, { id: made.id })).toMatchObject({ email, emailVerified: true })
  })

  test('that already has this kind of access is refused; the other kind is given', async () => {
    const people = await server.newCompany()
    const { email } = await people.employee(getCurrentAccount)
    expect(await people.owner.raw(createAccount, { account: someone({ email, role: 'manager' }) })).toMatchObject({
      status: 422,
      body: { formErrors: { account: { email: expect.any(String) } } },
    })
    const both = await create(people.admin, { email, role: 'client' })
    expect(both.accesses.map((access) => access.role)).toEqual(['employee', 'client'])
    expect(await people.owner.raw(updateAccount, { id: both.id, account: { firstName: 'Bis' } })).toMatchObject({
      body: { role: 'employee' },
    })
    expect(await people.admin.raw(updateAccount, { id: both.id, account: { role: 'client' } })).toMatchObject({
      status: 422,
      body: { formErrors: { account: { role: expect.any(String) } } },
    })
  })

  test('that is unproven has no access before the proof: squatting an address gains nothing', async () => {
    const people = await server.newCompany()
    const email = newEmail()
    const squatted = await server.newCompany()
    await server.newAccount(email, { companyId: squatted.companyId, role: 'owner', verified: false })
    const squatter = await server.signIn(email)
    await create(people.owner, { email, role: 'owner' })
    const before = await squatter(getCurrentAccount)
    expect(before.accesses.map((access) => access.companyId)).toEqual([squatted.companyId])
    const enter = { account: { accesses: [{ companyId: people.companyId, isCurrent: true }] } }
    expect(await statusOf(squatter.raw(accountCalls.updateCurrentAccount, enter))).toBe(404)

    const { code } = await server.letterTo(email, /Votre accès/)
    await server.anyone(identityCalls.confirmResetCode, { code, password: 'titulaire-vrai' })
    const holder = await server.signIn(email, 'titulaire-vrai')
    expect((await holder(getCurrentAccount)).accesses).toHaveLength(2)
    expect(await statusOf(squatter.raw(getCurrentAccount))).toBe(401)
  })

  test('of platform staff cannot be taken over through an access', async () => {
    const people = await server.newCompany()
    const email = newEmail()
    const id = await server.newAccount(email, { role: 'super_admin', verified: false })
    const given = await create(people.owner, { email, role: 'employee' })
    for (const account of [{ password: 'je-prends-tout' }, { email: newEmail() }, { firstName: 'Moi' }, { role: 'manager' }])
      expect(await statusOf(people.owner.raw(updateAccount, { id: given.id, account }))).toBe(403)
    await people.owner(deleteAccount, { id: given.id })
    expect(await exists(id)).toBe(true)
    expect((await people.super_admin(getAccount, { id })).role).toBe('super_admin')
  })

  test('becomes platform staff only once its e-mail is proven', async () => {
    const people = await server.newCompany()
    const made = await create(people.owner, { role: 'employee' })
    expect(await statusOf(people.super_admin.raw(createAccount, { account: someone({ email: made.email, role: 'admin' }) }))).toBe(422)
    expect(await statusOf(people.super_admin.raw(updateAccount, { id: made.id, account: { role: 'super_admin' } }))).toBe(422)
    const { email } = await people.employee(getCurrentAccount)
    await create(people.super_admin, { email, role: 'admin' })
    expect(await people.employee(getCurrentAccount)).toMatchObject({ role: 'admin' })
  })
})

describe('customers', () => {
  test('of a manager are returned, replaced, and removed with the role', async () => {
    const people = await server.newCompany()
    const [one, two] = [await clientOf(people), await clientOf(people)]
    const made = await create(people.owner, { role: 'manager', customerIds: [one, two, one] })
    expect(made.accesses[0]?.customerIds).toEqual([one, two].toSorted())
    const put = async (account: object) =>
      ((await people.owner.raw(updateAccount, { id: made.id, account })).body as Account).accesses[0]?.customerIds
    expect(await put({ firstName: 'Reste' })).toHaveLength(2)
    expect(await put({ customerIds: [two] })).toEqual([two])
    const manager = await server.signIn(made.email, 'choisi-par-autrui')
    expect((await manager(getCurrentAccount)).currentAccess?.customerIds).toEqual([two])
    expect(await put({ accesses: [{ companyId: people.companyId, customerIds: [one] }] })).toEqual([one])
    expect(await put({ role: 'employee' })).toEqual([])
    expect(await put({ role: 'manager' })).toEqual([])
  })

  test('of another company are refused, and nothing is written', async () => {
    const [people, others] = [await server.newCompany(), await server.newCompany()]
    const theirs = await clientOf(others)
    const refused = { status: 422, body: { formErrors: { account: { customerIds: expect.any(String) } } } }
    const account = someone({ role: 'manager', customerIds: [theirs] })
    expect(await people.owner.raw(createAccount, { account })).toMatchObject(refused)
    expect(await server.sql(`select from accounts where email = $1`, [account.email])).toEqual([])
    const change = { firstName: 'Jamais', customerIds: [theirs] }
    expect(await people.owner.raw(updateAccount, { id: people.manager.accountId, account: change })).toMatchObject(refused)
    expect((await people.owner(getAccount, { id: people.manager.accountId })).firstName).toBe('Prénom')
  })
})
