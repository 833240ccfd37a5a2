// Contracts: a row per service. Rows with one contract number are one contract; without numbers, rows of one site, template
// and season. They are imported as drafts, and archived ones stay archived.
import { negativeSubtotal, newContractFields } from '@bordee/core/contracts/contract.ts'
import { contractTotal } from '@bordee/core/contracts/contract-money.ts'
import type { MappedRow } from '@bordee/core/imports/mapped-rows.ts'
import { nameKey } from '@bordee/core/imports/names.ts'
import { toCents } from '@bordee/core/money.ts'
import { noCeiling } from '@bordee/core/operations/ceiling.ts'
import { noRequirement } from '@bordee/core/operations/requirement.ts'
import { required } from '@bordee/core/wire.ts'
import { createContract, editContract } from '../contracts/contract-changes.ts'
import { move } from '../contracts/contract-moves.ts'
import { lockContract } from '../contracts/contracts.queries.ts'
import type { Ctx } from '../engine/ctx.ts'
import { type HeldContract, HeldContracts, keyOf, readContracts } from './held-contracts.ts'
import type { Importation, Importer, Outcome, Plan } from './importation.ts'
import { clientOf, siteOf } from './links.ts'
import { type Names, namesOf, resolve, templatesByName } from './names.ts'
import { bothTerms, isHeld, type Line, lineIn, mergedLines, noContracts, storedClauses, type Terms, termsIn } from './said-terms.ts'

type Sent = Parameters<typeof createContract>[1]

interface ContractPlan extends Plan {
  /** The id of the draft. */
  id: string | undefined
  contract: Sent
  isArchived: boolean
}

interface Draft {
  number: string | undefined
  clientId: string
  siteId: string | null
  templateId: string | null
  /** Of a template that this row's dates may override. */
  season: { startAt?: string; endAt?: string }
  terms: Terms
  isArchived: boolean
  lines: Line[]
  rows: MappedRow<'contracts'>[]
}

export const contractImporter: Importer<'contracts', ContractPlan> = {
  entity: 'contracts',
  atOnce: 10,

  async plan(importation, rows) {
    if (rows.length === 0) return []
    const { isActive, contracts, seasons } = await importation.inCompany((ctx) => readContracts(ctx, importation.companyId))
    const known: Known = {
      services: await namesOf(importation, 'services'),
      templates: await templatesByName(importation),
      seasons: new Map([...seasons, ...importation.seasons]),
    }
    const drafts = new Map<string, Draft>()
    for (const row of rows) {
      await importation.pause()
      const draft = isActive ? draftOf(importation, known, row) : { problem: noContracts }
      if ('problem' in draft) {
        importation.refuse('contracts', row, draft.problem)
        continue
      }
      const key = draft.number ? [nameKey(draft.number), draft.clientId, draft.siteId].join(' ') : keyOf(seasoned(draft))
      const before = drafts.get(key)
      drafts.set(key, before ? joined(before, draft) : draft)
    }
    const held = new HeldContracts(contracts)
    const wanted = [...drafts.values()].map((draft) => ({ ...seasoned(draft), number: draft.number, isArchived: draft.isArchived }))
    const meant = held.assign(wanted)
    return [...drafts.values()].flatMap((draft, at) => planned(importation, draft, meant[at]))
  },

  async write(ctx, _run, plans) {
    for (const { id, contract, isArchived } of plans) {
      if (id) await edit(ctx, id, contract)
      else {
        // What it doesn't say, it doesn't promise, whatever its template says by now.
        const requirement = { ...noRequirement, ...contract.requirement }
        const made = await createContract(ctx, { ...noCeiling, ...contract, requirement }, { mayBeArchived: true })
        if (isArchived) await move(ctx, await lockContract(ctx, made), 'archive')
      }
    }
  },
}

async function edit(ctx: Ctx, id: string, contract: Sent) {
  const held = await lockContract(ctx, id)
  await editContract(ctx, held, { ...contract, services: mergedLines(held.services, contract.services ?? []) })
}

interface Known {
  services: Names
  templates: Names
  seasons: ReadonlyMap<string, { startAt: string; endAt: string }>
}

function draftOf(
  importation: Importation,
  { services, templates, seasons }: Known,
  row: MappedRow<'contracts'>,
): Draft | { problem: string } {
  const { contractNumber: number, siteLink, contractTemplateLink: link, status } = row.values
  // A draft with a number may still lack its site, template and services.
  const site = number && !siteLink ? undefined : siteOf(importation, 'contracts', row)
  if (site && 'problem' in site) return site
  const client = site ? { id: importation.folders.site(site.id)?.clientId ?? '' } : clientOf(importation, 'contracts', row)
  if ('problem' in client) return client
  if (!link && !number) return { problem: `Modèle de contrat\u00a0: ${required}` }
  const template = link ? resolve(templates, 'modèle de contrat', [link]) : { ids: [] }
  if ('problem' in template) return template
  const line = lineIn(services, row.values)
  if ('problem' in line) return line
  if (line.lines.length === 0 && !number) return { problem: `Service\u00a0: ${required}` }
  const [templateId = null] = template.ids
  return {
    number,
    clientId: client.id,
    siteId: site?.id ?? null,
    templateId,
    season: seasons.get(templateId ?? '') ?? {},
    terms: termsIn(row.values),
    isArchived: status === 'canceled',
    lines: line.lines,
    rows: [row],
  }
}

const joined = (before: Draft, after: Draft): Draft => ({
  ...before,
  terms: bothTerms(before.terms, after.terms),
  lines: [...before.lines, ...after.lines],
  rows: [...before.rows, ...after.rows],
})

const seasoned = ({ clientId, siteId, templateId, season, terms: { startAt, endAt } }: Draft) => ({
  clientId,
  siteId,
  templateId,
  startAt: startAt ?? season.startAt,
  endAt: endAt ?? season.endAt,
})

function planned(
  importation: Importation,
  { clientId, siteId, templateId, terms: { instalments, ...terms }, isArchived, lines, rows }: Draft,
  held: HeldContract | undefined,
): ContractPlan[] {
  const isDraft = held?.status === 'draft'
  const services = isDraft ? mergedLines(held.lines, lines) : lines
  const said = { ...terms, ...(instalments && { paymentShedules: instalments }) }
  const read = newContractFields.safeParse({ clientId, siteId, contractTemplateId: templateId, services, ...said })
  const problem = read.success ? refusalOf(read.data) : (read.error.issues[0]?.message ?? '')
  if (!read.success || problem !== undefined) {
    for (const row of rows) importation.refuse('contracts', row, problem ?? '')
    return []
  }
  const isSame = !isDraft || isHeld(held, { ...terms, instalments }, services)
  const outcome: Outcome = !held ? 'created' : isSame ? 'unchanged' : 'updated'
  return [{ id: held?.id, contract: read.data, isArchived, rows, outcomes: [outcome] }]
}

/** What the contract rules would say when it is written. */
function refusalOf({ services = [], clauses }: Sent): string | undefined {
  const lines = services.map(({ pricing, price, quantity }) => ({ pricing, price: toCents(price), quantity }))
  if (contractTotal(lines, []).subtotal < 0) return negativeSubtotal
  const kept = clauses === undefined ? undefined : storedClauses(clauses)
  return kept && 'problem' in kept ? kept.problem : undefined
}
