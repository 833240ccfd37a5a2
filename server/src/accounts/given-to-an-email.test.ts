// An access is given to an e-mail and counts once the account has proven that very e-mail: every path, case by case.
import { accountCalls } from '@bordee/core/accounts/accounts.calls.ts'
import { identityCalls } from '@bordee/core/identity/identity.calls.ts'
import { describe, expect, test } from 'vitest'
import { newEmail } from '../testing/identity.ts'
import { testPassword } from '../testing/people.ts'
import { type Caller, openTestServer, type People } from '../testing/server.ts'

const server = await openTestServer()
const { createAccount, updateAccount, deleteAccount, getAccount, getCurrentAccount, updateCurrentAccount, resetPassword } = accountCalls
const { confirmEmail, confirmResetCode, sendEmailVerification, updatePassword } = identityCalls
const ownPassword = 'choisi-par-lien'

/** Who knows the account's password: whoever registered, the company that created it, or whoever followed a link. */
const passwords = ['holder', 'other', 'link'] as const
type Password = (typeof passwords)[number]

async function give(to: string, company: People, role = 'owner') {
  const { status, body } = await company.owner.raw(createAccount, {
    account: { firstName: 'Camille', lastName: 'Roy', email: to, role, invite: true },
  })
  expect(status).toBe(201)
  return body as { id: string }
}

/** An unproven account, and someone who can sign in to it. With a link nobody can before following it. */
async function unproven(by: Password): Promise<{ email: string; caller: Caller | null; home: People }> {
  const home = await server.newCompany()
  const email = newEmail()
  if (by === 'holder') await server.newAccount(email, { companyId: home.companyId, role: 'owner', verified: false })
  else {
    const account = { firstName: 'Camille', lastName: 'Roy', email, role: 'employee' }
    await home.owner(createAccount, { account: by === 'link' ? { ...account, invite: true } : { ...account, password: testPassword } })
  }
  return { email, caller: by === 'link' ? null : await server.signIn(email), home }
}

async function confirmAs(caller: Caller, email: string) {
  await caller(sendEmailVerification)
  const { code } = await server.letterTo(email, /Confirmez/)
  await caller(confirmEmail, { code })
}

async function takeUpByReset(email: string) {
  await server.anyone(resetPassword, { email })
  const { code } = await server.letterTo(email, /nouveau mot de passe/)
  await server.anyone(confirmResetCode, { code, password: ownPassword })
  return server.signIn(email, ownPassword)
}

/** The address's reader proves it, with this kind of password; returns who is signed in afterwards. */
async function prove(by: Password, { email, caller }: { email: string; caller: Caller | null }) {
  if (by === 'holder' && caller) {
    await confirmAs(caller, email)
    return caller
  }
  return takeUpByReset(email)
}

async function change(caller: Caller, next: string) {
  await caller(updateCurrentAccount, { account: { email: next } })
  const { code } = await server.letterTo(next, /Confirmez/)
  await caller(confirmEmail, { code })
}

const companiesOf = async (caller: Caller) => {
  const { status, body } = await caller.raw(getCurrentAccount)
  return status === 401 ? [] : (body as { accesses: { companyId: string }[] }).accesses.map(({ companyId }) => companyId)
}

async function isIn(caller: Caller, company: People) {
  const enter = { account: { accesses: [{ companyId: company.companyId, isCurrent: true }] } }
  const entered = (await caller.raw(updateCurrentAccount, enter)).status === 200
  expect((await companiesOf(caller)).includes(company.companyId)).toBe(entered)
  return entered
}

describe.each(passwords)('password by %s', (by) => {
  test('unproven: an access given by another company waits, whoever can sign in', async () => {
    const account = await unproven(by)
    const company = await server.newCompany()
    await give(account.email, company)
    if (account.caller) expect(await isIn(account.caller, company)).toBe(false)
    else await expect(server.signIn(account.email)).rejects.toThrow('wrong-password')
  })

  test('proven, access given before: it counts from the proof on', async () => {
    const account = await unproven(by)
    const company = await server.newCompany()
    await give(account.email, company)
    const holder = await prove(by, account)
    expect(await isIn(holder, company)).toBe(true)
    if (by === 'other' && account.caller) expect(await companiesOf(account.caller)).toEqual([]) // the password set by someone else is void
  })

  test('proven, access given after: it counts at once', async () => {
    const account = await unproven(by)
    const holder = await prove(by, account)
    const company = await server.newCompany()
    await give(account.email, company)
    expect(await isIn(holder, company)).toBe(true)
  })

  test('changed before any proof, access given before: it stays with the address, for its reader', async () => {
    const account = await unproven(by)
    const company = await server.newCompany()
    const given = await give(account.email, company)
    const invitation = await server.letterTo(account.email, /Votre accès/, by === 'link' ? 2 : 1)
    const next = newEmail()
    if (account.caller) await change(account.caller, next)
    // Without a password, only the company that created the account can change it.
    else await account.home.owner(updateAccount, { id: (await idOf(account.home, account.email)) ?? '', account: { email: next } })

    const stranger = by === 'holder' ? account.caller : await takeUpByReset(next)
    expect(stranger && (await isIn(stranger, company))).toBe(false)
    await server.anyone(confirmResetCode, { code: invitation.code, password: ownPassword })
    const reader = await server.signIn(account.email, ownPassword)
    expect(await companiesOf(reader)).toEqual(by === 'other' ? expect.arrayContaining([company.companyId]) : [company.companyId])
    expect(await company.owner(getAccount, { id: given.id })).toMatchObject({ email: account.email })
  })

  test('changed before any proof, access given after: to the new address it counts; to the old one it is its reader’s', async () => {
    const account = await unproven(by)
    const next = newEmail()
    if (account.caller) await change(account.caller, next)
    else await account.home.owner(updateAccount, { id: (await idOf(account.home, account.email)) ?? '', account: { email: next } })
    const holder = by === 'holder' && account.caller ? account.caller : await takeUpByReset(next)
    const [toNew, toOld] = [await server.newCompany(), await server.newCompany()]
    await give(next, toNew)
    await give(account.email, toOld)
    expect(await isIn(holder, toNew)).toBe(true)
    expect(await isIn(holder, toOld)).toBe(false)
    expect(await isIn(await takeUpByReset(account.email), toOld)).toBe(true)
  })

  test('changed after the proof: earlier accesses to the old address stay; later ones do not count', async () => {
    const account = await unproven(by)
    const holder = await prove(by, account)
    const [before, after] = [await server.newCompany(), await server.newCompany()]
    await give(account.email, before)
    await change(holder, newEmail())
    await give(account.email, after)
    expect(await isIn(holder, before)).toBe(true)
    expect(await isIn(holder, after)).toBe(false)
  })
})

const idOf = async (company: People, email: string) =>
  (await company.owner(accountCalls.listAccounts)).find((account) => account.email === email)?.id

test("changing one's e-mail keeps the company one registered", async () => {
  const { caller, home } = await unproven('holder')
  if (caller) await change(caller, newEmail())
  expect(caller && (await isIn(caller, home))).toBe(true)
})

test('someone who created an account and changed its password as its holder is out after the proof', async () => {
  const { email, caller } = await unproven('other')
  const company = await server.newCompany()
  await give(email, company)
  await caller?.(updatePassword, { password: 'encore-à-moi' })
  await caller?.(sendEmailVerification)
  const { code } = await server.letterTo(email, /Confirmez/)
  await caller?.(confirmEmail, { code })
  expect(caller && (await companiesOf(caller))).toEqual([])
  await expect(server.signIn(email, 'encore-à-moi')).rejects.toThrow('wrong-password')
})

test('a confirmation without signing in proves nothing, and its reader still gets what was given to the address', async () => {
  const { email, caller } = await unproven('holder')
  const company = await server.newCompany()
  await give(email, company)
  await caller?.(sendEmailVerification)
  const { code } = await server.letterTo(email, /Confirmez/)
  expect((await server.anyone.raw(confirmEmail, { code })).status).toBe(401)
  expect(caller && (await isIn(caller, company))).toBe(false)
  expect(await isIn(await takeUpByReset(email), company)).toBe(true)
})

test('accesses given by others neither keep the company that created the account from correcting it, nor show', async () => {
  const home = await server.newCompany()
  const email = newEmail()
  const made = await home.owner(createAccount, {
    account: { firstName: 'Camille', lastName: 'Roy', email, role: 'employee', invite: true },
  })
  const company = await server.newCompany()
  await give(email, company)
  expect(await home.owner.raw(getAccount, { id: made.id })).toMatchObject({ status: 200, body: made })
  expect((await home.owner.raw(updateAccount, { id: made.id, account: { firstName: 'Cam' } })).status).toBe(200)
  expect(await home.owner.raw(updateAccount, { id: made.id, account: { email: newEmail() } })).toMatchObject({ status: 200 })
  expect(await idOf(company, email)).toBeDefined()
  expect(await isIn(await takeUpByReset(email), company)).toBe(true)
})

test('a company that did not create the account can neither rename its holder nor change how they sign in', async () => {
  const { email, caller } = await unproven('holder')
  const company = await server.newCompany()
  const { id } = await give(email, company, 'employee')
  for (const account of [{ password: 'je-prends-tout' }, { email: newEmail() }, { invite: true }])
    expect((await company.owner.raw(updateAccount, { id, account })).status).toBe(403)
  expect((await company.owner.raw(updateAccount, { id, account: { firstName: 'Ridicule' } })).status).toBe(200)
  expect(caller && (await caller(getCurrentAccount)).firstName).toBe('Prénom')
})

test('a change of e-mail concurrent with an access to the old one never lets the stranger in', async () => {
  for (let round = 0; round < 5; round++) {
    const { email, caller } = await unproven('holder')
    const company = await server.newCompany()
    const next = newEmail()
    await caller?.(updateCurrentAccount, { account: { email: next } })
    const { code } = await server.letterTo(next, /Confirmez/)
    const account = { firstName: 'C', lastName: 'R', email, role: 'owner', invite: true }
    const [, given] = await Promise.all([caller?.raw(confirmEmail, { code }), company.owner.raw(createAccount, { account })])
    expect([201, 409]).toContain(given.status)
    expect(caller && (await isIn(caller, company))).toBe(false)
  }
})

test('withdrawing a waiting access leaves the account unchanged', async () => {
  const { email, caller, home } = await unproven('holder')
  const company = await server.newCompany()
  const { id } = await give(email, company)
  await company.owner(deleteAccount, { id })
  expect(caller && (await isIn(caller, home))).toBe(true)
})
