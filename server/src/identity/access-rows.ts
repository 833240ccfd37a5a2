// Writes of accesses for the accounts slice, which decides who may make them.
import type { Role } from '@bordee/core/roles.ts'
import type { Tx } from '../engine/db/db.ts'
import { change, insert } from '../engine/db/writing.ts'

interface NewAccess {
  companyId: string
  accountId: string
  role: Role
  givenTo: string
  withAccount: boolean
}

/** Null when the account has such an access already. */
export async function insertAccess(tx: Tx, { companyId, accountId, role, givenTo, withAccount }: NewAccess): Promise<string | null> {
  const [access] = await tx.sql<{ id: string }>`
    insert into accesses (company_id, account_id, role, given_to, with_account)
    values (${companyId}, ${accountId}, ${role}, ${givenTo}, ${withAccount})
    on conflict (account_id, company_id, is_client) do nothing returning id`
  return access?.id ?? null
}

export const insertOwnerAccess = (tx: Tx, companyId: string, accountId: string) =>
  insert(tx, 'accesses', { companyId, accountId, role: 'owner' })

/** How the company calls its holder; null: by the account's own names. */
export const nameAccess = (tx: Tx, id: string, names: { firstName: string | null; lastName: string | null }) =>
  change(tx, 'accesses', { id }, names)

/** Why the letter about it did not arrive; null: it left. */
export const noteAccessLetter = (tx: Tx, companyId: string, id: string, letterRefusal: string | null) =>
  change(tx, 'accesses', { companyId, id }, { letterRefusal })

/** False when the account has an access of that role to the company already. */
export async function changeAccessRole(tx: Tx, id: string, role: Role): Promise<boolean> {
  const [changed] = await tx.sql<{ id: string }>`
    update accesses x set role = ${role}, derived = false
    where id = ${id} and not exists (
      select from accesses o
      where o.account_id = x.account_id and o.company_id = x.company_id and o.id <> x.id
        and o.is_client = (${role} = 'client'))
    returning id`
  return changed !== undefined
}

/** False when it was so already. */
export async function setCanDispatch(tx: Tx, id: string, canDispatch: boolean): Promise<boolean> {
  const changed = await tx.sql`
    update accesses set can_dispatch = ${canDispatch} where id = ${id} and can_dispatch <> ${canDispatch} returning id`
  return changed.length > 0
}

export const setAccessPhone = (tx: Tx, id: string, phone: string | null) => change(tx, 'accesses', { id }, { phone })

export async function deleteAccess(tx: Tx, id: string | null) {
  await tx.sql`delete from accesses where id = ${id}`
}

export async function deleteAccesses(tx: Tx, companyId: string, accountIds: readonly string[]) {
  await tx.sql`delete from accesses where company_id = ${companyId} and account_id = any(${accountIds}::uuid[])`
}

interface Receiver {
  id: string
  email: string
  firstName: string
  lastName: string
}

/** Gives an account's accesses to the company to another account, as if they had been given to it in the first place. */
export async function moveAccesses(tx: Tx, companyId: string, accountId: string, { id, email, firstName, lastName }: Receiver) {
  await tx.sql`
    update accesses
    set account_id = ${id}, given_to = ${email}, with_account = false, entered_at = null,
        first_name = ${firstName}, last_name = ${lastName}, phone = null
    where company_id = ${companyId} and account_id = ${accountId}`
}

/** The company corrected the address that it had typed. */
export async function readdressAccesses(tx: Tx, companyId: string, accountId: string, email: string) {
  await tx.sql`
    update accesses set given_to = ${email}
    where company_id = ${companyId} and account_id = ${accountId} and given_to is not null`
}
