// Writes of accounts for the accounts slice, which decides who may make them.
import type { PlatformRole } from '@bordee/core/roles.ts'
import type { Tx } from '../engine/db/db.ts'
import { change, insert } from '../engine/db/writing.ts'

export const accountTakenMessages = { accounts_email_key: { account: { email: 'Ce courriel est déjà utilisé.' } } }

interface NewAccount {
  email: string
  firstName: string
  lastName: string
  passwordHash: string | null
  passwordByOther?: boolean
  currentCompanyId: string | null
}

/** Returns its id. A constraint refuses an e-mail that has an account. */
export const insertAccount = (tx: Tx, account: NewAccount) => insert(tx, 'accounts', account)

/** Undefined when the e-mail has an account already. */
export async function insertUnlessTaken(tx: Tx, account: Required<NewAccount>): Promise<string | undefined> {
  const { email, firstName, lastName, passwordHash, passwordByOther, currentCompanyId } = account
  const [made] = await tx.sql<{ id: string }>`
    insert into accounts (email, first_name, last_name, password_hash, password_by_other, current_company_id)
    values (${email}, ${firstName}, ${lastName}, ${passwordHash}, ${passwordByOther}, ${currentCompanyId})
    on conflict (email) do nothing returning id`
  return made?.id
}

export const renameAccount = (tx: Tx, id: string, names: { firstName?: string | undefined; lastName?: string | undefined }) =>
  change(tx, 'accounts', { id }, names)

/** What is null stays as it is. Someone else chose `hash`. */
export async function changeCredentials(tx: Tx, id: string, { email, hash }: { email: string | null; hash: string | null }) {
  await tx.sql`
    update accounts
    set email = coalesce(${email}, email),
        password_hash = coalesce(${hash}, password_hash),
        password_by_other = password_by_other or ${hash !== null}
    where id = ${id}`
}

/** False when the account's role was not `replaces`. */
export async function setPlatformRole(tx: Tx, id: string, role: PlatformRole, replaces: PlatformRole | null): Promise<boolean> {
  const [changed] = await tx.sql<{ id: string }>`
    update accounts set platform_role = ${role} where id = ${id} and platform_role is not distinct from ${replaces} returning id`
  return changed !== undefined
}

export async function clearPlatformRoles(tx: Tx, ids: readonly string[]) {
  await tx.sql`update accounts set platform_role = null where id = any(${ids}::uuid[])`
}

export async function deleteAccounts(tx: Tx, ids: readonly string[]) {
  await tx.sql`delete from accounts where id = any(${ids}::uuid[])`
}

export const setCurrentCompany = (tx: Tx, id: string, currentCompanyId: string) => change(tx, 'accounts', { id }, { currentCompanyId })

/** A session opened by a link keeps its own company. */
export const setSessionCompany = (tx: Tx, id: string, companyId: string) => change(tx, 'sessions', { id }, { companyId })

export async function recordStaffEntry(tx: Tx, accountId: string, companyId: string) {
  await tx.sql`
    insert into staff_entries (account_id, company_id) values (${accountId}, ${companyId})
    on conflict (account_id, company_id) do update set entered_at = now()`
}
