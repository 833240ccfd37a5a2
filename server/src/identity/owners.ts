// A company's owners: who is told about its affairs, and whether one of them has proven his e-mail.
import { emailUnproven } from '@bordee/core/problem.ts'
import type { Work } from '../engine/ctx.ts'
import { type Sql, sql } from '../engine/db/sql.ts'
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

/** Platform staff who read their mail. */
export async function staffEmails({ tx }: Pick<Work, 'tx'>): Promise<string[]> {
  const staff = await tx.sql<{ email: string }>`
    select email
    from accounts
    where platform_role is not null and email_verified_at is not null and disabled_at is null
    order by email`
  return staff.map(({ email }) => email)
}

/** Whether an owner has proven his e-mail, or the platform vouches for the company, which has the alias `c`. */
export const provenCompany: Sql<boolean> = sql`(
  c.is_vouched
  or exists (
    select
    from accesses x
    join accounts a on a.id = x.account_id
    where x.company_id = c.id and x.role = 'owner' and a.email_verified_at is not null and ${isAccessEffective('x')}))`

export async function isProven({ tx }: Pick<Work, 'tx'>, companyId: string): Promise<boolean> {
  const [company] = await tx.sql<{ isProven: boolean }>`select ${provenCompany} as "isProven" from companies c where c.id = ${companyId}`
  return company?.isProven ?? false
}

/** For what is sent in the middle of another change. */
export async function requireProven(work: Pick<Work, 'tx'>, companyId: string) {
  if (!(await isProven(work, companyId))) throw emailUnproven()
}
