// Contracts: a row per service; rows of one site, template and season are one contract, imported as a draft.
import { negativeSubtotal, newContractFields } from '@bordee/core/contracts/contract.ts'
import { contractTotal } from '@bordee/core/contracts/contract-money.ts'
import type { MappedRow } from '@bordee/core/imports/mapped-rows.ts'
import { toCents } from '@bordee/core/money.ts'
import { Problem } from '@bordee/core/problem.ts'
import { required } from '@bordee/core/wire.ts'
import { createContract, editContract } from '../contracts/contract-changes.ts'
import { lockContract } from '../contracts/contracts.queries.ts'
import type { Ctx } from '../engine/ctx.ts'
import { keptClauses } from '../templates/clauses.ts'
import type { Importation, Importer, Outcome, Plan } from './importation.ts'
import { siteOf } from './links.ts'
import { namesOf, resolve } from './names.ts'

type Sent = Parameters<typeof createContract>[1]

interface ContractPlan extends Plan {
  /** The id of the draft. */
  id: string | undefined
  contract: Sent
}

interface Line {
  serviceId?: string | null | undefined
  name?: string | null | undefined
  price: number
  quantity: number
}

interface Draft {
  key: string
  siteId: string
  templateId: string
  fields: { startAt?: string; endAt?: string; paymentMethods?: string[]; clauses?: string }
  lines: Line[]
  rows: MappedRow<'contracts'>[]
}

export const contractImporter: Importer<'contracts', ContractPlan> = {
  entity: 'contracts',
  atOnce: 10,

  async plan(importation, rows) {
    if (rows.length === 0) return []
    const { isActive, held, seasons } = await importation.inCompany((ctx) => readHeld(ctx, importation.companyId))
    const links = { services: await namesOf(importation, 'services'), templates: await namesOf(importation, 'contract_templates') }
    const drafts = new Map<string, Draft>()
    for (const row of rows) {
      await importation.pause()
      const draft = isActive
        ? draftOf(importation, links, seasons, row)
        : { problem: 'Le module Contrats n’est pas actif pour cette compagnie.' }
      if ('problem' in draft) {
        importation.refuse('contracts', row, draft.problem)
        continue
      }
      const before = drafts.get(draft.key)
      drafts.set(
        draft.key,
        before
          ? {
              ...before,
              fields: { ...before.fields, ...draft.fields, ...bothMethods(before.fields, draft.fields) },
              lines: [...before.lines, ...draft.lines],
              rows: [...before.rows, row],
            }
          : draft,
      )
    }
    return [...drafts.values()].flatMap((draft) => planned(importation, draft, held.get(draft.key)))
  },

  async write(ctx, _run, plans) {
    for (const { id, contract } of plans)
      if (id) await edit(ctx, id, contract)
      else await createContract(ctx, contract)
  },
}

/** A row names the payment methods of its own line; a contract has them all. */
function bothMethods({ paymentMethods: one }: Draft['fields'], { paymentMethods: other }: Draft['fields']) {
  return one && other && { paymentMethods: [...new Set([...one, ...other])] }
}

async function edit(ctx: Ctx, id: string, contract: Sent) {
  const held = await lockContract(ctx, id)
  await editContract(ctx, held, { ...contract, services: merged(held.services, contract.services ?? []) })
}

/**
 * The file's lines in order, each merged with the existing line's other values; then the lines that no row names,
 * since a file may contain only rows that were refused before.
 */
function merged<L extends Line, S extends Line>(held: readonly L[], said: readonly S[]): (L | S | (L & S))[] {
  const left = [...held]
  const take = (isIt: (line: L) => boolean) => {
    const at = left.findIndex(isIt)
    return at < 0 ? undefined : left.splice(at, 1)[0]
  }
  const same = said.map((line) => take((one) => lineKey(one) === lineKey(line)))
  const lines = said.map((line, at) => ({ ...(same[at] ?? take(({ serviceId }) => serviceId === line.serviceId)), ...line }))
  return [...lines, ...left]
}

const lineKey = ({ serviceId, price, quantity }: Line) => [serviceId, price, quantity].join(' ')

type Links = Record<'services' | 'templates', Awaited<ReturnType<typeof namesOf>>>
type Seasons = Map<string, { startAt: string; endAt: string }>

function draftOf(importation: Importation, links: Links, seasons: Seasons, row: MappedRow<'contracts'>): Draft | { problem: string } {
  const { contractTemplateLink, serviceLink, servicePrice, serviceQuantity, startAt, endAt, paymentMethods, clauses } = row.values
  const site = siteOf(importation, 'contracts', row)
  if ('problem' in site) return site
  if (!contractTemplateLink) return { problem: `Modèle de contrat\u00a0: ${required}` }
  if (!serviceLink) return { problem: `Service\u00a0: ${required}` }
  if (servicePrice === undefined) return { problem: `Prix ($)\u00a0: ${required}` }
  const template = resolve(links.templates, 'modèle de contrat', [contractTemplateLink])
  if ('problem' in template) return template
  const service = resolve(links.services, 'service', [serviceLink])
  if ('problem' in service) return service
  const [templateId = ''] = template.ids
  const [serviceId = ''] = service.ids
  const season = seasons.get(templateId)
  const fields = {
    ...(startAt && { startAt }),
    ...(endAt && { endAt }),
    ...(paymentMethods && { paymentMethods }),
    ...(clauses && { clauses }),
  }
  return {
    key: keyOf({ siteId: site.id, templateId, startAt: startAt ?? season?.startAt, endAt: endAt ?? season?.endAt }),
    siteId: site.id,
    templateId,
    fields,
    lines: [{ serviceId, price: servicePrice, quantity: serviceQuantity ?? 1 }],
    rows: [row],
  }
}

const keyOf = ({
  siteId,
  templateId,
  startAt,
  endAt,
}: {
  siteId: string | null
  templateId: string | null
  startAt?: string | null | undefined
  endAt?: string | null | undefined
}) => [siteId, templateId, startAt ?? '', endAt ?? ''].join(' ')

function planned(
  importation: Importation,
  { siteId, templateId, fields, lines, rows }: Draft,
  held: HeldContract | undefined,
): ContractPlan[] {
  const clientId = importation.folders.site(siteId)?.clientId ?? ''
  const services = held?.status === 'draft' ? merged(held.lines, lines) : lines
  const read = newContractFields.safeParse({ clientId, siteId, contractTemplateId: templateId, services, ...fields })
  const problem = read.success ? refusalOf(read.data) : (read.error.issues[0]?.message ?? '')
  if (!read.success || problem !== undefined) {
    for (const row of rows) importation.refuse('contracts', row, problem ?? '')
    return []
  }
  const outcome: Outcome = !held ? 'created' : held.status !== 'draft' || isSame(held, fields, services) ? 'unchanged' : 'updated'
  return [{ id: held?.id, contract: read.data, rows, outcomes: [outcome] }]
}

/** What the contract rules would say when it is written. */
function refusalOf({ services = [], clauses }: Sent): string | undefined {
  const lines = services.map(({ price, quantity }) => ({ price: toCents(price), quantity }))
  if (contractTotal(lines, []).subtotal < 0) return negativeSubtotal
  const kept = clauses === undefined ? undefined : stored(clauses)
  return kept && 'problem' in kept ? kept.problem : undefined
}

/** Clauses as a contract stores them. */
function stored(clauses: string): { html: string } | { problem: string } {
  try {
    return { html: keptClauses(clauses, 'contract') }
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return { problem: error.body.formErrors?.contract?.clauses ?? error.message }
  }
}

interface HeldContract {
  id: string
  siteId: string | null
  templateId: string | null
  startAt: string | null
  endAt: string | null
  status: string
  paymentMethods: string[]
  clauses: string
  lines: Line[]
}

function isSame(held: HeldContract, { paymentMethods, clauses }: Draft['fields'], lines: Draft['lines']): boolean {
  if (held.lines.map(lineKey).join('\n') !== lines.map(lineKey).join('\n')) return false
  const [methods, said] = [held.paymentMethods, paymentMethods ?? held.paymentMethods].map((list) => [...new Set(list)].toSorted().join())
  if (methods !== said) return false
  const kept = clauses === undefined ? { html: held.clauses } : stored(clauses)
  return 'html' in kept && kept.html === held.clauses
}

async function readHeld({ tx }: Ctx, companyId: string) {
  const [company] = await tx.sql<{ isActive: boolean }>`select contract_is_active as "isActive" from companies where id = ${companyId}`
  const contracts = await tx.sql<HeldContract>`
    select k.id, k.site_id as "siteId", k.contract_template_id as "templateId",
           k.start_at::text as "startAt", k.end_at::text as "endAt", k.status,
           k.payment_methods as "paymentMethods", k.clauses,
           coalesce((
             select jsonb_agg(jsonb_build_object(
                      'serviceId', l.service_id, 'name', l.name, 'price', l.price / 100.0, 'quantity', l.quantity)
                      order by l.position)
             from contract_services l
             where l.company_id = k.company_id and l.contract_id = k.id), '[]') as lines
    from contracts k
    where k.company_id = ${companyId} and k.site_id is not null and k.contract_template_id is not null
    order by k.status = 'draft', k.id`
  const seasons = await tx.sql<{ id: string; startAt: string; endAt: string }>`
    select id, start_at::text as "startAt", end_at::text as "endAt" from contract_templates where company_id = ${companyId}`
  const lines = (held: HeldContract) =>
    held.lines.map(({ price, quantity, ...line }) => ({ ...line, price: Number(price), quantity: Number(quantity) }))
  return {
    isActive: company?.isActive ?? false,
    // Of several, the draft comes last and is the one meant.
    held: new Map(contracts.map((one) => [keyOf(one), { ...one, lines: lines(one) }])),
    seasons: new Map(seasons.map(({ id, ...season }) => [id, season])),
  }
}
