// Accounts that an office creates.
import type { Account } from '@bordee/core/accounts/account.ts'
import { accountCalls } from '@bordee/core/accounts/accounts.calls.ts'
import { newEmail } from './identity.ts'
import { sqlIn } from './people.ts'
import type { Caller, People, TestServer } from './server.ts'

export const someone = (more: object = {}) => ({
  firstName: 'Camille',
  lastName: 'Roy',
  email: newEmail(),
  password: 'choisi-par-autrui',
  ...more,
})

export async function create(by: Caller, more: object = {}): Promise<Account> {
  const { status, body } = await by.raw(accountCalls.createAccount, { account: someone(more) })
  if (status !== 201) throw new Error(JSON.stringify(body))
  return body as Account
}

export const statusOf = async (reply: Promise<{ status: number }>) => (await reply).status

export function recordsOf(server: TestServer) {
  return {
    /** The audit lines of a company, oldest first. */
    auditOf: ({ companyId }: People) =>
      sqlIn(server, companyId)<{ action: string; details: Record<string, unknown> }>`select action, details from audit_log order by id`,
    exists: async (id: string) => (await server.sql(`select from accounts where id = $1`, [id])).length === 1,
  }
}
