import type { Work } from '../engine/ctx.ts'
import { issueCode, voidCodes } from './codes.ts'
import { passwordLink } from './identity.letters.ts'
import { endSessions, findAccount } from './identity.queries.ts'
import { resetFactor } from './second-factor.ts'

/**
 * Makes a real super administrator and answers the link where the password is chosen. Only from a terminal: no call does this.
 * A password or a code that the account had may be someone else's, who registered with this address: they do not come along.
 */
export async function addStaff(work: Work, email: string): Promise<string> {
  const [account] = await work.tx.sql<{ id: string }>`
    insert into accounts (email, platform_role) values (${email}, 'super_admin')
    on conflict (email) do update set platform_role = 'super_admin', password_hash = null returning id`
  if (!account) throw new Error('no account')
  await endSessions(work, account.id)
  await voidCodes(work, account.id)
  const code = await issueCode(work, { kind: 'reset', email, accountId: account.id })
  return passwordLink(work.env, email, code)
}

/** For the one who has lost everything, and whom no colleague can help. False where there was nothing to take away. */
export async function resetFactorOf(work: Work, email: string): Promise<boolean> {
  const account = await findAccount(work, { email })
  return account !== undefined && resetFactor({ ...work, visitor: null }, account)
}
