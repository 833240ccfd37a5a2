import type { Account } from '@bordee/core/accounts/account.ts'
import { accountCalls } from '@bordee/core/accounts/accounts.calls.ts'
import { identityCalls } from '@bordee/core/identity/identity.calls.ts'
import { type Role, roles } from '@bordee/core/roles.ts'
import { describe, expect, test } from 'vitest'
import { newEmail, peopleOf } from '../testing/identity.ts'
import { type Caller, openTestServer, type People } from '../testing/server.ts'

const server = await openTestServer()
const { linkFor, folder } = peopleOf(server)
const { createAccount, updateAccount, deleteAccount, deleteAccounts, getAccount, listAccounts, getCurrentAccount } = accountCalls

const someone = (more: object = {}) => ({
  firstName: 'Camille',
  lastName: 'Roy',
  email: newEmail(),
  password: 'choisi-par-autrui',
  ...more,
})

async function create(by: Caller, more: object = {}): Promise<Account> {
  const { status, body } = await by.raw(createAccount, { account: someone(more) })
  if (status !== 201) throw new Error(JSON.stringify(body))
  return body as Account
}

const statusOf = async (reply: Promise<{ status: number }>) => (await reply).status
const numbers = (statuses: number[]) => statuses.toSorted((a, b) => a - b)

/** The audit lines of a company, oldest first. */
const auditOf = ({ companyId }: People) =>
  server.work(async ({ tx }) => {
    await tx.scope({ companies: [companyId] })
    return tx.sql<{ action: string; details: Record<string, unknown> }>`select action, details from audit_log order by id`
  })

const clientOf = ({ companyId }: People) =>
  server.work(async ({ tx }) => {
    await tx.scope({ companies: [companyId] })
    const [made] = await tx.sql<{ id: string }>`insert into clients (company_id, name) values (${companyId}, 'Client') returning id`
    return made?.id ?? ''
  })

const exists = async (id: string) => (await server.sql(`select from accounts where id = $1`, [id])).length === 1

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
    expect(await people.owner(getAccount, { id: made.id })).toEqual(made)
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
    expect(await ours.owner(getAccount, { id: made.id })).toEqual(made) // nothing about the holder is shown before he has entered
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
    expect((await holder(getCurrentAccount)).firstName).toBe('Prénom') // a company only sets what it calls him
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
    await create(people.owner, { email, role: 'employee' })
    for (const account of [{ password: 'je-prends-tout' }, { email: newEmail() }, { firstName: 'Moi' }, { role: 'manager' }])
      expect(await statusOf(people.owner.raw(updateAccount, { id, account }))).toBe(403)
    await people.owner(deleteAccount, { id })
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

  test("nobody can raise his own role, or anyone's above what he may give", async () => {
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

describe('deleting', () => {
  test('removes the access at once, and the account with its last access', async () => {
    const [ours, theirs] = [await server.newCompany(), await server.newCompany()]
    const { email } = await ours.employee(getCurrentAccount)
    await create(theirs.owner, { email, role: 'manager' })
    const gone = await ours.owner.raw(deleteAccount, { id: ours.employee.accountId })
    expect(gone).toMatchObject({ status: 200, body: null })
    expect(await ours.employee(getCurrentAccount)).toMatchObject({ role: 'manager', currentAccess: { companyId: theirs.companyId } })
    expect(await statusOf(ours.owner.raw(getAccount, { id: ours.employee.accountId }))).toBe(404)
    expect(await statusOf(ours.owner.raw(deleteAccount, { id: ours.employee.accountId }))).toBe(404)

    await theirs.owner(deleteAccount, { id: ours.employee.accountId })
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

  test('the last owner stays, unless platform staff remove him', async () => {
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
      // The second one finds himself the last, or is no longer admitted at all.
      expect(statuses.filter((status) => status === 200)).toHaveLength(1)
      expect((await people.super_admin(listAccounts, { roles: ['owner'] })).length).toBe(1)
    }
  })

  test('two companies that remove the same person concurrently leave no account', async () => {
    const [ours, theirs] = [await server.newCompany(), await server.newCompany()]
    const { id, email } = await ours.employee(getCurrentAccount)
    await create(theirs.owner, { email, role: 'employee' })
    await Promise.all([ours.owner(deleteAccount, { id }), theirs.owner(deleteAccount, { id })])
    expect(await exists(id)).toBe(false)
  })

  test('platform staff keep their account; only a super admin can delete it', async () => {
    const people = await server.newCompany()
    const { email } = await people.admin(getCurrentAccount)
    await create(people.owner, { email, role: 'employee' })
    await people.owner(deleteAccount, { id: people.admin.accountId })
    expect(await people.admin(getCurrentAccount)).toMatchObject({ role: 'admin' })
    const { super_admin: staff } = await server.newCompany()
    await staff(deleteAccount, { id: people.admin.accountId })
    expect(await exists(people.admin.accountId)).toBe(false)
  })
})
