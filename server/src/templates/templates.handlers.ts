import { isDeepStrictEqual } from 'node:util'
import { conflict, forbidden, invalid } from '@bordee/core/problem.ts'
import { isPlatform } from '@bordee/core/roles.ts'
import { brandKeys, type Template, type TemplateChanges } from '@bordee/core/templates/template.ts'
import type { templateCalls } from '@bordee/core/templates/templates.calls.ts'
import {
  endBeforeStart,
  type InstalmentInput,
  paymentMethodNames,
  paymentMethods,
  type ServiceLineInput,
} from '@bordee/core/templates/terms.ts'
import { drawnLogo } from '../companies/company-settings.ts'
import { type Ctx, companyOf, type Handlers } from '../engine/ctx.ts'
import { change, defined, insert, picked, putAll, without } from '../engine/db/writing.ts'
import { keptClauses } from './clauses.ts'
import { filledLines, keepOnly } from './service-lines.ts'
import { findTemplate, lockTemplate, templateRows } from './templates.queries.ts'

export const templateHandlers: Handlers<typeof templateCalls> = {
  listTemplates: (ctx) => ctx.tx.jsonList(templateRows(ctx)),

  listContractPaymentMethods: async () => paymentMethods.map((id) => ({ id, name: paymentMethodNames[id] })),

  getTemplate: (ctx, { id }) => findTemplate(ctx, id),

  async createTemplate(ctx, { contractTemplate: sent }) {
    const drawn = await withBrandDrawn(ctx, sent, null)
    const { name, startAt, endAt } = sent
    const id = await insert(ctx.tx, 'contract_templates', { ...columnsOf(drawn), name, startAt, endAt, companyId: companyOf(ctx) })
    await writeParts(ctx, id, drawn)
    return findTemplate(ctx, id)
  },

  async updateTemplate(ctx, { id, contractTemplate: sent }) {
    const before = await ctx.aside((work) => findTemplate({ ...ctx, tx: work.tx }, id))
    const drawn = await withBrandDrawn(ctx, sent, before)
    const held = await lockTemplate(ctx, id)
    const { startAt, endAt } = { ...held, ...defined(sent) }
    if (endAt <= startAt) throw invalid({ contractTemplate: { endAt: endBeforeStart } })
    if (sent.version !== undefined && sent.version !== held.version && listKeys.some((key) => sent[key]))
      throw conflict('Quelqu’un d’autre a modifié ce modèle de contrat entre-temps. Rechargez-le pour voir ses changements.', {
        code: 'older-version',
      })
    await change(ctx.tx, 'contract_templates', { id, companyId: companyOf(ctx) }, columnsOf(drawn))
    await writeParts(ctx, id, drawn)
    const saved = await findTemplate(ctx, id)
    if (isDeepStrictEqual(picked(held, listKeys), picked(saved, listKeys))) return saved
    await change(ctx.tx, 'contract_templates', { id, companyId: companyOf(ctx) }, { version: held.version + 1 })
    return { ...saved, version: held.version + 1 }
  },

  async archiveTemplate(ctx, { id }) {
    const { deletedAt } = await lockTemplate(ctx, id)
    await change(ctx.tx, 'contract_templates', { id, companyId: companyOf(ctx) }, { deletedAt: deletedAt ? null : ctx.now })
    return findTemplate(ctx, id)
  },

  async duplicateTemplate(ctx, { id, name }) {
    const held = await findTemplate(ctx, id)
    const { startAt, endAt } = held
    const copy = await insert(ctx.tx, 'contract_templates', { ...columnsOf(held), name, startAt, endAt, companyId: companyOf(ctx) })
    await writeParts(ctx, copy, held)
    return findTemplate(ctx, copy)
  },

  async deleteTemplate(ctx, { id }) {
    const { isUsed } = await lockTemplate(ctx, id)
    if (isUsed)
      throw conflict('Ce modèle a servi à des contrats\u00a0: il peut être archivé, mais pas supprimé.', { code: 'template-used' })
    await ctx.tx.sql`delete from contract_templates where id = ${id} and company_id = ${companyOf(ctx)}`
    return null
  },
}

const listKeys = ['services', 'paymentSchedules', 'contractTemplatePaymentMethod'] as const

/** Only platform staff set the brand; others may send back what they read. The logo is drawn without a connection. */
async function withBrandDrawn<C extends TemplateChanges>(ctx: Ctx, sent: C, held: Template | null): Promise<C> {
  const changed = brandKeys.filter((key) => sent[key] !== undefined && sent[key] !== (held?.[key] ?? null))
  if (changed.length === 0) return sent
  if (!isPlatform(ctx.actor.role)) throw forbidden('Seule la plateforme peut changer la marque d’un modèle.')
  return changed.includes('companyLogo') && sent.companyLogo
    ? { ...sent, companyLogo: await drawnLogo(companyOf(ctx), sent.companyLogo) }
    : sent
}

function columnsOf(sent: TemplateChanges | Template) {
  const {
    contractTemplatePaymentMethod: methods,
    clauses,
    ...plain
  } = without(
    sent as TemplateChanges & Partial<Template>,
    ...(['id', 'services', 'paymentSchedules', 'deletedAt', 'isUsed', 'version'] as const),
  )
  return {
    ...plain,
    ...(methods && { paymentMethods: [...new Set(methods)] }),
    ...(clauses !== undefined && { clauses: keptClauses(clauses, 'contractTemplate') }),
  }
}

interface Parts {
  services?: readonly ServiceLineInput[] | undefined
  paymentSchedules?: readonly InstalmentInput[] | undefined
}

/** Replaces a list: items with a known id are updated, the others inserted, missing ones deleted. */
async function writeParts(ctx: Ctx, templateId: string, { services, paymentSchedules }: Parts) {
  const place = { companyId: companyOf(ctx), templateId }
  if (services) {
    const lines = await filledLines(ctx, services)
    const known = await keepOnly(ctx, 'template_services', { templateId }, lines)
    const rows = lines.map((line, position) => ({ ...line, ...place, position, id: known(line.id) }))
    await putAll(ctx.tx, 'template_services', rows)
  }
  if (paymentSchedules) {
    const known = await keepOnly(ctx, 'template_instalments', { templateId }, paymentSchedules)
    const rows = paymentSchedules.map((one, position) => ({ ...one, ...place, position, id: known(one.id) }))
    await putAll(ctx.tx, 'template_instalments', rows)
  }
}
