// Accounts, their sessions, and who is calling.
import type { Persistence, Session, User } from '@bordee/core/identity/identity.calls.ts'
import { type Module, modules } from '@bordee/core/modules.ts'
import { actingRole, type PlatformRole, type Role, roleOf } from '@bordee/core/roles.ts'
import { audit } from '../engine/audit.ts'
import type { Actor, Claims, Ctx, Work } from '../engine/ctx.ts'
import { type Sql, sql } from '../engine/db/sql.ts'
import { insert } from '../engine/db/writing.ts'
import type { Env } from '../engine/env.ts'
import { recordStaffEntry } from './account-rows.ts'
import { mintToken, refreshTokenOf } from './tokens.ts'

export interface AccountRow {
  id: string
  email: string
  passwordHash: string | null
  /** Chosen by whoever created the account for its holder. */
  passwordByOther: boolean
  emailVerified: boolean
  platformRole: PlatformRole | null
  currentCompanyId: string | null
  isDemo: boolean
  isDisabled: boolean
}

/** An access to an open company: neither archived nor deactivated. */
interface OpenAccess {
  companyId: string
  role: Role
  canDispatch: boolean
  modules: Record<Module, boolean>
  isTrial: boolean
}

/** An account's role, its company, and the companies whose rows it may see. */
export type Standing = Pick<Actor, 'role' | 'companyId' | 'companies' | 'modules' | 'isTrial'>

type By = { email: string } | { id: string }

export const findAccount = (work: Work, by: By) => readAccountRow(work, by, sql``)

/** Locked until the request ends, and before its codes: concurrent proofs, renames and deletions wait in turn. */
export const lockAccount = (work: Work, by: By) => readAccountRow(work, by, sql`for no key update`)

async function readAccountRow(work: Work, by: By, lock: Sql<unknown>): Promise<AccountRow | undefined> {
  const [row] = await work.tx.sql<AccountRow>`
    select ${accountColumns} from accounts a where ${'id' in by ? sql`a.id = ${by.id}` : sql`a.email = ${by.email}`} ${lock}`
  return row
}

const accountColumns = sql`
  a.id, a.email, a.password_hash as "passwordHash", a.password_by_other as "passwordByOther",
  a.email_verified_at is not null as "emailVerified", a.platform_role as "platformRole",
  a.current_company_id as "currentCompanyId", a.is_demo as "isDemo", a.disabled_at is not null as "isDisabled"`

/** The demo's password is public, so its accounts are closed where strangers can reach the server. */
export const isClosed = (account: Pick<AccountRow, 'isDemo' | 'isDisabled'>, env: Env) =>
  account.isDisabled || (account.isDemo && !env.demoAccounts)

/** On a public server a super administrator needs a second factor. Demo accounts don't: their password is public. */
export const needsSecondFactor = ({ platformRole, isDemo }: Pick<AccountRow, 'platformRole' | 'isDemo'>, env: Env) =>
  platformRole === 'super_admin' && env.isPublic && !isDemo

export async function hasSecondFactor({ tx }: Pick<Work, 'tx'>, accountId: string): Promise<boolean> {
  const [factor] = await tx.sql`select from second_factors where account_id = ${accountId} and confirmed_at is not null`
  return factor !== undefined
}

/** A link's session is only a client's, so it needs no second factor. */
const lacksFactor = async (work: Work, account: AccountRow, byLink: boolean) =>
  !byLink && needsSecondFactor(account, work.env) && !(await hasSecondFactor(work, account.id))

/** Turns claims into an actor. The session must exist: signing out or a new password takes effect at once. */
export async function authenticate(work: Work, claims: Claims): Promise<Actor | null> {
  await work.tx.scope({ account: claims.accountId })
  const [account] = await work.tx.sql<AccountRow & { session: { byLink: boolean; signedInAt: string; companyId: string | null } }>`
    select ${accountColumns},
           json_build_object('byLink', s.by_link, 'signedInAt', s.signed_in_at, 'companyId', s.company_id) as session
    from sessions s
    join accounts a on a.id = s.account_id
    where s.id = ${claims.sessionId} and s.account_id = ${claims.accountId} and s.expires_at > now()`
  if (!account || isClosed(account, work.env)) return null
  const session = { ...account.session, signedInAt: new Date(account.session.signedInAt) }
  const standing = await standingOf(work, account, session)
  const lacksSecondFactor = await lacksFactor(work, account, session.byLink)
  return { accountId: account.id, email: account.email, sessionId: claims.sessionId, lacksSecondFactor, ...session, ...standing }
}

/** A link's session has its own company, so that it doesn't move the sessions opened by password. */
export async function standingOf(
  work: Work,
  account: AccountRow,
  { byLink, companyId }: { byLink: boolean; companyId: string | null },
): Promise<Standing> {
  if (account.platformRole && !byLink) return staffStanding(work, account, account.platformRole)
  await work.tx.scope({ account: account.id })
  const accesses = await openAccesses(work, account.id)
  return choose(accesses, byLink ? companyId : account.currentCompanyId, byLink)
}

/**
 * A session opened by an e-mailed link is a client's, whatever else the account may do: staff accesses need the
 * password. A client is in all their companies at once; everyone else works in one.
 */
function choose(accesses: OpenAccess[], currentCompanyId: string | null, byLink: boolean): Standing {
  const asClient = accesses.filter((access) => access.role === 'client')
  const candidates = byLink ? asClient : [...accesses.filter((access) => access.role !== 'client'), ...asClient]
  // Only the one who plays a trial night chooses it: nobody ends up there by default.
  const current = candidates.find((access) => access.companyId === currentCompanyId) ?? candidates.find(({ isTrial }) => !isTrial)
  if (!current) return { role: null, companyId: null, companies: [], modules: none, isTrial: false }
  const companies = current.role === 'client' ? asClient.map((access) => access.companyId) : [current.companyId]
  const { companyId, modules, isTrial } = current
  return { role: actingRole(current.role, current.canDispatch), companyId, companies, modules, isTrial }
}

const none = Object.fromEntries(modules.map((module) => [module, false])) as Record<Module, boolean>

const moduleColumns = sql`json_build_object(
  'alerts', c.alert_is_active,
  'contracts', c.contract_is_active,
  'geolocation', c.geolocation_is_active,
  'quotes', coalesce(c.quote_is_active, false))`

/**
 * An access counts once the account has proven the very e-mail it was given to: before, the password may be a
 * stranger's. Whoever created the account chose its password, so the access given with it counts at once, while the
 * account keeps that e-mail.
 */
export const isAccessEffective = (access: string) => {
  const [accountId, givenTo, withAccount] = ['account_id', 'given_to', 'with_account'].map((column) => sql.ref(`${access}.${column}`))
  return sql`(
    ${givenTo} is null
    or exists (select from account_proofs p where p.account_id = ${accountId} and p.email = ${givenTo})
    or ${withAccount} and exists (select from accounts h where h.id = ${accountId} and h.email = ${givenTo}))`
}

/**
 * The id by which a company knows the holder of an access: their account's once they have come, until then the access's own.
 * An account's id is the same everywhere and says how old it is, which is nobody's business before.
 */
export const holderId = (access: string) => {
  const [id, accountId, givenTo, enteredAt] = ['id', 'account_id', 'given_to', 'entered_at'].map((column) => sql.ref(`${access}.${column}`))
  return sql<string>`case when ${givenTo} is null or ${enteredAt} is not null then ${accountId} else ${id} end`
}

/** Whether one of `ids` names the holder; the access's own id always does. */
export const isHolderAmong = (access: string, ids: readonly string[]) =>
  sql<boolean>`(${sql.ref(`${access}.id`)} = any(${ids}::uuid[]) or ${holderId(access)} = any(${ids}::uuid[]))`

/** Of the company with the alias `c` (docs/decisions/0072-trial-nights.md). */
export const isTrial = sql<boolean>`(c.trial_of is not null)`

/** An owner who leaves the real company, or whose company closes, leaves its trial night at once. */
const stillOwns = (access: string) => sql<boolean>`exists (
  select
  from accesses o
  join companies r on r.id = o.company_id
  where o.account_id = ${sql.ref(`${access}.account_id`)} and o.company_id = c.trial_of and o.role = 'owner'
    and r.is_active and r.archived_at is null and ${isAccessEffective('o')})`

async function openAccesses(work: Work, accountId: string): Promise<OpenAccess[]> {
  return work.tx.sql<OpenAccess>`
    select a.company_id as "companyId", a.role, a.can_dispatch as "canDispatch", ${moduleColumns} as modules, ${isTrial} as "isTrial"
    from accesses a join companies c on c.id = a.company_id
    where a.account_id = ${accountId} and c.is_active and c.archived_at is null and ${isAccessEffective('a')}
      and (not ${isTrial} or (c.trial_ends_at > now() and ${stillOwns('a')}))
    order by a.created_at, a.id`
}

/** Platform staff are in the company entered last. Once it is closed they are in none, until they choose another. */
async function staffStanding(work: Work, { id, currentCompanyId }: AccountRow, role: PlatformRole): Promise<Standing> {
  await work.tx.scope({ account: id, platform: true })
  const [company] = await work.tx.sql<{ id: string; modules: Record<Module, boolean>; isTrial: boolean }>`
    select c.id, ${moduleColumns} as modules, ${isTrial} as "isTrial" from companies c
    where c.id = ${currentCompanyId} and c.is_active and c.archived_at is null and (not ${isTrial} or c.trial_ends_at > now())`
  if (!company) return { role, companyId: null, companies: [], modules: none, isTrial: false }
  return { role, companyId: company.id, companies: [company.id], modules: company.modules, isTrial: company.isTrial }
}

/** Seconds until an unused session expires. */
const idle: Record<Persistence, number> = { local: 30 * 86_400, session: 86_400, none: 86_400 }
const graceSeconds = 30

export interface SessionSettings {
  persistence: Persistence
  byLink: boolean
  companyId: string | null
}

export async function openSession(ctx: Ctx, account: AccountRow, { persistence, byLink, companyId }: SessionSettings): Promise<Session> {
  const session = { byLink, companyId, persistence }
  const expiresAt = sql`now() + ${idle[persistence]} * interval '1 second'`
  const id = await insert(ctx.tx, 'sessions', { ...session, accountId: account.id, expiresAt })
  const isNew = account.platformRole !== null && !byLink && account.currentCompanyId === null
  return answerSession(ctx, isNew ? await placeStaff(ctx, account) : account, { ...session, id, generation: 0 })
}

/** Null if the token is invalid. `stolen`: an old token came back too late after its renewal, so the session ends. */
export async function renewSession(
  ctx: Ctx,
  { sessionId, generation }: { sessionId: string; generation: number },
  derive: (work: Work, account: AccountRow) => Promise<void>,
): Promise<Session | 'stolen' | null> {
  const [session] = await ctx.tx.sql<SessionRow & { accountId: string; isCurrent: boolean; inGrace: boolean }>`
    select id, account_id as "accountId", by_link as "byLink", company_id as "companyId", persistence, generation,
           generation = ${generation} as "isCurrent",
           generation = ${generation + 1} and rotated_at > now() - ${graceSeconds} * interval '1 second' as "inGrace"
    from sessions where id = ${sessionId} and expires_at > now() for update`
  if (!session) return null
  if (!session.isCurrent && !session.inGrace) {
    await ctx.tx.sql`delete from sessions where id = ${sessionId}`
    return 'stolen'
  }
  const account = await findAccount(ctx, { id: session.accountId })
  if (!account || isClosed(account, ctx.env)) return null
  if (session.isCurrent) {
    await ctx.tx.sql`
      update sessions
      set generation = ${generation + 1}, rotated_at = now(), expires_at = now() + ${idle[session.persistence]} * interval '1 second'
      where id = ${sessionId}`
  }
  if (account.emailVerified) await derive(ctx, account)
  return answerSession(ctx, account, { ...session, generation: generation + 1 })
}

interface SessionRow extends SessionSettings {
  id: string
  generation: number
}

async function answerSession(ctx: Ctx, account: AccountRow, session: SessionRow): Promise<Session> {
  const refreshToken = refreshTokenOf(ctx.secrets, session.id, session.generation)
  const inMemory = session.persistence === 'none'
  ctx.keepSession(inMemory ? null : { refreshToken, maxAge: session.persistence === 'local' ? idle.local : null })
  const { role, companyId } = await standingOf(ctx, account, session)
  if (companyId && !account.platformRole) await markEntered(ctx, account.id, companyId)
  const user: User = {
    uid: account.id,
    email: account.email,
    emailVerified: account.emailVerified,
    claims: { role: roleOf(role), companyId },
    ...((await lacksFactor(ctx, account, session.byLink)) && { lacksSecondFactor: true }),
  }
  const token = await mintToken(ctx.secrets, { accountId: account.id, sessionId: session.id })
  ctx.vouchFor(account.id, token)
  return { token, user, ...(inMemory && { refreshToken }) }
}

/** Staff who sign in without a company begin in the oldest open one; audited like any entry. */
async function placeStaff(ctx: Ctx, account: AccountRow): Promise<AccountRow> {
  await ctx.tx.scope({ account: account.id, platform: true })
  // Skips an account that is being changed: that change wins.
  const [placed] = await ctx.tx.sql<{ companyId: string | null }>`
    update accounts
    set current_company_id = (
      select c.id from companies c where c.is_active and c.archived_at is null order by c.created_at, c.id limit 1)
    where id in (
      select id
      from accounts
      where id = ${account.id} and platform_role is not null and current_company_id is null
      for no key update skip locked)
    returning current_company_id as "companyId"`
  if (!placed?.companyId) return account
  await recordStaffEntry(ctx.tx, account.id, placed.companyId)
  await audit(ctx, 'company-entered', { accountId: account.id }, placed.companyId)
  return { ...account, currentCompanyId: placed.companyId }
}

/** From here on the company sees the holder's data; before, only the e-mail address it entered itself. */
export async function markEntered(work: Pick<Work, 'tx'>, accountId: string, companyId: string) {
  await work.tx.scope({ account: accountId, companies: [companyId] })
  await work.tx.sql`
    update accesses x set entered_at = now()
    where x.account_id = ${accountId} and x.company_id = ${companyId} and x.entered_at is null and ${isAccessEffective('x')}`
}

export async function endSessions(work: Work, accountId: string, { except = null }: { except?: string | null } = {}) {
  await work.tx.sql`delete from sessions where account_id = ${accountId} and id is distinct from ${except}::uuid`
  // Also unconfirmed setups that those sessions started.
  await work.tx.sql`delete from second_factors where account_id = ${accountId} and confirmed_at is null`
  await work.tx.sql`
    update second_factors set next_secret = null, next_made_at = null where account_id = ${accountId} and next_secret is not null`
}
