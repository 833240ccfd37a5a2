import type { Work } from '../engine/ctx.ts'

/**
 * Called when an account has given up an e-mail address and the address is free. Accesses given to that address, and
 * never proven, move to a new account of the address: its reader gets them through the invitation, or a reset.
 * `except` names a company whose accesses follow the account, because the company itself corrects the address.
 */
export async function moveUnprovenAccesses(
  { tx }: Work,
  { id, email }: { id: string; email: string },
  { except = null }: { except?: string | null } = {},
) {
  await tx.scope({ account: id })
  const left = await tx.sql<{ id: string; companyId: string }>`
    select x.id, x.company_id as "companyId" from accesses x
    where x.account_id = ${id} and x.given_to = ${email} and x.company_id is distinct from ${except}::uuid
      and not exists (select from account_proofs p where p.account_id = x.account_id and p.email = x.given_to)`
  if (left.length === 0) return
  const companies = [...new Set(left.map(({ companyId }) => companyId))]
  await tx.scope({ account: id, companies })
  await tx.sql`
    with reader as (
      insert into accounts (email, first_name, last_name, current_company_id)
      select ${email}, coalesce(x.first_name, made.first_name, ''), coalesce(x.last_name, made.last_name, ''), x.company_id
      from accesses x left join accounts made on made.id = x.account_id and x.with_account
      where x.id = ${left[0]?.id}
      returning id),
    invitations as (
      update codes c set account_id = reader.id from reader
      where c.account_id = ${id} and c.email = ${email} and c.kind = 'invite' and c.used_at is null)
    update accesses x set account_id = reader.id from reader where x.id = any(${left.map((access) => access.id)}::uuid[])`
}
