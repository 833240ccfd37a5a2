import type { Ctx } from '../engine/ctx.ts'

/**
 * Takes every access to a company away, and the accounts that have no other: an account goes with its last access. Platform staff only,
 * who see the accesses to other companies too.
 */
export async function removeCompanyAccesses({ tx }: Ctx, companyId: string) {
  // Held first: whoever is just being given access elsewhere is waited for, and stays.
  await tx.sql`
    select from accounts where id in (select account_id from accesses where company_id = ${companyId}) order by id for update`
  await tx.sql`
    delete from accounts a
    where a.platform_role is null and exists (select from accesses x where x.account_id = a.id and x.company_id = ${companyId})
      and not exists (select from accesses x where x.account_id = a.id and x.company_id <> ${companyId})`
  await tx.sql`delete from accesses where company_id = ${companyId}`
}
