// Writes a contract template.
import { isDeepStrictEqual } from 'node:util'
import { ceilingErrors, noCeiling } from '@bordee/core/operations/ceiling.ts'
import { noRequirement, type Requirement } from '@bordee/core/operations/requirement.ts'
import { conflict, invalid } from '@bordee/core/problem.ts'
import type { Template, TemplateChanges } from '@bordee/core/templates/template.ts'
import { endBeforeStart, type InstalmentInput, type ServiceLineInput } from '@bordee/core/templates/terms.ts'
import { type Ctx, companyOf } from '../engine/ctx.ts'
import { change, defined, insert, picked, putAll, without } from '../engine/db/writing.ts'
import { keptClauses } from './clauses.ts'
import { filledLines, keepOnly } from './service-lines.ts'
import { findTemplate, lockTemplate } from './templates.queries.ts'

export type NewTemplate = TemplateChanges & Pick<Template, 'name' | 'startAt' | 'endAt'>

/** Returns its id. */
export async function insertTemplate(ctx: Ctx, sent: NewTemplate | Template): Promise<string> {
  const { name, startAt, endAt } = sent
  refuseHalfCeiling(sent)
  const id = await insert(ctx.tx, 'contract_templates', { ...columnsOf(sent), name, startAt, endAt, companyId: companyOf(ctx) })
  await writeParts(ctx, id, sent)
  return id
}

export async function changeTemplate(ctx: Ctx, id: string, sent: TemplateChanges): Promise<Template> {
  const held = await lockTemplate(ctx, id)
  const { startAt, endAt } = { ...held, ...defined(sent) }
  if (endAt <= startAt) throw invalid({ contractTemplate: { endAt: endBeforeStart } })
  refuseHalfCeiling({ ...held, ...defined(sent) })
  if (sent.version !== undefined && sent.version !== held.version && listKeys.some((key) => sent[key]))
    throw conflict('Quelqu’un d’autre a modifié ce modèle de contrat entre-temps. Rechargez-le pour voir ses changements.', {
      code: 'older-version',
    })
  await change(ctx.tx, 'contract_templates', { id, companyId: companyOf(ctx) }, columnsOf(sent, held.requirement))
  await writeParts(ctx, id, sent)
  const saved = await findTemplate(ctx, id)
  if (isDeepStrictEqual(picked(held, listKeys), picked(saved, listKeys))) return saved
  await change(ctx.tx, 'contract_templates', { id, companyId: companyOf(ctx) }, { version: held.version + 1 })
  return { ...saved, version: held.version + 1 }
}

function refuseHalfCeiling({ ceiling, ceilingUnit, ceilingPrice }: TemplateChanges) {
  const wrong = ceilingErrors({ ...noCeiling, ...defined({ ceiling, ceilingUnit, ceilingPrice }) })
  if (Object.keys(wrong).length > 0) throw invalid({ contractTemplate: wrong })
}

export const archiveTemplate = (ctx: Ctx, id: string, deletedAt: Date | string | null) =>
  change(ctx.tx, 'contract_templates', { id, companyId: companyOf(ctx) }, { deletedAt })

const listKeys = ['services', 'paymentSchedules', 'contractTemplatePaymentMethod'] as const

function columnsOf(sent: TemplateChanges | Template, held: Requirement = noRequirement) {
  const {
    contractTemplatePaymentMethod: methods,
    clauses,
    requirement,
    ...plain
  } = without(
    sent as TemplateChanges & Partial<Template>,
    ...(['id', 'services', 'paymentSchedules', 'deletedAt', 'isUsed', 'version'] as const),
  )
  return {
    ...plain,
    ...(methods && { paymentMethods: [...new Set(methods)] }),
    ...(requirement && { requirement: { ...held, ...defined(requirement) } }),
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
