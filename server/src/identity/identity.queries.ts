// Accounts, their sessions, and who is calling.
import type { Persistence, Session, User } from '@bordee/core/identity/identity.calls.ts'
import { type Module, modules } from '@bordee/core/modules.ts'
import type { PlatformRole, Role } from '@bordee/core/roles.ts'
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
  /** Set by whoever created the account for its holder. */
  passwordByOther: boolean
  emailVerified: boolean
  platformRole: PlatformRole | null
  currentCompanyId: string | null
  isDemo: boolean
  isDisabled: boolean
}

/** An access to a company that is open: not archived, not switched off. */
interface OpenAccess {
  companyId: string
  role: Role
  modules: Record<Module, boolean>
}

/** Which role an account plays, where, and which companies' rows that lets it see. */
export type Standing = Pick<Actor, 'role' | 'companyId' | 'companies' | 'modules'>

type By = { email: string } | { id: string }

export const findAccount = (work: Work, by: By) => readAccountRow(work, by, sql``)

/** Held until the request ends, before its codes are: whoever proves, renames or deletes it waits for the other, and sees what he did. */
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

/** The demo's password is known to all: its accounts are closed where strangers can reach the server. */
export const isClosed = (account: Pick<AccountRow, 'isDemo' | 'isDisabled'>, env: Env) =>
  account.isDisabled || (account.isDemo && !env.demoAccounts)

/** Where strangers can reach the server a super administrator is nobody without one. The demo's have a password that all know, and nothing to lose. */
export const needsSecondFactor = ({ platformRole, isDemo }: Pick<AccountRow, 'platformRole' | 'isDemo'>, env: Env) =>
  platformRole === 'super_admin' && env.isPublic && !isDemo

export async function hasSecondFactor({ tx }: Pick<Work, 'tx'>, accountId: string): Promise<boolean> {
  const [factor] = await tx.sql`select from second_factors where account_id = ${accountId} and confirmed_at is not null`
  return factor !== undefined
}

/** A link's session is a client's: there is nothing to protect. */
const lacksFactor = async (work: Work, account: AccountRow, byLink: boolean) =>
  !byLink && needsSecondFactor(account, work.env) && !(await hasSecondFactor(work, account.id))

/** What a token claims → actor. The session must still be there: signing out, a new password or a revoked account count at once. */
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

/** A link's session remembers its own company: what it does must not move the sessions that the password opened. */
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
 * A session opened by an e-mailed link is a client's, whatever else the account may do: staff accesses need the password.
 * A client stands in all his companies at once; everyone else works in one.
 */
function choose(accesses: OpenAccess[], currentCompanyId: string | null, byLink: boolean): Standing {
  const asClient = accesses.filter((access) => access.role === 'client')
  const candidates = byLink ? asClient : [...accesses.filter((access) => access.role !== 'client'), ...asClient]
  const current = candidates.find((access) => access.companyId === currentCompanyId) ?? candidates[0]
  if (!current) return { role: null, companyId: null, companies: [], modules: none }
  const companies = current.role === 'client' ? asClient.map((access) => access.companyId) : [current.companyId]
  return { role: current.role, companyId: current.companyId, companies, modules: current.modules }
}

const none = Object.fromEntries(modules.map((module) => [module, false])) as Record<Module, boolean>

const moduleColumns = sql`json_build_object(
  'alerts', c.alert_is_active,
  'contracts', c.contract_is_active,
  'geolocation', c.geolocation_is_active,
  'quotes', coalesce(c.quote_is_active, false))`

/**
 * An access counts once the account has proven the very e-mail that it was given to: before, its password may be a stranger's. Who made the
 * account chose its password, so what he gave with it counts at once, for as long as the account bears that e-mail.
 */
export const counts = (access: string) => {
  const [accountId, givenTo, withAccount] = ['account_id', 'given_to', 'with_account'].map((column) => sql.ref(`${access}.${column}`))
  return sql`(
    ${givenTo} is null
    or exists (select from account_proofs p where p.account_id = ${accountId} and p.email = ${givenTo})
    or ${withAccount} and exists (select from accounts h where h.id = ${accountId} and h.email = ${givenTo}))`
}

async function openAccesses(work: Work, accountId: string): Promise<OpenAccess[]> {
  return work.tx.sql<OpenAccess>`
    select a.company_id as "companyId", a.role, ${moduleColumns} as modules
    from accesses a join companies c on c.id = a.company_id
    where a.account_id = ${accountId} and c.is_active and c.archived_at is null and ${counts('a')}
    order by a.created_at, a.id`
}

/** Platform staff stand in the company entered last, at the beginning in the first active one. */
async function staffStanding(work: Work, { id, currentCompanyId }: AccountRow, role: PlatformRole): Promise<Standing> {
  await work.tx.scope({ account: id, platform: true })
  const [company] = await work.tx.sql<{ id: string; modules: Record<Module, boolean> }>`
    select c.id, ${moduleColumns} as modules from companies c
    where c.is_active and c.archived_at is null
    order by (c.id = ${currentCompanyId}::uuid) desc nulls last, c.created_at, c.id limit 1`
  if (!company) return { role, companyId: null, companies: [], modules: none }
  return { role, companyId: company.id, companies: [company.id], modules: company.modules }
}

/** Seconds until a session that nobody renews ends. */
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
  return answerSession(ctx, account, { ...session, id, generation: 0 })
}

/** Null when the token is not good. `stolen`: it was renewed before and comes back too late, so the whole session ended. */
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
  const isPlaced = account.platformRole !== null && !session.byLink && companyId !== null && companyId !== account.currentCompanyId
  if (isPlaced) await placeStaff(ctx, account, companyId)
  if (companyId && !account.platformRole) await markEntered(ctx, account.id, companyId)
  const user: User = {
    uid: account.id,
    email: account.email,
    emailVerified: account.emailVerified,
    claims: { role, companyId },
    ...((await lacksFactor(ctx, account, session.byLink)) && { lacksSecondFactor: true }),
  }
  const token = await mintToken(ctx.secrets, { accountId: account.id, sessionId: session.id })
  return { token, user, ...(inMemory && { refreshToken }) }
}

/** Staff who chose no company, or whose company has closed, stand in another one all the same: an entry like any other. */
async function placeStaff(ctx: Ctx, { id: accountId, currentCompanyId }: AccountRow, companyId: string) {
  // Who changes the account just now goes first, and what he chose stays: the next renewal will do.
  const [placed] = await ctx.tx.sql`
    update accounts set current_company_id = ${companyId}
    where id in (
      select id
      from accounts
      where id = ${accountId} and platform_role is not null and current_company_id is not distinct from ${currentCompanyId}
      for no key update skip locked)
    returning id`
  if (!placed) return
  await recordStaffEntry(ctx.tx, accountId, companyId)
  await audit(ctx, 'company-entered', { accountId }, companyId)
}

/** From here on the company knows its holder; before, it knows the e-mail that it wrote itself. */
export async function markEntered(work: Pick<Work, 'tx'>, accountId: string, companyId: string) {
  await work.tx.scope({ account: accountId, companies: [companyId] })
  await work.tx.sql`
    update accesses x set entered_at = now()
    where x.account_id = ${accountId} and x.company_id = ${companyId} and x.entered_at is null and ${counts('x')}`
}

export async function endSessions(work: Work, accountId: string, { except = null }: { except?: string | null } = {}) {
  await work.tx.sql`delete from sessions where account_id = ${accountId} and id is distinct from ${except}::uuid`
  await work.tx.sql`delete from second_factors where account_id = ${accountId} and confirmed_at is null` // what one of them was setting up
  await work.tx.sql`
    update second_factors set next_secret = null, next_made_at = null where account_id = ${accountId} and next_secret is not null`
}
