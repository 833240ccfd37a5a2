// What an account's holder has proven, and what follows from it.
import { conflict, forbidden, tooMany, unauthenticated } from '@bordee/core/problem.ts'
import type { Actor, Ctx, Work } from '../engine/ctx.ts'
import { mailLater } from '../engine/jobs/mail.jobs.ts'
import { issueCode, voidCodes } from './codes.ts'
import { sendNewEmail } from './identity.jobs.ts'
import { verificationLetter } from './identity.letters.ts'
import { type AccountRow, endSessions, lockAccount } from './identity.queries.ts'

const recentMs = 5 * 60_000

/**
 * Changing the password or e-mail, or deleting oneself, requires the password within the last five minutes; a link is
 * not enough. Locks the account and checks the session again: someone who proved the address meanwhile has ended it.
 */
export async function requireRecentSignIn(ctx: Ctx): Promise<AccountRow> {
  refuseOldSignIn(ctx)
  return holdOwnAccount(ctx)
}

export async function holdOwnAccount(ctx: Ctx): Promise<AccountRow> {
  const { actor } = ctx
  const account = await lockAccount(ctx, { id: actor.accountId })
  const [session] = await ctx.tx.sql`select from sessions where id = ${actor.sessionId} and account_id = ${actor.accountId}`
  if (!account || !session) throw unauthenticated()
  return account
}

export function refuseOldSignIn({ actor, now }: Ctx) {
  if (actor.byLink || now.getTime() - actor.signedInAt.getTime() > recentMs) {
    throw forbidden('Veuillez confirmer votre mot de passe pour continuer.', 'requires-recent-login')
  }
}

/** To the account's current address. */
export async function sendVerification(ctx: Ctx, { accountId }: Pick<Actor, 'accountId'>, email: string) {
  const code = await newVerification(ctx, accountId, email)
  await mailLater(ctx, verificationLetter(ctx.env, email, code, null))
}

/**
 * To a new address, which takes effect once its link is followed. Whether it already has an account is looked up after
 * the answer is sent, and only its reader is told.
 */
export async function sendEmailChange(ctx: Ctx, email: string) {
  const { id: accountId, email: currentEmail, platformRole, emailVerified } = await requireRecentSignIn(ctx)
  if (platformRole && !emailVerified) throw proveFirst()
  const code = await newVerification(ctx, accountId, email)
  await ctx.later(sendNewEmail, { email, currentEmail, code })
}

/** A platform role is given to an e-mail too, and no company could keep it for the address's reader. */
export const proveFirst = () => conflict('Confirmez d’abord votre courriel actuel.', { code: 'unproven-email' })

async function newVerification(ctx: Ctx, accountId: string, email: string): Promise<string> {
  const { hits, retryAfter } = await ctx.throttle.hit(`verification:${accountId}`, 3600)
  if (hits > 10) throw tooMany(retryAfter)
  await voidCodes(ctx, accountId, ['email'])
  return issueCode(ctx, { kind: 'email', email, accountId })
}

/**
 * Someone has shown that they read the account's e-mail. The first time, the existing password may belong to someone
 * else: an admin, or someone who registered with this address. It is voided with its sessions, unless the person is
 * signed in to an account that they registered themselves (docs/decisions/0006-first-proof.md). `account` must come
 * from `lockAccount`.
 */
export async function proveEmail(work: Work, account: AccountRow, how: 'link' | 'signed-in') {
  if (account.emailVerified) return
  const [proven] = await work.tx.sql`
    update accounts set email_verified_at = now() where id = ${account.id} and email = ${account.email} returning id`
  // The account has another address by now, and that one was not proven.
  if (!proven) throw conflict('Ce compte vient de changer. Veuillez réessayer.')
  await voidCodes(work, account.id)
  if (how === 'link' || account.passwordByOther) await voidPassword(work, account.id)
}

export async function voidPassword(work: Work, accountId: string) {
  await work.tx.sql`update accounts set password_hash = null, password_by_other = false where id = ${accountId}`
  await endSessions(work, accountId)
}

/** Client accesses follow the folders with the proven e-mail, in every active company; updated at each sign-in. */
export async function deriveClientAccesses(work: Work, account: Pick<AccountRow, 'id' | 'email'>) {
  await work.tx.scope({ account: account.id, email: account.email })
  const folders = await work.tx.sql<{ companyId: string }>`
    select distinct f.company_id as "companyId" from clients f join companies c on c.id = f.company_id
    where f.email = ${account.email} and c.is_active and c.archived_at is null`
  const companies = folders.map((folder) => folder.companyId)
  await work.tx.scope({ account: account.id, companies })
  await work.tx.sql`
    insert into accesses (company_id, account_id, role, derived, given_to)
    select company_id, ${account.id}, 'client', true, ${account.email} from unnest(${companies}::uuid[]) company_id
    on conflict (account_id, company_id, is_client) do nothing`
  await work.tx.sql`delete from accesses where account_id = ${account.id} and derived and company_id <> all (${companies}::uuid[])`
}
