// Writes a contract's content: a new one, an edit, a renewal.
import type { ContractChanges, NewContract } from '@bordee/core/contracts/contract.ts'
import { isSigned } from '@bordee/core/contracts/contract-life.ts'
import { inOrder } from '@bordee/core/contracts/contract-money.ts'
import { toCents } from '@bordee/core/money.ts'
import { conflict, invalid } from '@bordee/core/problem.ts'
import type { Template } from '@bordee/core/templates/template.ts'
import { endBeforeStart, type PaymentMethod } from '@bordee/core/templates/terms.ts'
import { type Ctx, companyOf } from '../engine/ctx.ts'
import { change, insert, putAll } from '../engine/db/writing.ts'
import { keptClauses } from '../templates/clauses.ts'
import { filledLines, keepOnly, type ServiceLine } from '../templates/service-lines.ts'
import { findTemplate } from '../templates/templates.queries.ts'
import { move, refusal, remember } from './contract-moves.ts'
import { again, writeTotals } from './contract-totals.ts'
import type { Held } from './contracts.queries.ts'
import { clientSnapshot, companySnapshot, siteSnapshot } from './snapshots.ts'

export interface Content {
  clientId: string | null
  siteId: string | null
  contractTemplateId: string | null
  startAt: string | null
  endAt: string | null
  paymentMethods: PaymentMethod[]
  services: ServiceLine[]
  paymentShedules: { id?: string | null | undefined; paymentDate: string; percent: number }[] // sic
  clauses: string
  isTaxesCharged: boolean
}

/** A new draft, with its template's terms for whatever it leaves out. Returns its id. */
export async function createContract(ctx: Ctx, sent: NewContract): Promise<string> {
  const template = sent.contractTemplateId ? await usableTemplate(ctx, sent.contractTemplateId) : null
  return insertContract(ctx, {
    clientId: sent.clientId,
    siteId: sent.siteId ?? null,
    contractTemplateId: template?.id ?? null,
    startAt: sent.startAt === undefined ? (template?.startAt ?? null) : sent.startAt,
    endAt: sent.endAt === undefined ? (template?.endAt ?? null) : sent.endAt,
    paymentMethods: [...new Set(sent.paymentMethods ?? template?.contractTemplatePaymentMethod ?? [])],
    services: withoutIds(await filledLines(ctx, sent.services ?? template?.services ?? [])),
    paymentShedules: withoutIds(sent.paymentShedules ?? template?.paymentSchedules ?? []),
    clauses: sent.clauses === undefined ? (template?.clauses ?? '') : keptClauses(sent.clauses, 'contract'),
    isTaxesCharged: sent.isTaxesCharged ?? template?.isTaxesCharged ?? true,
  })
}

const withoutIds = <T extends { id?: unknown }>(parts: readonly T[]) => parts.map((part) => ({ ...part, id: undefined }))

async function usableTemplate(ctx: Ctx, id: string): Promise<Template> {
  const template = await findTemplate(ctx, id)
  if (template.deletedAt) throw conflict('Ce modèle de contrat est archivé.', { code: 'template-archived' })
  return template
}

/** Returns its id. `renewedFrom`: last season's contract. `id`: set when known beforehand. */
export async function insertContract(
  ctx: Ctx,
  content: Content & { clientId: string },
  { renewedFrom = null, id: known }: { renewedFrom?: string | null; id?: string } = {},
): Promise<string> {
  const companyId = companyOf(ctx)
  refuseBadContent(content)
  const client = await clientSnapshot(ctx, companyId, content.clientId)
  const site = await siteSnapshot(ctx, companyId, content.clientId, content.siteId)
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
  await writeTotals(ctx, [await again(ctx, id)])
  await remember(ctx, renewedFrom ? 'renew' : 'create', [{ id, companyId, status: 'draft' }])
  return id
}

/** Applies the sent content; if that changes anything, the contract becomes a draft again. Returns its new state. */
export async function editContract(ctx: Ctx, held: Held, sent: ContractChanges): Promise<Held> {
  const before = contentOf(held)
  const after = await merged(ctx, before, sent)
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
  await writeTotals(ctx, [await again(ctx, id)])
  return move(ctx, held, 'edit', { detail: () => changed.map((part) => partNames[part]).join(', ') })
}

function contentOf(held: Held): Content {
  const { clientId, siteId, contractTemplateId, startAt, endAt, paymentMethods, services, paymentShedules, clauses, isTaxesCharged } = held
  const lines = services.map((line) => ({ ...line, price: toCents(line.price) }))
  return { clientId, siteId, contractTemplateId, startAt, endAt, paymentMethods, services: lines, paymentShedules, clauses, isTaxesCharged }
}

async function merged(ctx: Ctx, before: Content, sent: ContractChanges): Promise<Content> {
  const or = <K extends keyof Content & keyof ContractChanges>(key: K) => (sent[key] === undefined ? before[key] : sent[key])
  // Lines and clauses sent back as they were read don't count as changes: their gaps were filled before.
  return {
    clientId: or('clientId') as string | null,
    siteId: or('siteId') as string | null,
    contractTemplateId: or('contractTemplateId') as string | null,
    startAt: or('startAt') as string | null,
    endAt: or('endAt') as string | null,
    paymentMethods: sent.paymentMethods ? [...new Set(sent.paymentMethods)] : before.paymentMethods,
    services: sent.services ? await filledLines(ctx, sent.services) : before.services,
    paymentShedules: sent.paymentShedules ?? before.paymentShedules,
    clauses: sent.clauses === undefined ? before.clauses : keptClauses(sent.clauses, 'contract'),
    isTaxesCharged: or('isTaxesCharged') as boolean,
  }
}

const partNames: Record<keyof Content, string> = {
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

/** Compares what the client reads: ids and the order of payment methods don't count. */
function changedParts(before: Content, after: Content): (keyof Content)[] {
  const read = (content: Content): Record<keyof Content, unknown> => ({
    ...content,
    paymentMethods: content.paymentMethods.toSorted(),
    services: content.services.map((line) => ({ ...line, id: undefined })),
    paymentShedules: inOrder(content.paymentShedules).map(({ paymentDate, percent }) => [paymentDate, percent]),
  })
  const [one, other] = [read(before), read(after)]
  return (Object.keys(partNames) as (keyof Content)[]).filter((part) => JSON.stringify(one[part]) !== JSON.stringify(other[part]))
}

function refuseBadContent({ startAt, endAt }: Content) {
  if (startAt && endAt && endAt <= startAt) throw invalid({ contract: { endAt: endBeforeStart } })
}

const plainColumns = ({ contractTemplateId, startAt, endAt, paymentMethods, clauses, isTaxesCharged }: Content) => ({
  contractTemplateId,
  startAt,
  endAt,
  paymentMethods,
  clauses,
  isTaxesCharged,
})

/** `writeTotals` fills in the instalments' amounts. */
async function writeParts(ctx: Ctx, companyId: string, contractId: string, { services, paymentShedules }: Content) {
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
    paymentShedules.map(({ id, paymentDate, percent }, position) => ({ ...place, position, paymentDate, percent, amount: 0, id: due(id) })),
  )
}
