// Writes a contract's content: a new one, an edit, a renewal.
import { type ContractChanges, type ContractContent, contractContent, type NewContract } from '@bordee/core/contracts/contract.ts'
import { isSigned } from '@bordee/core/contracts/contract-life.ts'
import { inOrder } from '@bordee/core/contracts/contract-money.ts'
import { toCents } from '@bordee/core/money.ts'
import { ceilingErrors, noCeiling } from '@bordee/core/operations/ceiling.ts'
import { noRequirement, type Requirement } from '@bordee/core/operations/requirement.ts'
import { conflict, invalid } from '@bordee/core/problem.ts'
import { type Template, template as templateSchema } from '@bordee/core/templates/template.ts'
import { endBeforeStart } from '@bordee/core/templates/terms.ts'
import { type Ctx, companyOf } from '../engine/ctx.ts'
import { change, defined, insert, picked, putAll, without } from '../engine/db/writing.ts'
import { keptClauses } from '../templates/clauses.ts'
import { filledLines, keepOnly, type ServiceLine } from '../templates/service-lines.ts'
import { findTemplate } from '../templates/templates.queries.ts'
import { addHistory, move, refusal } from './contract-moves.ts'
import { reread, writeTotals } from './contract-totals.ts'
import type { Held } from './contracts.queries.ts'
import { clientSnapshot, companySnapshot, siteSnapshot } from './snapshots.ts'

/** Its lines are priced in cents; one whose client's folder is gone says what it said of them. */
export interface Content extends Omit<ContractContent, 'clientId' | 'services' | 'requirement'> {
  clientId: string | null
  services: ServiceLine[]
  requirement: Requirement
}
/** What is absent is what the table says. */
type NewContent = Partial<Content> & Pick<Content, 'services' | 'paymentShedules'> & { clientId: string }

const contentKeys = Object.keys(contractContent.shape) as (keyof ContractContent)[]

/** A new draft, with its template's terms for whatever it leaves out. Returns its id. `mayBeArchived`: the template. */
export async function createContract(ctx: Ctx, sent: NewContract, { mayBeArchived = false } = {}): Promise<string> {
  const find = mayBeArchived ? findTemplate : usableTemplate
  const template = sent.contractTemplateId ? await find(ctx, sent.contractTemplateId) : null
  const { services = [], paymentShedules = [], ...content } = await stored(ctx, { ...(template && termsOf(template)), ...defined(sent) })
  return insertContract(ctx, {
    ...content,
    clientId: sent.clientId,
    requirement: { ...noRequirement, ...template?.requirement, ...defined(sent.requirement ?? {}) },
    services: withoutIds(services),
    paymentShedules: withoutIds(paymentShedules),
  })
}

/** The terms that templates and contracts both have, two of them under other names. */
const termsOf = (template: Template): ContractChanges => ({
  ...picked(template, sharedKeys),
  paymentMethods: template.contractTemplatePaymentMethod,
  paymentShedules: template.paymentSchedules,
})
const sharedKeys = contentKeys.filter((key): key is keyof ContractContent & keyof Template => key in templateSchema.shape)

const withoutIds = <T extends { id?: unknown }>(parts: readonly T[]) => parts.map((part) => ({ ...part, id: undefined }))

async function usableTemplate(ctx: Ctx, id: string): Promise<Template> {
  const template = await findTemplate(ctx, id)
  if (template.deletedAt) throw conflict('Ce modèle de contrat est archivé.', { code: 'template-archived' })
  return template
}

/** Returns its id. `renewedFrom`: last season's contract. `id`: set when known beforehand. */
export async function insertContract(
  ctx: Ctx,
  content: NewContent,
  { renewedFrom = null, id: known }: { renewedFrom?: string | null; id?: string } = {},
): Promise<string> {
  const companyId = companyOf(ctx)
  refuseBadContent(content)
  const client = await clientSnapshot(ctx, companyId, content.clientId)
  const site = await siteSnapshot(ctx, companyId, content.clientId, content.siteId ?? null)
  const template = content.contractTemplateId ? await findTemplate(ctx, content.contractTemplateId) : null
  const company = await companySnapshot(ctx, companyId, template)
  const id = await insert(ctx.tx, 'contracts', {
    ...client,
    ...site,
    ...company,
    ...plainColumns(content),
    contractTemplateName: template?.name ?? null,
    renewedFrom,
    companyId,
    id: known,
  })
  await writeParts(ctx, companyId, id, content)
  await writeTotals(ctx, [await reread(ctx, id)])
  await addHistory(ctx, renewedFrom ? 'renew' : 'create', [{ id, companyId, status: 'draft' }])
  return id
}

/** Applies the sent content; if that changes anything, the contract becomes a draft again. Returns its new state. */
export async function editContract(ctx: Ctx, held: Held, sent: ContractChanges): Promise<Held> {
  const before = contentOf(held)
  // Sent back as they were read, lines and clauses are the same: what is missing in them was filled before.
  const requirement = { ...before.requirement, ...defined(sent.requirement ?? {}) }
  const after: Content = { ...before, ...(await stored(ctx, sent)), requirement }
  const changed = changedParts(before, after)
  if (changed.length === 0) return held
  if (isSigned(held.status))
    throw conflict(`Le contrat ${held.contractNumber} est signé\u00a0: seuls ses paiements peuvent changer.`, { code: 'contract-signed' })
  const reason = refusal(held, 'edit')
  if (reason) throw conflict(reason)
  refuseBadContent(after)
  const { companyId, id } = held
  const template = after.contractTemplateId === before.contractTemplateId ? undefined : after.contractTemplateId
  const hasOther = (part: 'clientId' | 'siteId') => after[part] !== before[part]
  const brand = template === undefined ? null : template ? await usableTemplate(ctx, template) : null
  await change(
    ctx.tx,
    'contracts',
    { id, companyId },
    {
      ...(hasOther('clientId') && after.clientId && (await clientSnapshot(ctx, companyId, after.clientId))),
      ...((hasOther('siteId') || hasOther('clientId')) && (await siteSnapshot(ctx, companyId, after.clientId, after.siteId))),
      ...(template !== undefined && { ...(await companySnapshot(ctx, companyId, brand)), contractTemplateName: brand?.name ?? null }),
      ...plainColumns(after),
      version: held.version + 1,
    },
  )
  await writeParts(ctx, companyId, id, after)
  await writeTotals(ctx, [await reread(ctx, id)])
  return move(ctx, held, 'edit', { detail: () => changed.map(partName).join(', ') })
}

export const contentOf = (held: Held): Content => ({
  ...picked(held, contentKeys),
  services: held.services.map((line) => ({ ...line, price: toCents(line.price) })),
  paymentShedules: held.paymentShedules.map((one) => without(one, 'dueDate', 'amount', 'amountLeft')),
})

/** What was sent, as a contract stores it, without its requirement. */
async function stored(ctx: Ctx, sent: ContractChanges): Promise<Partial<Content>> {
  const { services, paymentMethods, clauses, ...plain } = defined(without(picked(sent, contentKeys), 'requirement'))
  return {
    ...plain,
    ...(services && { services: await filledLines(ctx, services) }),
    ...(paymentMethods && { paymentMethods: [...new Set(paymentMethods)] }),
    ...(clauses !== undefined && { clauses: keptClauses(clauses, 'contract') }),
  }
}

/** As the history tells what changed; of another field, the title of its schema. */
const partNames: Partial<Record<keyof Content, string>> = {
  clientId: 'client',
  siteId: 'point de service',
  contractTemplateId: 'modèle',
  startAt: 'date de début',
  endAt: 'date de fin',
  paymentMethods: 'modes de paiement',
  services: 'services',
  paymentShedules: 'calendrier de paiements',
  clauses: 'clauses',
  isTaxesCharged: 'taxes',
}

const partName = (part: keyof Content) => partNames[part] ?? contractContent.shape[part].meta()?.title?.toLowerCase() ?? part

/** Compares what the client reads: ids and the order of payment methods don't count. */
function changedParts(before: Content, after: Content): (keyof Content)[] {
  const read = (content: Content): Record<keyof Content, unknown> => ({
    ...content,
    paymentMethods: content.paymentMethods.toSorted(),
    services: content.services.map(readOf),
    paymentShedules: inOrder(content.paymentShedules).map(readOf),
  })
  const [one, other] = [read(before), read(after)]
  return contentKeys.filter((part) => JSON.stringify(one[part]) !== JSON.stringify(other[part]))
}

const readOf = (line: object) =>
  Object.entries(line)
    .filter(([key, value]) => key !== 'id' && value !== null && value !== undefined)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))

function refuseBadContent({ startAt, endAt, ceiling, ceilingUnit, ceilingPrice }: Partial<Content>) {
  if (startAt && endAt && endAt <= startAt) throw invalid({ contract: { endAt: endBeforeStart } })
  const wrong = ceilingErrors({ ...noCeiling, ...defined({ ceiling, ceilingUnit, ceilingPrice }) })
  if (Object.keys(wrong).length > 0) throw invalid({ contract: wrong })
}

/** Client and site are kept with what the contract says of them, the lists in tables of their own. */
const plainColumns = <C extends NewContent | Content>(content: C) => without(content, 'clientId', 'siteId', 'services', 'paymentShedules')

type Parts = Pick<Content, 'services' | 'paymentShedules'>
/** `writeTotals` fills in the instalments' amounts. */
async function writeParts(ctx: Ctx, companyId: string, contractId: string, { services, paymentShedules }: Parts) {
  const place = { companyId, contractId }
  const line = await keepOnly(ctx, 'contract_services', { contractId }, services)
  await putAll(
    ctx.tx,
    'contract_services',
    services.map((one, position) => ({ ...one, ...place, position, id: line(one.id) })),
  )
  const due = await keepOnly(ctx, 'contract_instalments', { contractId }, paymentShedules)
  await putAll(
    ctx.tx,
    'contract_instalments',
    paymentShedules.map((one, position) => ({ ...one, ...place, position, amount: 0, id: due(one.id) })),
  )
}
