// Deletes a company: it is archived first, its data exported, then erased (docs/product/companies.md). What the law
// wants kept (signed contracts, invoices and the bank ledger) must not refer to `companies` with a cascade.
import type { AuditVerb } from '@bordee/core/audit.ts'
import { conflict } from '@bordee/core/problem.ts'
import { audit } from '../engine/audit.ts'
import type { Ctx } from '../engine/ctx.ts'
import { removeCompanyAccesses } from '../identity/company-accesses.ts'
import { forgetPayerLater } from './company-payments.ts'
import { lockCompany, scopeToCompany } from './company-settings.ts'

export async function deleteCompany(ctx: Ctx, id: string) {
  await scopeToCompany(ctx, id)
  const { name, archivedAt, customerId, paymentAccountId } = await lockCompany(ctx, id)
  if (!archivedAt) throw conflict('Archivez la compagnie avant de la supprimer.', { code: 'not-archived' })
  const verb: AuditVerb = 'company-exported'
  const [exported] = await ctx.tx.sql`
    select from audit_log where company_id = ${id} and action = ${verb} and created_at >= ${archivedAt} limit 1`
  if (!exported) throw conflict('Exportez les données de la compagnie avant de la supprimer.', { code: 'not-exported' })
  await forgetPayerLater(ctx, { customerId: customerId ?? null, accountId: paymentAccountId ?? null })
  await removeCompanyAccesses(ctx, id)
  await ctx.tx.sql`delete from companies where id = ${id}`
  await audit(ctx, 'company-deleted', { companyId: id, name }, null)
}
