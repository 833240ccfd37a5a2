import type { companyCalls } from '@bordee/core/companies/companies.calls.ts'
import type { Company } from '@bordee/core/companies/company.ts'
import { moduleNames } from '@bordee/core/modules.ts'
import { conflict, invalid, notFound } from '@bordee/core/problem.ts'
import { isPlatform } from '@bordee/core/roles.ts'
import { required } from '@bordee/core/wire.ts'
import { registerOwner } from '../accounts/accounts.queries.ts'
import { audit } from '../engine/audit.ts'
import { companyOf, type Handlers } from '../engine/ctx.ts'
import { sql } from '../engine/db/sql.ts'
import { mailLater } from '../engine/jobs/mail.jobs.ts'
import { ownerEmails, staffEmails } from '../identity/owners.ts'
import { hashPassword } from '../identity/passwords.ts'
import { admissionDecidedLetter, moduleAskedLetter } from './companies.letters.ts'
import { companyJson, readCompany } from './companies.queries.ts'
import { confirmProof, sendProof } from './company-email.ts'
import {
  changeCompany,
  changeQuoteConfig,
  insertCompany,
  lockCompany,
  openCompany,
  scopeToCompany,
  sitesWithoutContract,
} from './company-settings.ts'
import { configOf, isOn, putRequest, refuseRequest, tellDecided } from './module-requests.ts'

export const companyHandlers: Omit<Handlers<typeof companyCalls>, 'deleteCompany'> = {
  async registerCompany(ctx, { account, company }) {
    const passwordHash = await hashPassword(account.password) // before the transaction takes a connection
    const id = await insertCompany(ctx, { company })
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
    const { role, companies } = ctx.actor
    if (!role || (!isPlatform(role) && !companies.includes(id))) throw notFound('Compagnie')
    return readCompany(ctx, id, role)
  },

  async previewContractSites(ctx, { id }) {
    await scopeToCompany(ctx, id)
    await readCompany(ctx, id, 'owner')
    return { inactiveSites: await sitesWithoutContract(ctx, id) }
  },

  async createCompany(ctx, sent) {
    return readCompany(ctx, await openCompany(ctx, sent), 'super_admin')
  },

  async updateCurrentCompany(ctx, sent) {
    const { companyId, role } = ctx.actor
    if (!companyId || !role) throw notFound('Compagnie')
    await changeCompany(ctx, companyId, sent)
    return readCompany(ctx, companyId, role)
  },

  async updateCompany(ctx, { id, ...sent }) {
    await changeCompany(ctx, id, sent)
    return readCompany(ctx, id, 'owner')
  },

  async sendCompanyProof(ctx) {
    return sendProof(ctx, companyOf(ctx))
  },

  async confirmCompanyEmail(ctx, { code }) {
    return confirmProof(ctx, code)
  },

  async decideAdmission(ctx, { id, admission, reason = null, isSectorUnlimited }) {
    if (admission === 'refused' && !reason) throw invalid({ admission: { reason: required } })
    await scopeToCompany(ctx, id)
    const { name, quoteConfig } = await lockCompany(ctx, id)
    const why = admission === 'refused' ? reason : null
    const columns = { quoteAdmission: admission, quoteAdmissionReason: why, quoteIsSectorUnlimited: isSectorUnlimited }
    await changeQuoteConfig(ctx, id, columns)
    await audit(ctx, 'quote-admission', { admission }, id)
    if (admission !== 'pending' && admission !== quoteConfig?.admission)
      for (const to of await ownerEmails(ctx, id))
        await mailLater(ctx, admissionDecidedLetter(ctx.env, to, { name, admission, reason: why }))
    ctx.publish(id, { topic: 'companies' })
    return readCompany(ctx, id, 'super_admin')
  },

  async askForModule(ctx, { module }) {
    const id = companyOf(ctx)
    const stored = await lockCompany(ctx, id)
    if (isOn(stored, module)) throw conflict(`Le module ${moduleNames[module]} est déjà actif.`, { code: 'module-active' })
    if (await putRequest(ctx, id, module, ctx.actor.accountId)) {
      await audit(ctx, 'module-asked', { module }, id)
      for (const to of await staffEmails(ctx)) await mailLater(ctx, moduleAskedLetter(ctx.env, to, stored, module))
    }
    return readCompany(ctx, id, 'owner')
  },

  async decideModuleRequest(ctx, { id, module, status, reason = null }) {
    if (status === 'refused' && !reason) throw invalid({ moduleRequest: { reason: required } })
    await scopeToCompany(ctx, id)
    const stored = await lockCompany(ctx, id)
    if (!stored.moduleRequests?.some((request) => request.module === module)) throw notFound('Demande')
    if (status === 'activated') await changeCompany(ctx, id, { [configOf[module]]: { isActive: true } })
    else if (isOn(stored, module)) throw conflict(`Le module ${moduleNames[module]} est déjà actif.`, { code: 'module-active' })
    else if (await refuseRequest(ctx, id, module, reason ?? '')) {
      await audit(ctx, 'module-refused', { module }, id)
      await tellDecided(ctx, stored, { module, status, reason })
    }
    ctx.publish(id, { topic: 'companies' })
    return readCompany(ctx, id, 'super_admin')
  },

  listArchivedCompanies: ({ tx }) =>
    tx.jsonList(sql<{ json: Company }>`
      select ${companyJson('super_admin', { withLogo: false })} as json from companies c
      where not c.is_active or c.archived_at is not null order by c.archived_at desc nulls last, c.name, c.id`),

  async archiveCompany(ctx, { id }) {
    await scopeToCompany(ctx, id)
    const { archivedAt } = await lockCompany(ctx, id)
    if (archivedAt) return null
    await ctx.tx.sql`update companies set archived_at = now() where id = ${id}`
    await audit(ctx, 'company-archived', {}, id)
    return null
  },

  async restoreCompany(ctx, { id }) {
    await scopeToCompany(ctx, id)
    const { archivedAt, isActive } = await lockCompany(ctx, id)
    if (archivedAt || !isActive) {
      await ctx.tx.sql`update companies set archived_at = null, is_active = true where id = ${id}`
      await audit(ctx, 'company-restored', {}, id)
    }
    return readCompany(ctx, id, 'super_admin')
  },
}
