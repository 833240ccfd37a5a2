import { conflict, forbidden } from '@bordee/core/problem.ts'
import { isPlatform } from '@bordee/core/roles.ts'
import { brandKeys, type Template, type TemplateChanges } from '@bordee/core/templates/template.ts'
import type { templateCalls } from '@bordee/core/templates/templates.calls.ts'
import { paymentMethodNames, paymentMethods } from '@bordee/core/templates/terms.ts'
import { drawnLogo } from '../companies/company-settings.ts'
import { type Ctx, companyOf, type Handlers } from '../engine/ctx.ts'
import { archiveTemplate, changeTemplate, insertTemplate } from './template-changes.ts'
import { findTemplate, lockTemplate, templateRows } from './templates.queries.ts'

export const templateHandlers: Handlers<typeof templateCalls> = {
  listTemplates: (ctx) => ctx.tx.jsonList(templateRows(ctx)),

  listContractPaymentMethods: async () => paymentMethods.map((id) => ({ id, name: paymentMethodNames[id] })),

  getTemplate: (ctx, { id }) => findTemplate(ctx, id),

  async createTemplate(ctx, { contractTemplate: sent }) {
    return findTemplate(ctx, await insertTemplate(ctx, await withBrandDrawn(ctx, sent, null)))
  },

  async updateTemplate(ctx, { id, contractTemplate: sent }) {
    const before = await ctx.aside((work) => findTemplate({ ...ctx, tx: work.tx }, id))
    const drawn = await withBrandDrawn(ctx, sent, before)
    return changeTemplate(ctx, id, drawn)
  },

  async archiveTemplate(ctx, { id }) {
    const { deletedAt } = await lockTemplate(ctx, id)
    await archiveTemplate(ctx, id, deletedAt ? null : ctx.now)
    return findTemplate(ctx, id)
  },

  async duplicateTemplate(ctx, { id, name }) {
    return findTemplate(ctx, await insertTemplate(ctx, { ...(await findTemplate(ctx, id)), name }))
  },

  async deleteTemplate(ctx, { id }) {
    const { isUsed } = await lockTemplate(ctx, id)
    if (isUsed)
      throw conflict('Ce modèle a servi à des contrats\u00a0: il peut être archivé, mais pas supprimé.', { code: 'template-used' })
    await ctx.tx.sql`delete from contract_templates where id = ${id} and company_id = ${companyOf(ctx)}`
    return null
  },
}

/** Only platform staff set the brand; others may send back what they read. The logo is drawn without a connection. */
async function withBrandDrawn<C extends TemplateChanges>(ctx: Ctx, sent: C, held: Template | null): Promise<C> {
  const changed = brandKeys.filter((key) => sent[key] !== undefined && sent[key] !== (held?.[key] ?? null))
  if (changed.length === 0) return sent
  if (!isPlatform(ctx.actor.role)) throw forbidden('Seule la plateforme peut changer la marque d’un modèle.')
  return changed.includes('companyLogo') && sent.companyLogo
    ? { ...sent, companyLogo: await drawnLogo(companyOf(ctx), sent.companyLogo) }
    : sent
}
