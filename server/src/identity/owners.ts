import type { Work } from '../engine/ctx.ts'
import { isAccessEffective } from './identity.queries.ts'

/** Who is told about a company's affairs: its owners who can enter it, or else the company's own address. */
export async function ownerEmails({ tx }: Pick<Work, 'tx'>, companyId: string): Promise<string[]> {
  const rows = await tx.sql<{ email: string | null }>`
    with owners as (
      select a.email
      from accesses x
      join accounts a on a.id = x.account_id
      where x.company_id = ${companyId} and x.role = 'owner' and ${isAccessEffective('x')} and a.disabled_at is null)
    select email from owners
    union
    select c.email from companies c where c.id = ${companyId} and not exists (select from owners)
    order by 1`
  return rows.flatMap(({ email }) => email ?? [])
}
