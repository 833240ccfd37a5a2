// Contracts: a row per service; those of one site, template and season are one contract, and come in as a draft.
import { newContractFields } from '@bordee/core/contracts/contract.ts'
import type { MappedRow } from '@bordee/core/imports/mapped-rows.ts'
import { required } from '@bordee/core/wire.ts'
import { createContract, editContract } from '../contracts/contract-changes.ts'
import { lockContract } from '../contracts/contracts.queries.ts'
import type { Ctx } from '../engine/ctx.ts'
import { siteOf } from './links.ts'
import { namesOf, resolve } from './names.ts'
import type { Importer, Outcome, Plan, Run } from './run.ts'

type Sent = Parameters<typeof createContract>[1]

interface ContractPlan extends Plan {
  /** Of the draft that it becomes. */
  id: string | undefined
  contract: Sent
}

interface Draft {
  key: string
  siteId: string
  templateId: string
  fields: { startAt?: string; endAt?: string; paymentMethods?: string[]; clauses?: string }
  lines: { serviceId: string; price: number; quantity: number }[]
  rows: MappedRow<'contracts'>[]
}

export const contractImporter: Importer<'contracts', ContractPlan> = {
  entity: 'contracts',
  atOnce: 10,

  async plan(run, rows) {
    if (rows.length === 0) return []
    const { isActive, held, seasons } = await run.inCompany((ctx) => readHeld(ctx, run.companyId))
    const links = { services: await namesOf(run, 'services'), templates: await namesOf(run, 'contract_templates') }
    const drafts = new Map<string, Draft>()
    for (const row of rows) {
      await run.pause()
      const draft = isActive ? draftOf(run, links, seasons, row) : { problem: 'Le module Contrats n’est pas actif pour cette compagnie.' }
      if ('problem' in draft) {
        run.refuse('contracts', row, draft.problem)
        continue
      }
      const before = drafts.get(draft.key)
      drafts.set(
        draft.key,
        before
          ? {
              ...before,
              fields: { ...before.fields, ...draft.fields },
              lines: [...before.lines, ...draft.lines],
              rows: [...before.rows, row],
            }
          : draft,
      )
    }
    return [...drafts.values()].flatMap((draft) => planned(run, draft, held.get(draft.key)))
  },

  async write(ctx, _run, plans) {
    for (const { id, contract } of plans)
      if (id) await editContract(ctx, await lockContract(ctx, id), contract)
      else await createContract(ctx, contract)
  },
}

type Links = Record<'services' | 'templates', Awaited<ReturnType<typeof namesOf>>>
type Seasons = Map<string, { startAt: string; endAt: string }>

function draftOf(run: Run, links: Links, seasons: Seasons, row: MappedRow<'contracts'>): Draft | { problem: string } {
  const { contractTemplateLink, serviceLink, servicePrice, serviceQuantity, startAt, endAt, paymentMethods, clauses } = row.values
  const site = siteOf(run, 'contracts', row)
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

function planned(run: Run, { siteId, templateId, fields, lines, rows }: Draft, held: HeldContract | undefined): ContractPlan[] {
  const clientId = run.folders.site(siteId)?.clientId ?? ''
  const read = newContractFields.safeParse({ clientId, siteId, contractTemplateId: templateId, services: lines, ...fields })
  if (!read.success) {
    for (const row of rows) run.refuse('contracts', row, read.error.issues[0]?.message ?? '')
    return []
  }
  const outcome: Outcome = !held ? 'created' : held.status !== 'draft' || isSame(held, fields, lines) ? 'unchanged' : 'updated'
  return [{ id: held?.id, contract: read.data, rows, outcomes: [outcome] }]
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
  lines: { serviceId: string; price: number; quantity: number }[]
}

const isSame = (held: HeldContract, { paymentMethods, clauses }: Draft['fields'], lines: Draft['lines']) =>
  JSON.stringify(held.lines) === JSON.stringify(lines) &&
  (paymentMethods === undefined ||
    JSON.stringify(held.paymentMethods.toSorted()) === JSON.stringify([...new Set(paymentMethods)].toSorted())) &&
  (clauses === undefined || held.clauses === clauses)

async function readHeld({ tx }: Ctx, companyId: string) {
  const [company] = await tx.sql<{ isActive: boolean }>`select contract_is_active as "isActive" from companies where id = ${companyId}`
  const contracts = await tx.sql<HeldContract>`
    select k.id, k.site_id as "siteId", k.contract_template_id as "templateId", k.start_at::text as "startAt", k.end_at::text as "endAt", k.status,
           k.payment_methods as "paymentMethods", k.clauses,
           coalesce((
             select jsonb_agg(jsonb_build_object('serviceId', l.service_id, 'price', l.price / 100.0, 'quantity', l.quantity) order by l.position)
             from contract_services l
             where l.company_id = k.company_id and l.contract_id = k.id), '[]') as lines
    from contracts k
    where k.company_id = ${companyId} and k.site_id is not null and k.contract_template_id is not null
    order by k.status = 'draft', k.id`
  const seasons = await tx.sql<{ id: string; startAt: string; endAt: string }>`
    select id, start_at::text as "startAt", end_at::text as "endAt" from contract_templates where company_id = ${companyId}`
  const lines = (held: HeldContract) =>
    held.lines.map(({ serviceId, price, quantity }) => ({ serviceId, price: Number(price), quantity: Number(quantity) }))
  return {
    isActive: company?.isActive ?? false,
    // Of several the draft stands last, and is the one that is meant.
    held: new Map(contracts.map((one) => [keyOf(one), { ...one, lines: lines(one) }])),
    seasons: new Map(seasons.map(({ id, ...season }) => [id, season])),
  }
}
