// Deletes a company: it is archived first, its data exported, then erased (docs/product/companies.md). What the law
// wants kept (signed contracts, invoices and the bank ledger) must not refer to `companies` with a cascade.
import type { AuditVerb } from '@bordee/core/audit.ts'
import type { Company } from '@bordee/core/companies/company.ts'
import { conflict } from '@bordee/core/problem.ts'
import { audit } from '../engine/audit.ts'
import type { Ctx } from '../engine/ctx.ts'
import { removeCompanyAccesses } from '../identity/company-accesses.ts'
import { forgetPayerLater } from './company-payments.ts'
import { lockCompany, scopeToCompany } from './company-settings.ts'
import { eraseTrialsOf } from './trial-company.ts'

/** Locked, archived, and exported since. */
export async function lockDeletable(ctx: Ctx, id: string): Promise<Company> {
  await scopeToCompany(ctx, id)
  const company = await lockCompany(ctx, id)
  if (!company.archivedAt) throw conflict('Archivez la compagnie avant de la supprimer.', { code: 'not-archived' })
  const verb: AuditVerb = 'company-exported'
  const [exported] = await ctx.tx.sql`
    select from audit_log where company_id = ${id} and action = ${verb} and created_at >= ${company.archivedAt} limit 1`
  if (!exported) throw conflict('Exportez les données de la compagnie avant de la supprimer.', { code: 'not-exported' })
  return company
}

/** `writtenOff` are the cents that will never be billed. */
export async function eraseCompany(ctx: Ctx, { id, name, customerId, paymentAccountId }: Company, writtenOff: number) {
  await eraseTrialsOf(ctx, id) // no cascade would clear what only they see
  await scopeToCompany(ctx, id)
  await forgetPayerLater(ctx, { customerId: customerId ?? null, accountId: paymentAccountId ?? null })
  await removeCompanyAccesses(ctx, id)
  await ctx.tx.sql`delete from companies where id = ${id}`
  await audit(ctx, 'company-deleted', { companyId: id, name, ...(writtenOff > 0 && { writtenOff }) }, null)
}
