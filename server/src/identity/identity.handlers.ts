import { randomUUID } from 'node:crypto'
import type { identityCalls } from '@bordee/core/identity/identity.calls.ts'
import { conflict, forbidden, invalid, notFound, Problem, tooMany, unauthenticated } from '@bordee/core/problem.ts'
import { isPlatform } from '@bordee/core/roles.ts'
import { password as passwordSchema } from '@bordee/core/wire.ts'
import { audit } from '../engine/audit.ts'
import type { Ctx, Handlers } from '../engine/ctx.ts'
import { mailLater } from '../engine/jobs/mail.jobs.ts'
import { isFull, mailboxFull } from '../engine/jobs/mailboxes.ts'
import { type Code, type CodeKind, issueCode, readCode, useCode, voidCodes, voidCodesOfHolder } from './codes.ts'
import { countSignIn, enter, forgetSignIns } from './entering.ts'
import { emailChangedLetter, passwordChangedLetter } from './identity.letters.ts'
import {
  type AccountRow,
  endSessions,
  findAccount,
  hasSecondFactor,
  isAccessEffective,
  isClosed,
  isTrial,
  lockAccount,
  openSession,
  renewSession,
} from './identity.queries.ts'
import { lockCompanies, refuseLastOwner, refuseLastSuperAdmin } from './last-owner.ts'
import { moveUnprovenAccesses } from './left-behind.ts'
import { hashPassword, passwordMatches } from './passwords.ts'
import {
  deriveClientAccesses,
  proveEmail,
  proveFirst,
  refuseOldSignIn,
  requireRecentSignIn,
  sendVerification,
  voidPassword,
} from './proofs.ts'
import { takeFactorCode } from './second-factor.ts'
import { readRefreshToken } from './tokens.ts'

export const identityHandlers: Handlers<typeof identityCalls> = {
  async signIn(ctx, { email, password, code, persistence }) {
    await countSignIn(ctx, email)
    const account = await ctx.aside((work) => findAccount(work, { email }))
    if (!(await passwordMatches(account?.passwordHash, password)) || !account) throw wrongPassword()
    if (isClosed(account, ctx.env)) throw closed(account)
    // Locked until the session is open: a reset in between has ended all sessions, and must end this one too.
    const [unchanged] = await ctx.tx
      .sql`select from accounts where id = ${account.id} and password_hash = ${account.passwordHash} for share`
    if (!unchanged) throw wrongPassword()
    if (await hasSecondFactor(ctx, account.id)) {
      if (!code) return askForSecondStep(await issueCode(ctx, { kind: 'step', email, accountId: account.id }))
      const refusal = await takeFactorCode(ctx, account, code)
      if (refusal) return refusal
    }
    return enter(ctx, account, persistence)
  },

  async signInWithToken(ctx, { token, persistence }) {
    const code = await useCode(ctx, ['token'], token).catch(() => null)
    const account = code?.accountId && (await findAccount(ctx, { id: code.accountId }))
    if (!account || account.email !== code.email || isClosed(account, ctx.env)) throw unauthenticated()
    return openSession(ctx, account, { persistence, byLink: true, companyId: code.companyId })
  },

  async refreshToken(ctx, input) {
    const given = readRefreshToken(ctx.secrets, input.refreshToken ?? ctx.request.refreshToken ?? '')
    const session = given && (await renewSession(ctx, given, deriveClientAccesses))
    if (session && session !== 'stolen') return session
    if (!input.refreshToken) ctx.keepSession(null)
    return unauthenticated()
  },

  async signOut(ctx, input) {
    const given = readRefreshToken(
      ctx.secrets,
      typeof input.refreshToken === 'string' ? input.refreshToken : (ctx.request.refreshToken ?? ''),
    )
    const sessions = [given?.sessionId, ctx.visitor?.sessionId].filter((id) => id !== undefined)
    await ctx.tx.sql`delete from sessions where id = any(${sessions}::uuid[])`
    ctx.keepSession(null)
    return null
  },

  async verifyResetCode(ctx, { code }) {
    const { email } = await readCode(ctx, ['reset', 'invite'], code)
    return { email }
  },

  async confirmResetCode(ctx, { code, password }) {
    const chosen = passwordSchema.safeParse(password)
    if (!chosen.success) throw invalid({ account: { password: chosen.error.issues[0]?.message ?? '' } }, 'weak-password')
    const hash = await hashPassword(chosen.data)
    const { account, email } = await takeCode(ctx, ['reset', 'invite'], code)
    if (!account || account.email !== email || isClosed(account, ctx.env)) throw notFound('Compte')
    await proveEmail(ctx, account, 'link')
    await setPassword(ctx, account.id, hash)
    await endSessions(ctx, account.id)
    await voidCodes(ctx, account.id)
    await forgetSignIns(ctx, account.email)
    await mailLater(ctx, passwordChangedLetter(account.email))
    await audit(ctx, 'password-reset', { accountId: account.id })
    return null
  },

  async updatePassword(ctx, { password }) {
    refuseOldSignIn(ctx) // not counted: a stolen session must not use up the holder's attempts
    const { hits, retryAfter } = await ctx.throttle.hit(`password:${ctx.actor.accountId}`, 3600)
    if (hits > 20) throw tooMany(retryAfter)
    const hash = await hashPassword(password) // before the transaction takes a connection
    const { id, email, emailVerified } = await requireRecentSignIn(ctx)
    await setPassword(ctx, id, hash)
    await endSessions(ctx, id, { except: ctx.actor.sessionId })
    if (emailVerified) await voidCodes(ctx, id)
    else await voidCodesOfHolder(ctx, id)
    if (emailVerified) await mailLater(ctx, passwordChangedLetter(email)) // an unproven address may belong to someone else
    await audit(ctx, 'password-changed')
    return null
  },

  async sendEmailVerification(ctx) {
    if (await isFull(ctx, ctx.actor.email)) throw conflict(mailboxFull, { code: 'mailbox-full' })
    await sendVerification(ctx, ctx.actor, ctx.actor.email)
    return null
  },

  async confirmEmail(ctx, { code }) {
    const { accountId } = ctx.actor // without a session, the code stays valid
    const { account, email } = await takeCode(ctx, ['email'], code)
    if (!account || isClosed(account, ctx.env)) throw notFound('Compte')
    // Otherwise a reader would give their address to the stranger who typed it into another account.
    if (accountId !== account.id) throw forbidden('Ce lien est celui d’un autre compte que le vôtre.', 'other-account')
    if (email === account.email) await proveEmail(ctx, account, 'signed-in')
    else await changeEmail(ctx, account, email)
    return { email }
  },

  async deleteUser(ctx) {
    await lockCompanies(ctx, await ownedCompanies(ctx)) // before the account, in the same order as changing a colleague's
    const account = await requireRecentSignIn(ctx)
    await refuseLastOwner(ctx, await ownedCompanies(ctx), [ctx.actor.accountId])
    if (ctx.actor.role === 'super_admin') await refuseLastSuperAdmin(ctx, [ctx.actor.accountId])
    await audit(ctx, 'account-deleted', { email: ctx.actor.email })
    // Frees the address for `moveUnprovenAccesses`; nobody can have this one.
    await ctx.tx.sql`update accounts set email = ${`${randomUUID()}@supprime.invalid`} where id = ${account.id}`
    await moveUnprovenAccesses(ctx, account)
    await ctx.tx.sql`delete from accounts where id = ${account.id}`
    ctx.keepSession(null)
    return null
  },

  async retrieveSignInLinkToken(ctx, { email, code, contractId }) {
    const account = await lockAccount(ctx, { email })
    const link = await useCode(ctx, ['link'], code)
    if (link.email !== email || (contractId && link.contractId && link.contractId !== contractId)) throw badLink()
    if (account && isClosed(account, ctx.env)) throw badLink()
    return { token: await tokenFor(ctx, account ?? (await createClientAccount(ctx, email)), link) }
  },
}

async function tokenFor(ctx: Ctx, account: AccountRow, link: Code): Promise<string> {
  await proveEmail(ctx, account, 'link')
  await deriveClientAccesses(ctx, account)
  return issueCode(ctx, { kind: 'token', email: account.email, accountId: account.id, companyId: link.companyId })
}

/** Locks the account before using its code, as everywhere: the second request sees what the first did. */
async function takeCode(ctx: Ctx, kinds: CodeKind[], code: string | undefined) {
  const { accountId } = await readCode(ctx, kinds, code)
  const account = accountId ? await lockAccount(ctx, { id: accountId }) : undefined
  return { account, ...(await useCode(ctx, kinds, code)) }
}

const wrongPassword = () => new Problem(401, 'Courriel ou mot de passe invalide.', { code: 'wrong-password' })
/** The ticket isn't a token: it opens nothing without a code. */
const askForSecondStep = (ticket: string) =>
  new Problem(401, 'Entrez le code de votre application d’authentification.', { code: 'second-factor', ticket })

const badLink = () => new Problem(422, 'Le lien de connexion a expiré ou est invalide.', { code: 'invalid-action-code' })

const closed = (account: AccountRow) =>
  forbidden(
    account.isDisabled ? 'Ce compte est désactivé.' : 'Les comptes de démonstration sont fermés sur un serveur public.',
    'user-disabled',
  )

/** Another's password stays another's until the e-mail is proven: they may be the one changing it. */
async function setPassword({ tx }: Ctx, accountId: string, hash: string) {
  await tx.sql`
    update accounts set password_hash = ${hash}, password_by_other = password_by_other and email_verified_at is null
    where id = ${accountId}`
}

/** Accesses given to the old address, and never proven, stay with that address. */
async function changeEmail(ctx: Ctx, account: AccountRow, email: string) {
  if (account.platformRole && !account.emailVerified) throw proveFirst()
  await ctx.tx.sql`
    update accounts set email = ${email}, email_verified_at = now() where id = ${account.id}`
  await moveUnprovenAccesses(ctx, account)
  await voidCodes(ctx, account.id)
  if (account.passwordByOther && !account.emailVerified) await voidPassword(ctx, account.id)
  await deriveClientAccesses(ctx, { id: account.id, email })
  await mailLater(ctx, emailChangedLetter(account.email, email))
  // Without a company: the account may have left its own.
  await audit(ctx, 'email-changed', { accountId: account.id, from: account.email, to: email }, null)
}

/** A client who follows a link for the first time has a folder, but no account yet. */
async function createClientAccount(ctx: Ctx, email: string): Promise<AccountRow> {
  await ctx.tx.sql`insert into accounts (email, email_verified_at) values (${email}, now()) on conflict (email) do nothing`
  const account = await lockAccount(ctx, { email })
  if (!account) throw new Error('No account was created')
  return account
}

/** The companies that the caller owns, which the transaction can see from here on. */
async function ownedCompanies(ctx: Ctx): Promise<string[]> {
  const { accountId, role } = ctx.actor
  const owned = await ctx.tx.sql<{ companyId: string }>`
    select x.company_id as "companyId"
    from accesses x
    join companies c on c.id = x.company_id
    where x.account_id = ${accountId} and x.role = 'owner' and not ${isTrial} and ${isAccessEffective('x')}`
  const companies = owned.map(({ companyId }) => companyId)
  await ctx.tx.scope({ account: accountId, companies, platform: isPlatform(role) })
  return companies
}
