import { accountCalls } from '@bordee/core/accounts/accounts.calls.ts'
import { companyCalls } from '@bordee/core/companies/companies.calls.ts'
import { incompleteAddress } from '@bordee/core/companies/company.ts'
import { identityCalls } from '@bordee/core/identity/identity.calls.ts'
import { noLink } from '@bordee/core/links.ts'
import { roles } from '@bordee/core/roles.ts'
import { expect, test } from 'vitest'
import { solveEasyCaptcha } from '../testing/captcha.ts'
import { newClient } from '../testing/folders.ts'
import { openTestServer } from '../testing/server.ts'

const server = await openTestServer()
const byText = (a: unknown, b: unknown) => String(a).localeCompare(String(b))
const { registerCompany, getCurrentCompany, getCompany, listCompanies } = companyCalls

const company = {
  name: 'Déneigement Gagné',
  QEN: '117 482 9305',
  email: 'Info@Gagne.CA',
  phone: '+1 (418) 555-0142',
  civicNumber: '12',
  street: 'chemin Sainte-Foy',
  city: 'Québec',
  zip: 'g1r1p8',
  location: { lat: 46.8, lng: -71.2 },
}
const account = { firstName: 'Élise', lastName: 'Gagné', email: 'elise@gagne.ca', password: 'motdepasse1' }

const register = async (input: object) =>
  server.anyone.raw(registerCompany, input, { headers: { recaptcha: await solveEasyCaptcha(server) } })

test('registering requires the captcha', async () => {
  expect(await server.anyone.raw(registerCompany, { account, company })).toMatchObject({ status: 422, body: { code: 'captcha-required' } })
})

test('names of companies and people hold no address', async () => {
  const answer = await register({ account: { ...account, firstName: 'Élise gagne.ca' }, company: { ...company, name: 'Gagnez . example' } })
  expect(answer).toMatchObject({ status: 422, body: { formErrors: { account: { firstName: noLink }, company: { name: noLink } } } })
})

test('a company registers, and its owner signs in and proves the e-mail', async () => {
  const made = await register({ account, company })
  expect(made).toMatchObject({
    status: 201,
    body: {
      name: 'Déneigement Gagné',
      QEN: '1174829305',
      email: 'info@gagne.ca',
      phone: '4185550142',
      zip: 'G1R 1P8',
      state: 'QC',
      country: 'CA',
      type: 'company',
      isActive: true,
      sectorMode: true,
      apartment: null,
      location: { lat: 46.8, lng: -71.2 },
      sectorConfig: { sectorType: 'flat' },
      alertConfig: { isActive: false, isAccessesLimited: false, minTimeBetweenTwoAlert: 5, startHourAllowed: null, endHourAllowed: null },
      contractConfig: {
        isActive: false,
        isPaymentReminderActive: true,
        isSignatureReminderActive: true,
        isContractAffectSiteStatus: false,
        isOnlinePaymentActive: false,
      },
      quoteConfig: null,
      timeZone: 'America/Toronto',
    },
  })
  const owner = await server.signIn(account.email)
  expect(await owner(accountCalls.getCurrentAccount)).toMatchObject({
    role: 'owner',
    emailVerified: false,
    currentAccess: { companyName: company.name, role: 'owner', isCurrent: true },
  })
  expect(await owner(getCurrentCompany)).toEqual(made.body)

  const { code } = await server.letterTo(account.email)
  await owner(identityCalls.confirmEmail, { code })
  expect(await owner(accountCalls.getCurrentAccount)).toMatchObject({ emailVerified: true })
})

test('missing or invalid values are reported under their fields, and nothing is written', async () => {
  const answer = await register({
    account: { ...account, email: 'nulle part', password: 'court', firstName: ' ' },
    company: { ...company, QEN: '123', phone: '911', zip: 'H0H', name: '', location: null },
  })
  expect(answer).toMatchObject({
    status: 422,
    body: {
      message: 'L’information que vous tentez de sauvegarder est invalide.',
      type: 'failure',
      formErrors: {
        account: {
          firstName: 'Ce champ est requis.',
          email: 'Ce champ requiert un courriel valide.',
          password: 'Ce champ doit contenir au moins 8 caractères.',
        },
        company: {
          name: 'Ce champ est requis.',
          QEN: 'Ce champ doit contenir 9 ou 10 chiffres.',
          phone: expect.any(String),
          zip: expect.any(String),
        },
      },
    },
  })
  const { location, ...unplaced } = company
  for (const placeless of [unplaced, { ...company, location: null }]) {
    expect(await register({ account: { ...account, email: 'a@b.ca' }, company: placeless })).toMatchObject({
      status: 422,
      body: { formErrors: { company: { location: incompleteAddress } } },
    })
  }
  expect(location).toBeDefined()
})

test('concurrent registrations of one e-mail create one company', async () => {
  const twice = { account: { ...account, email: 'double@gagne.ca' }, company: { ...company, name: 'Une seule fois' } }
  const answers = await Promise.all([1, 2, 3, 4].map(() => register(twice)))
  expect(answers.map((answer) => answer.status).toSorted(byText)).toEqual([201, 422, 422, 422])
  const { super_admin: staff } = await server.newCompany()
  expect((await staff(listCompanies)).filter((one) => one.name === 'Une seule fois')).toHaveLength(1)
})

test('each role reads what it may of its company', async () => {
  const people = await server.newCompany()
  const whole = await people.owner(getCurrentCompany)
  expect(whole).toHaveProperty('QEN')
  for (const role of ['manager', 'employee', 'client'] as const) {
    const card = await people[role](getCurrentCompany)
    expect(Object.keys(card).toSorted(byText)).toEqual([
      'alertConfig',
      'contractConfig',
      'email',
      'geolocationConfig',
      'id',
      'isProven',
      'isTrial',
      'logo',
      'name',
      'operationConfig',
      'phone',
      'photoConfig',
      'quoteConfig',
      'sectorConfig',
      'sectorMode',
      'timeZone',
    ])
  }
  expect(await people.owner(getCompany, { id: people.companyId })).toEqual(whole)
})

test('a client reads the card of each company that serves them, and of no other', async () => {
  const [first, second, third] = [await server.newCompany(), await server.newCompany(), await server.newCompany()]
  const email = 'deux-compagnies@exemple.ca'
  await server.newAccount(email, { companyId: first.companyId, role: 'client' })
  await newClient(second.owner, { email })
  const client = await server.signIn(email)
  for (const { companyId } of [first, second]) {
    const card = await client(getCompany, { id: companyId })
    expect(card.id).toBe(companyId)
    expect(card).not.toHaveProperty('QEN')
  }
  expect((await client.raw(getCompany, { id: third.companyId })).status).toBe(404)
})

test('platform staff enter any active company, and it is audited', async () => {
  const [one, other] = [await server.newCompany(), await server.newCompany()]
  const staff = one.admin
  const entered = await staff(accountCalls.updateCurrentAccount, {
    account: { accesses: [{ companyId: other.companyId, isCurrent: true }] },
  })
  expect(entered.currentAccess).toMatchObject({ companyId: other.companyId, role: 'admin' })
  expect(await staff(getCurrentCompany)).toMatchObject({ id: other.companyId })
  expect((await staff.raw(getCurrentCompany, {}, { headers: { 'x-company': one.companyId } })).status).toBe(409)
  const log = await server.work(async ({ tx }) => {
    await tx.scope({ companies: [other.companyId] })
    return tx.sql`select action, account_id as "accountId" from audit_log`
  })
  expect(log).toEqual([{ action: 'company-entered', accountId: staff.accountId }])
})

test("every role uses the company's time zone", async () => {
  const people = await server.newCompany()
  await server.work(async ({ tx }) => {
    await tx.scope({ companies: [people.companyId] })
    await tx.sql`update companies set time_zone = 'America/Halifax' where id = ${people.companyId}`
  })
  for (const role of roles) expect(await people[role](getCurrentCompany), role).toMatchObject({ timeZone: 'America/Halifax' })
})

test('nobody else enters a company without access, or gains a role by switching', async () => {
  const [ours, theirs] = [await server.newCompany(), await server.newCompany()]
  const enter = (companyId: string) =>
    ours.employee.raw(accountCalls.updateCurrentAccount, {
      account: { accesses: [{ companyId, isCurrent: true, role: 'owner', customerIds: ['x'] }] },
    })
  expect((await enter(theirs.companyId)).status).toBe(404)
  expect(await enter(ours.companyId)).toMatchObject({ status: 200, body: { role: 'employee', currentAccess: { role: 'employee' } } })
})

test('an account with two accesses works in one company at a time', async () => {
  const [ours, theirs] = [await server.newCompany(), await server.newCompany()]
  await server.work(async ({ tx }) => {
    await tx.scope({ companies: [theirs.companyId] })
    await tx.sql`insert into accesses (company_id, account_id, role) values (${theirs.companyId}, ${ours.owner.accountId}, 'employee')`
  })
  const before = await ours.owner(accountCalls.getCurrentAccount)
  expect(before.accesses.map((access) => [access.companyId, access.role, access.isCurrent])).toEqual([
    [ours.companyId, 'owner', true],
    [theirs.companyId, 'employee', false],
  ])
  const after = await ours.owner(accountCalls.updateCurrentAccount, {
    account: { accesses: [{ companyId: theirs.companyId, isCurrent: true }] },
  })
  expect(after).toMatchObject({ role: 'employee', currentAccess: { companyId: theirs.companyId } })
  expect((await ours.owner.raw(accountCalls.listAccounts)).status).toBe(403)
})

test('nobody can enter an archived or deactivated company', async () => {
  for (const closing of ['archived_at = now()', 'is_active = false']) {
    const people = await server.newCompany()
    await server.work(async ({ tx }) => {
      await tx.scope({ companies: [people.companyId] })
      await (closing.startsWith('archived')
        ? tx.sql`update companies set archived_at = now() where id = ${people.companyId}`
        : tx.sql`update companies set is_active = false where id = ${people.companyId}`)
    })
    expect((await people.owner.raw(accountCalls.listAccounts)).status).toBe(403)
    expect(await people.owner(accountCalls.getCurrentAccount)).toMatchObject({ role: null, accesses: [], currentAccess: null })
  }
})

test('the list of accounts shows this company’s accesses; only staff see staff', async () => {
  const people = await server.newCompany()
  const seenByOwner = await people.owner(accountCalls.listAccounts)
  expect(seenByOwner.map((one) => one.role).toSorted(byText)).toEqual(['client', 'employee', 'employee', 'manager', 'owner'])
  for (const one of seenByOwner) expect(one.accesses.map((access) => access.companyId)).toEqual([people.companyId])
  expect((await people.owner(accountCalls.listAccounts, { roles: ['employee', 'owner'] })).map((one) => one.role).toSorted(byText)).toEqual(
    ['employee', 'employee', 'owner'],
  )
  expect((await people.admin(accountCalls.listAccounts)).some((one) => one.id === people.super_admin.accountId)).toBe(true)
  expect((await people.owner.raw(accountCalls.getAccount, { id: people.super_admin.accountId })).status).toBe(404)
})
