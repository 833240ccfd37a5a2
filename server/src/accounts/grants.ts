// Gives, changes and removes access to a company. The rules are in core/src/accounts/granting.ts.
import type { AccountChanges, AccountFields } from '@bordee/core/accounts/account.ts'
import { defaultRole, type Holder, isAccessRole, mayChange, mayChangeCredentials, mayGive } from '@bordee/core/accounts/granting.ts'
import { conflict, forbidden, invalid, notFound, tooMany } from '@bordee/core/problem.ts'
import { isPlatform, mayBeDispatcher, type PlatformRole, type Role, roleNames } from '@bordee/core/roles.ts'
import { audit } from '../engine/audit.ts'
import { type Ctx, companyOf } from '../engine/ctx.ts'
import { sql } from '../engine/db/sql.ts'
import { defined, picked } from '../engine/db/writing.ts'
import type { LetterContent } from '../engine/documents/letters.ts'
import { mailLater } from '../engine/jobs/mail.jobs.ts'
import { mailboxFull } from '../engine/jobs/mailboxes.ts'
import {
  changeAccessRole,
  deleteAccess,
  deleteAccesses,
  insertAccess,
  moveAccesses,
  nameAccess,
  noteAccessLetter,
  readdressAccesses,
  setAccessPhone,
  setCanDispatch,
} from '../identity/access-rows.ts'
import {
  changeCredentials,
  clearPlatformRoles,
  deleteAccounts,
  insertUnlessTaken,
  renameAccount,
  setPlatformRole,
} from '../identity/account-rows.ts'
import { issueCode, voidCodes, voidCodesOfHolder } from '../identity/codes.ts'
import { accessGivenLetter, inviteLetter } from '../identity/identity.letters.ts'
import { type AccountRow, endSessions, findAccount } from '../identity/identity.queries.ts'
import { refuseLastOwner, refuseLastSuperAdmin } from '../identity/last-owner.ts'
import { moveUnprovenAccesses } from '../identity/left-behind.ts'
import { requireProven } from '../identity/owners.ts'
import { hashPassword } from '../identity/passwords.ts'
import { voidPassword } from '../identity/proofs.ts'
import { isKnownHere, isListed } from './accounts.queries.ts'
import { type Scopes, scopeKeys, setScopes } from './scopes.ts'

/** Letters from one sender; to one address from one company, and from all companies. */
const invitationsPerHour = 200
const invitationsPerDay = { fromCompany: 4, fromAll: 9 }
const day = 86_400

/** Returns the account's id. An e-mail that has an account gets an access; its password and names stay. */
export async function giveAccess(ctx: Ctx, account: AccountFields): Promise<string> {
  const companyId = companyOf(ctx)
  const here = grantHere(account, companyId)
  const role = account.role ?? here?.role ?? defaultRole
  if (!mayGive(ctx.actor, role)) throw forbidden('Vous ne pouvez pas donner ce rôle.')
  await countInvitation(ctx, account.email)

  const hash = account.password && !account.invite ? await hashPassword(account.password) : null
  const { email, firstName, lastName } = account
  const isOthers = hash !== null
  const made = await insertUnlessTaken(ctx.tx, {
    email,
    firstName,
    lastName,
    passwordHash: hash,
    passwordByOther: isOthers,
    currentCompanyId: companyId,
  })
  const known = made ? undefined : await holdAccount(ctx, account.email)
  const id = made ?? known?.id
  if (!id) throw conflict('Ce compte vient de changer. Veuillez réessayer.')

  if (isPlatform(role)) await givePlatformRole(ctx, { accountId: id, role, known })
  else {
    const accessId = await insertAccess(ctx.tx, { companyId, accountId: id, role, givenTo: account.email, withAccount: !known })
    if (!accessId) throw alreadyHasAccess()
    if (known) await nameAccess(ctx.tx, accessId, { firstName, lastName })
    await setScopes(ctx, accessId, role, { ...here, ...given(account) })
    await setDispatching(ctx, { accessId, accountId: id, role }, account.canDispatch ?? here?.canDispatch)
    await setPhone(ctx, accessId, account, here)
  }
  await audit(ctx, known ? 'access-given' : 'account-created', { accountId: id, email: account.email, role })
  if (known) await notifyHolder(ctx, known, role)
  else if (account.invite) await invite(ctx, { accountId: id, email: account.email, role })
  return id
}

/** Locked, so that its holder can't change the e-mail while an access is given to it. */
async function holdAccount(ctx: Ctx, email: string): Promise<AccountRow | undefined> {
  await ctx.tx.sql`select from accounts where email = ${email} for share`
  return findAccount(ctx, { email })
}

/** A merge: absent fields stay. Returns the account's id: another one if the access moves to an existing account. */
export async function changeAccount(ctx: Ctx, id: string, account: AccountChanges): Promise<string> {
  const companyId = companyOf(ctx)
  const holder = await lockHolder(ctx, id)
  if (!mayChange(ctx.actor, holder)) throw forbidden('Vous ne pouvez pas modifier le compte de cette personne.')
  await changeNames(ctx, holder, account)

  // An entity that was read carries its role twice; the one that differs is the one that was changed.
  const here = grantHere(account, companyId)
  const wanted = [account.role, here?.role].find((role) => role && role !== holder.role)
  const role = wanted ?? holder.role
  const accessId = wanted ? await changeRole(ctx, holder, wanted) : holder.accessId
  if (accessId) {
    await setScopes(ctx, accessId, role, { ...here, ...given(account) })
    // Someone who stops being an employee may still carry the switch as it was read.
    const canDispatch = wanted && !mayBeDispatcher(role) ? false : (account.canDispatch ?? here?.canDispatch)
    await setDispatching(ctx, { accessId, accountId: holder.accountId, role }, canDispatch)
    await setPhone(ctx, accessId, account, here)
  }
  return changeSignIn(ctx, { ...holder, role }, account)
}

/** All or nothing. An account is deleted with its last access. */
export async function removeAccounts(ctx: Ctx, accountIds: string[]) {
  const companyId = companyOf(ctx)
  const holders = await lockHolders(ctx, [...new Set(accountIds)])
  const ids = holders.map((holder) => holder.accountId)
  // An access belongs to the company, whoever holds it; a platform role does not.
  if (!holders.every((holder) => holder.accessId || mayChange(ctx.actor, holder)))
    throw forbidden('Vous ne pouvez pas supprimer le compte de cette personne.')
  if (holders.some((holder) => holder.accessId && holder.role === 'owner')) await refuseLastOwner(ctx, [companyId], ids)
  for (const { accountId, email, role } of holders) await audit(ctx, 'account-deleted', { accountId, email, role })
  await deleteAccesses(ctx.tx, companyId, ids)
  const staff = holders.filter((holder) => !holder.accessId)
  if (staff.length) await takePlatformRoles(ctx, staff)
  const orphans = holders.filter((holder) => !holder.hasOtherAccess && !(holder.accessId && holder.platformRole))
  await deleteAccounts(
    ctx.tx,
    orphans.map((holder) => holder.accountId),
  )
}

/**
 * Names belong to the holder and an account is global, so a company only writes what it calls them, on its own access.
 * It names the account itself only while nobody else knows them: it created the account, and the e-mail is unproven.
 */
async function changeNames(
  ctx: Ctx,
  holder: HolderRow,
  { firstName = holder.firstName, lastName = holder.lastName }: Partial<AccountFields>,
) {
  if (firstName === holder.firstName && lastName === holder.lastName) return
  const { accountId, accessId } = holder
  const namesAccount = !accessId || accountId === ctx.actor.accountId || (holder.madeHere && !holder.emailVerified)
  if (!namesAccount) return nameAccess(ctx.tx, accessId, { firstName, lastName })
  await renameAccount(ctx.tx, accountId, { firstName, lastName })
  if (accessId) await nameAccess(ctx.tx, accessId, { firstName: null, lastName: null })
}

interface HolderRow extends Holder {
  firstName: string
  lastName: string
  platformRole: PlatformRole | null
  /** An access to another company, whether it counts or not: the account then survives losing ours. */
  hasOtherAccess: boolean
  /** As the company may know it. */
  email: string
  /** The access to the current company; of two, the one to work there. Null for platform staff without one. */
  accessId: string | null
  hasPassword: boolean
}

async function lockHolder(ctx: Ctx, id: string): Promise<HolderRow> {
  const [holder] = await lockHolders(ctx, [id])
  if (!holder) throw notFound('Compte')
  return holder
}

/**
 * Locks the accounts until the request ends; one that this actor can't see is a 404 for all. The company is locked
 * first, so that two owners who remove each other wait in turn. (`no key`: references to the company need not wait.)
 */
async function lockHolders({ tx, actor }: Ctx, ids: string[]): Promise<HolderRow[]> {
  const seesStaff = isPlatform(actor.role)
  await tx.sql`select from companies where id = ${actor.companyId} for no key update`
  const rows = await tx.sql<Omit<HolderRow, 'hasOtherAccess'>>`
    select a.id as "accountId", coalesce(x.first_name, a.first_name) as "firstName", coalesce(x.last_name, a.last_name) as "lastName",
           case when x.id is null or ${isKnownHere('x')} then a.email else x.given_to end as email,
           a.platform_role as "platformRole", a.email_verified_at is not null as "emailVerified",
           a.password_hash is not null as "hasPassword", x.id as "accessId",
           coalesce(x.with_account, true) as "madeHere", coalesce(x.role, a.platform_role) as role
    from accounts a
    left join lateral (
      select *
      from accesses
      where account_id = a.id and company_id = ${actor.companyId} and ${isListed('accesses')}
      order by is_client
      limit 1) x on true
    where a.id = any(${ids}::uuid[]) and (x.id is not null ${seesStaff ? sql`or a.platform_role is not null` : sql``})
    order by a.id for update of a`
  if (rows.length !== ids.length) throw notFound('Compte')
  const holders: HolderRow[] = []
  for (const row of rows) {
    await tx.scope({ account: row.accountId }) // accesses to other companies are only visible in their holder's scope
    const [other] = await tx.sql<{ found: boolean }>`
      select exists (
        select from accesses
        where account_id = ${row.accountId} and company_id is distinct from ${actor.companyId}::uuid) as found`
    holders.push({ ...row, hasOtherAccess: other?.found ?? false })
  }
  await tx.scope({ account: actor.accountId, companies: actor.companies })
  return holders
}

/** Returns the access to the current company after the change, if there is one. */
async function changeRole(ctx: Ctx, holder: HolderRow, role: Role): Promise<string | null> {
  const { accountId } = holder
  if (!mayGive(ctx.actor, role, holder)) throw forbidden('Vous ne pouvez pas donner ce rôle.')
  if (holder.accessId && holder.role === 'owner') await refuseLastOwner(ctx, [companyOf(ctx)], [accountId])
  await audit(ctx, 'role-changed', { accountId, from: holder.role, to: role })
  if (isPlatform(role)) {
    const known = holder.platformRole ? undefined : await findAccount(ctx, { id: accountId })
    if (holder.platformRole === 'super_admin' && role !== 'super_admin') await refuseLastSuperAdmin(ctx, [accountId])
    await givePlatformRole(ctx, { accountId, role, known, replaces: holder.platformRole })
    await deleteAccess(ctx.tx, holder.accessId)
    return null
  }
  if (!isAccessRole(role)) return null
  if (!holder.accessId) {
    await takePlatformRoles(ctx, [holder])
    return insertAccess(ctx.tx, { companyId: companyOf(ctx), accountId, role, givenTo: holder.email, withAccount: false })
  }
  if (!(await changeAccessRole(ctx.tx, holder.accessId, role)))
    throw invalid({ account: { role: 'Cette personne a déjà cet accès à votre compagnie.' } })
  return holder.accessId
}

/** « Peut répartir »; a switch that isn't sent stays as it is. */
async function setDispatching(
  ctx: Ctx,
  { accessId, accountId, role }: { accessId: string; accountId: string; role: Role },
  canDispatch: boolean | null | undefined,
) {
  if (canDispatch && !mayBeDispatcher(role)) throw invalid({ account: { canDispatch: 'Seul un employé peut répartir.' } })
  if (typeof canDispatch !== 'boolean') return
  if (await setCanDispatch(ctx.tx, accessId, canDispatch)) await audit(ctx, 'dispatching-changed', { accountId, canDispatch })
}

/** The one beside the role overrides the one inside an access. */
async function setPhone({ tx }: Ctx, accessId: string, { phone }: AccountChanges, here: { phone?: string | null | undefined } | undefined) {
  const told = phone === undefined ? here?.phone : phone
  if (told !== undefined) await setAccessPhone(tx, accessId, told)
}

/** Someone else may know the password of an existing account, so it must have proven its e-mail first. */
async function givePlatformRole(
  ctx: Ctx,
  {
    accountId,
    role,
    known,
    replaces = null,
  }: { accountId: string; role: PlatformRole; known?: AccountRow | undefined; replaces?: PlatformRole | null },
) {
  if (known && !known.emailVerified) throw invalid({ account: { email: 'Cette personne doit d’abord confirmer son courriel.' } })
  if (!(await setPlatformRole(ctx.tx, accountId, role, replaces))) throw alreadyHasAccess()
}

async function takePlatformRoles(ctx: Ctx, holders: HolderRow[]) {
  const ids = holders.map((holder) => holder.accountId)
  if (holders.some((holder) => holder.platformRole === 'super_admin')) await refuseLastSuperAdmin(ctx, ids)
  await clearPlatformRoles(ctx.tx, ids)
}

async function changeSignIn(
  ctx: Ctx,
  holder: HolderRow,
  { email, password, invite: invites, firstName = holder.firstName, lastName = holder.lastName }: Partial<AccountFields>,
): Promise<string> {
  const { accountId } = holder
  const newEmail = email && email !== holder.email ? email : null
  if (!newEmail && !password && !invites) return accountId
  if (!mayChangeCredentials(ctx.actor, holder))
    throw forbidden('Le courriel et le mot de passe de ce compte ne peuvent être changés que par la personne à qui il appartient.')
  const known = newEmail && holder.accessId ? await holdAccount(ctx, newEmail) : undefined
  if (known) return moveTo(ctx, { ...holder, firstName, lastName }, known)
  const hash = password && !invites ? await hashPassword(password) : null
  await changeCredentials(ctx.tx, accountId, { email: newEmail, hash })
  if (newEmail) await followEmail(ctx, holder, newEmail)
  if (newEmail) await voidCodes(ctx, accountId)
  else await voidCodesOfHolder(ctx, accountId, { invitedBy: companyOf(ctx) })
  await endSessions(ctx, accountId)
  await audit(ctx, 'credentials-changed', { accountId, ...(newEmail && { from: holder.email, to: newEmail }), password: hash !== null })
  // The first invitation went to the wrong address.
  if (invites || (newEmail && !hash && !holder.hasPassword)) {
    await countInvitation(ctx, newEmail ?? holder.email)
    await invite(ctx, { accountId, email: newEmail ?? holder.email, role: holder.role })
  }
  return accountId
}

/** The right address has an account: the company's accesses move there, as if given to it in the first place. */
async function moveTo(ctx: Ctx, holder: HolderRow, known: AccountRow): Promise<string> {
  await countInvitation(ctx, known.email)
  const { accountId, firstName, lastName } = holder
  const [taken] = await ctx.tx.sql`
    select from accesses x join accesses k on k.company_id = x.company_id and k.is_client = x.is_client
    where x.company_id = ${companyOf(ctx)} and x.account_id = ${accountId} and k.account_id = ${known.id}`
  if (taken) throw alreadyHasAccess()
  await moveAccesses(ctx.tx, companyOf(ctx), accountId, { id: known.id, email: known.email, firstName, lastName })
  if (!holder.hasOtherAccess && !holder.platformRole) await deleteAccounts(ctx.tx, [accountId])
  else await voidPassword(ctx, accountId) // the company that chose the password is gone
  await audit(ctx, 'access-given', { accountId: known.id, email: known.email, role: holder.role })
  await notifyHolder(ctx, known, holder.role)
  return known.id
}

/** The company corrects the address it entered: its access follows. Others' accesses stay with the old address. */
async function followEmail(ctx: Ctx, { accountId, email }: HolderRow, newEmail: string) {
  await moveUnprovenAccesses(ctx, { id: accountId, email }, { except: companyOf(ctx) })
  await ctx.tx.scope({ account: ctx.actor.accountId, companies: ctx.actor.companies })
  await readdressAccesses(ctx.tx, companyOf(ctx), accountId, newEmail)
}

/** Each invitation is a letter to an address that someone typed. */
async function countInvitation(ctx: Ctx, email: string) {
  const bySender = await ctx.throttle.hit(`invite:${ctx.actor.accountId}`, 3600)
  if (bySender.hits > invitationsPerHour) throw tooMany(bySender.retryAfter)
  const toAddress = await ctx.throttle.hit(`invite:${ctx.actor.companyId}:${email}`, day)
  if (toAddress.hits > invitationsPerDay.fromCompany) throw tooMany(toAddress.retryAfter)
}

async function invite(ctx: Ctx, { accountId, email, role }: { accountId: string; email: string; role: Role }) {
  const names = await letterNames(ctx, role)
  const code = await issueCode(ctx, { kind: 'invite', email, accountId, companyId: ctx.actor.companyId })
  await writeTo(ctx, accountId, inviteLetter(ctx.env, email, code, names))
}

/** Someone without a password that is certainly their own chooses one with the invitation, which proves the e-mail. */
async function notifyHolder(ctx: Ctx, { id, email, emailVerified, passwordHash }: AccountRow, role: Role) {
  if (!emailVerified || !passwordHash) return invite(ctx, { accountId: id, email, role })
  await writeTo(ctx, id, accessGivenLetter(ctx.env, email, await letterNames(ctx, role)))
}

/**
 * Companies together may not flood an address, nor keep each other from giving access: only the letter is dropped, which
 * shows beside the access.
 */
async function writeTo(ctx: Ctx, accountId: string, content: LetterContent) {
  const [access] = await ctx.tx.sql<{ id: string; companyId: string }>`
    select id, company_id as "companyId"
    from accesses
    where company_id = ${ctx.actor.companyId} and account_id = ${accountId}
    order by is_client
    limit 1`
  const { hits } = await ctx.throttle.hit(`invited:${content.to}`, day)
  if (hits <= invitationsPerDay.fromAll) await mailLater(ctx, { ...content, ...(access && { about: { slice: 'accounts', ...access } }) })
  else if (access) await noteAccessLetter(ctx.tx, access.companyId, access.id, mailboxFull)
}

/** An access to the platform is given by its staff, not by a company. */
async function letterNames(ctx: Ctx, role: Role) {
  if (!isPlatform(role)) await requireProven(ctx, companyOf(ctx))
  const [company] = await ctx.tx.sql<{ name: string }>`select name from companies where id = ${ctx.actor.companyId}`
  return { place: isPlatform(role) || !company ? 'Bordée' : company.name, roleName: roleNames[role] }
}

const alreadyHasAccess = () => invalid({ account: { email: 'Cette personne a déjà accès à votre compagnie.' } })

/** Lists beside the role override those inside an access. */
const given = (account: Scopes): Scopes => defined(picked(account, scopeKeys))

const grantHere = ({ accesses }: Partial<AccountFields>, companyId: string) => accesses?.find((access) => access.companyId === companyId)
