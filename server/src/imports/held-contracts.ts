// The company's existing contracts, and which of them each contract of a file means.
import type { ContractStatus } from '@bordee/core/contracts/contract-life.ts'
import { nameKey } from '@bordee/core/imports/names.ts'
import type { Ctx } from '../engine/ctx.ts'
import type { Line, Terms } from './said-terms.ts'

interface Placed {
  clientId: string | null
  siteId: string | null
  templateId: string | null
  startAt?: string | null | undefined
  endAt?: string | null | undefined
}

export const keyOf = ({ clientId, siteId, templateId, startAt, endAt }: Placed) =>
  [clientId, siteId, templateId, startAt ?? '', endAt ?? ''].join(' ')

export interface HeldContract extends Placed, Omit<Terms, 'startAt' | 'endAt'> {
  id: string
  contractNumber: string
  status: ContractStatus
  lines: Line[]
}

interface Wanted extends Placed {
  number: string | undefined
  isArchived: boolean
}

export class HeldContracts {
  readonly #byKey: Map<string, HeldContract[]>

  constructor(contracts: readonly HeldContract[]) {
    this.#byKey = Map.groupBy(contracts, keyOf)
  }

  /**
   * The contract that each wanted one means, none twice: the one with its number, else a draft, else any other. An archived
   * one means only an archived one, so that it never touches the contract that replaced it.
   */
  assign(wanted: readonly Wanted[]): (HeldContract | undefined)[] {
    const isRight = ({ isArchived }: Wanted, { status }: HeldContract) => !isArchived || status === 'canceled'
    const numbered = wanted.map((one) =>
      this.#take(one, (held) => isRight(one, held) && nameKey(held.contractNumber) === nameKey(one.number)),
    )
    const take = (one: Wanted) =>
      this.#take(one, ({ status }) => status === 'draft' && !one.isArchived) ??
      this.#take(one, ({ status }) => status !== 'canceled' && !one.isArchived) ??
      this.#take(one, (held) => isRight(one, held))
    return wanted.map((one, at) => numbered[at] ?? take(one))
  }

  #take(wanted: Wanted, isIt: (held: HeldContract) => boolean): HeldContract | undefined {
    const held = this.#byKey.get(keyOf(wanted)) ?? []
    const at = held.findIndex(isIt)
    return at < 0 ? undefined : held.splice(at, 1)[0]
  }
}

export async function readContracts({ tx }: Ctx, companyId: string) {
  const [company] = await tx.sql<{ isActive: boolean }>`select contract_is_active as "isActive" from companies where id = ${companyId}`
  const contracts = await tx.sql<HeldContract>`
    select k.id, k.contract_number as "contractNumber", k.client_id as "clientId", k.site_id as "siteId",
           k.contract_template_id as "templateId", k.start_at::text as "startAt", k.end_at::text as "endAt", k.status,
           k.payment_methods as "paymentMethods", k.is_taxes_charged as "isTaxesCharged", k.requirement, k.clauses,
           k.ceiling::float8, k.ceiling_unit as "ceilingUnit", k.ceiling_price as "ceilingPrice", k.nsf_fee as "nsfFee",
           coalesce((
             select jsonb_agg(jsonb_build_object('paymentDate', i.payment_date, 'percent', i.percent))
             from contract_instalments i
             where i.company_id = k.company_id and i.contract_id = k.id), '[]') as instalments,
           coalesce((
             select jsonb_agg(jsonb_build_object(
                      'serviceId', l.service_id, 'name', l.name, 'description', l.description,
                      'price', l.price / 100.0, 'quantity', l.quantity, 'pricing', l.pricing, 'bands', l.bands,
                      'equipment', l.equipment, 'materialKind', l.material_kind, 'materialUnit', l.material_unit)
                      order by l.position)
             from contract_services l
             where l.company_id = k.company_id and l.contract_id = k.id), '[]') as lines
    from contracts k
    where k.company_id = ${companyId} and k.client_id is not null
    order by k.id`
  const seasons = await tx.sql<{ id: string; startAt: string; endAt: string }>`
    select id, start_at::text as "startAt", end_at::text as "endAt" from contract_templates where company_id = ${companyId}`
  return {
    isActive: company?.isActive ?? false,
    contracts,
    seasons: new Map(seasons.map(({ id, ...season }) => [id, season])),
  }
}
