import type { Work } from '../engine/ctx.ts'
import { issueCode, voidCodes } from './codes.ts'
import { passwordLink } from './identity.letters.ts'
import { endSessions, findAccount } from './identity.queries.ts'
import { resetFactor } from './second-factor.ts'

/**
 * Creates a super administrator and returns the link to choose the password. Only for a command: no call does this.
 * The account's existing password and codes may belong to someone who registered with this address, so they are
 * voided.
 */
export async function addStaff(work: Work, email: string): Promise<string> {
  const [account] = await work.tx.sql<{ id: string }>`
    insert into accounts (email, platform_role) values (${email}, 'super_admin')
    on conflict (email) do update set platform_role = 'super_admin', password_hash = null returning id`
  if (!account) throw new Error('No account was created')
  await endSessions(work, account.id)
  await voidCodes(work, account.id)
  const code = await issueCode(work, { kind: 'reset', email, accountId: account.id })
  return passwordLink(work.env, email, code)
}

/** For someone who lost everything and whom no colleague can help. Returns false if there was nothing to reset. */
export async function resetFactorOf(work: Work, email: string): Promise<boolean> {
  const account = await findAccount(work, { email })
  return account !== undefined && resetFactor({ ...work, visitor: null }, account)
}
