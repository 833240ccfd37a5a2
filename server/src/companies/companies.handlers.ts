import type { companyCalls } from '@bordee/core/companies/companies.calls.ts'
import type { Company } from '@bordee/core/companies/company.ts'
import { notFound } from '@bordee/core/problem.ts'
import { isPlatform } from '@bordee/core/roles.ts'
import { registerOwner } from '../accounts/accounts.queries.ts'
import type { Handlers } from '../ctx.ts'
import { hashPassword } from '../identity/passwords.ts'
import { sql } from '../sql.ts'
import { companyJson, createCompany, readCompany } from './companies.queries.ts'

export const companyHandlers: Handlers<typeof companyCalls> = {
  async registerCompany(ctx, { account, company }) {
    const passwordHash = await hashPassword(account.password) // before the transaction takes a connection
    const id = await createCompany(ctx, { ...company, location: company.location ?? null })
    await registerOwner(ctx, { ...account, passwordHash }, id)
    return readCompany(ctx, id, 'owner')
  },

  listCompanies: ({ tx }) =>
    tx.jsonList(sql<{ json: Company }>`
      select ${companyJson('super_admin', { withLogo: false })} as json from companies c
      where c.is_active and c.archived_at is null order by c.name, c.id`),

  async getCurrentCompany(ctx) {
    const { companyId, role } = ctx.actor
    if (!companyId || !role) throw notFound('Compagnie')
    return readCompany(ctx, companyId, role)
  },

  async getCompany(ctx, { id }) {
    const { role, companyId } = ctx.actor
    if (!role || (!isPlatform(role) && id !== companyId)) throw notFound('Compagnie')
    return readCompany(ctx, id, role)
  },
}
