import type { Work } from '../engine/ctx.ts'

/**
 * Removes every access to a company, and the accounts that have no other: an account is deleted with its last access.
 * Only for platform staff, who also see accesses to other companies.
 */
export async function removeCompanyAccesses({ tx }: Pick<Work, 'tx'>, companyId: string) {
  // Locked first: this waits for someone who is just being given access elsewhere, and keeps that account.
  await tx.sql`
    select from accounts where id in (select account_id from accesses where company_id = ${companyId}) order by id for update`
  await tx.sql`
    delete from accounts a
    where a.platform_role is null and exists (select from accesses x where x.account_id = a.id and x.company_id = ${companyId})
      and not exists (select from accesses x where x.account_id = a.id and x.company_id <> ${companyId})`
  await tx.sql`delete from accesses where company_id = ${companyId}`
}
