// What an account's holder has proven, and what follows from it.
import { forbidden, tooMany } from '@bordee/core/problem.ts'
import type { Actor, Ctx, Work } from '../ctx.ts'
import { mailLater } from '../mail.jobs.ts'
import { issueCode, voidCodes } from './codes.ts'
import { verificationLetter } from './identity.letters.ts'
import { type AccountRow, endSessions } from './identity.queries.ts'

const recentMs = 5 * 60_000

/** A new password, a new e-mail and deleting oneself: the password itself, within five minutes. A link is not enough. */
export function requireRecentSignIn({ actor, now }: Ctx) {
  if (actor.byLink || now.getTime() - actor.signedInAt.getTime() > recentMs) {
    throw forbidden('Veuillez confirmer votre mot de passe pour continuer.', 'requires-recent-login')
  }
}

/** To the current address, or to a new one that counts only once its link was followed. */
export async function sendVerification(ctx: Ctx, { accountId }: Pick<Actor, 'accountId'>, email: string) {
  const { hits, retryAfter } = await ctx.throttle.hit(`verification:${accountId}`, 3600)
  if (hits > 10) throw tooMany(retryAfter)
  await voidCodes(ctx, accountId, ['email'])
  const code = await issueCode(ctx, { kind: 'email', email, accountId })
  await mailLater(ctx, verificationLetter(ctx.env, email, code, ctx.visitor?.email === email ? null : (ctx.visitor?.email ?? null)))
}

/**
 * Someone has shown that he reads the account's e-mail. The first time, a password set before may be another's: an admin's, or
 * that of someone who registered with this address. It is void, and so are its sessions. Only the confirmation that a person
 * asked for himself, for the account he registered, spares it (docs/decisions/0006-first-proof.md).
 */
export async function proveEmail(work: Work, account: AccountRow, how: 'link' | 'confirmation') {
  if (account.emailVerified) return
  await work.tx.sql`update accounts set email_verified_at = now() where id = ${account.id}`
  await voidCodes(work, account.id)
  if (how === 'confirmation' && !account.passwordByOther) return
  await work.tx.sql`update accounts set password_hash = null, password_by_other = false where id = ${account.id}`
  await endSessions(work, account.id)
}

/** Client accesses follow the folders that carry the proven e-mail, in every active company; read anew at each sign-in. */
export async function deriveClientAccesses(work: Work, account: Pick<AccountRow, 'id' | 'email'>) {
  await work.tx.scope({ account: account.id, email: account.email })
  const folders = await work.tx.sql<{ companyId: string }>`
    select distinct f.company_id as "companyId" from clients f join companies c on c.id = f.company_id
    where f.email = ${account.email} and c.is_active and c.archived_at is null`
  const companies = folders.map((folder) => folder.companyId)
  await work.tx.scope({ account: account.id, companies })
  await work.tx.sql`
    insert into accesses (company_id, account_id, role, derived)
    select company_id, ${account.id}, 'client', true from unnest(${companies}::uuid[]) company_id
    on conflict (account_id, company_id, is_client) do nothing`
  await work.tx.sql`delete from accesses where account_id = ${account.id} and derived and company_id <> all (${companies}::uuid[])`
}
