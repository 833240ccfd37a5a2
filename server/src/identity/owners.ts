// A company's owners and its own e-mail: who is told about its affairs, and what has been proven.
import { emailUnproven } from '@bordee/core/problem.ts'
import type { Work } from '../engine/ctx.ts'
import { type Sql, sql } from '../engine/db/sql.ts'
import { isAccessEffective } from './identity.queries.ts'

/** Someone reads the e-mail of the company, which has the alias `c`: by its link, or as an owner who proved it. */
export const provenCompanyEmail: Sql<boolean> = sql`(
  c.proven_email is not distinct from c.email
  or exists (
    select
    from accesses x
    join accounts a on a.id = x.account_id
    where x.company_id = c.id and x.role = 'owner' and a.email = c.email and a.email_verified_at is not null
      and ${isAccessEffective('x')}))`

/** Who gets a company's notices: its own e-mail once it is proven, until then the owners who have proven theirs. */
export async function noticeEmails({ tx }: Pick<Work, 'tx'>, companyId: string): Promise<string[]> {
  const rows = await tx.sql<{ email: string }>`
    with own as (select c.email from companies c where c.id = ${companyId} and ${provenCompanyEmail})
    select email from own
    union
    select a.email
    from accesses x
    join accounts a on a.id = x.account_id
    where x.company_id = ${companyId} and x.role = 'owner' and ${isAccessEffective('x')}
      and a.email_verified_at is not null and a.disabled_at is null and not exists (select from own)
    order by 1`
  return rows.map(({ email }) => email)
}

/** Whether someone has shown that they read the address, as an account's or as a company's. */
export async function isProvenMailbox({ tx }: Pick<Work, 'tx'>, email: string): Promise<boolean> {
  await tx.scope({ platform: true })
  const [found] = await tx.sql<{ isProven: boolean }>`
    select exists (select from accounts where email = ${email} and email_verified_at is not null)
           or exists (select from companies where proven_email = ${email} and email = proven_email) as "isProven"`
  return found?.isProven ?? false
}

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
    select c.email from companies c where c.id = ${companyId} and not exists (select from owners) and ${provenCompanyEmail}
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

/** Whether an owner has proven their e-mail, or the platform vouches for the company, which has the alias `c`. */
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
