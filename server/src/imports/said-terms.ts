// What the rows of one contract or template say together: a line each, and the terms.
import type { EntityFields } from '@bordee/core/imports/entity-fields.ts'
import type { Ceiling } from '@bordee/core/operations/ceiling.ts'
import { type Requirement, requirement } from '@bordee/core/operations/requirement.ts'
import { Problem } from '@bordee/core/problem.ts'
import type { MaterialUnit } from '@bordee/core/runs/work.ts'
import type { Band, PricedMaterial, Pricing } from '@bordee/core/templates/pricing.ts'
import type { InstalmentInput, PaymentMethod } from '@bordee/core/templates/terms.ts'
import { required } from '@bordee/core/wire.ts'
import { defined, picked } from '../engine/db/writing.ts'
import { keptClauses } from '../templates/clauses.ts'
import { type Names, resolve } from './names.ts'

export const noContracts = 'Le module Contrats n’est pas actif pour cette compagnie.'

type Said = EntityFields['templates'] | EntityFields['contracts']

export interface Line {
  serviceId?: string | null | undefined
  name?: string | null | undefined
  description?: string | null | undefined
  price: number
  quantity: number
  pricing?: Pricing | undefined
  bands?: Band[] | null | undefined
  equipment?: string | null | undefined
  materialKind?: PricedMaterial | null | undefined
  materialUnit?: MaterialUnit | null | undefined
}

/** The line of a row, if it has one: a service of the company, or a name of its own. */
export function lineIn(services: Names, said: Said): { lines: Line[] } | { problem: string } {
  const { serviceLink, lineName: name, lineDescription: description, serviceQuantity: quantity = 1, servicePricing: pricing } = said
  // An outing has the prices of its bands only.
  const price = said.servicePrice ?? (pricing === 'outing' ? 0 : undefined)
  if (!serviceLink && !name && price === undefined) return { lines: [] }
  if (!serviceLink && !name) return { problem: `Service\u00a0: ${required}` }
  if (price === undefined) return { problem: `Prix ($)\u00a0: ${required}` }
  const service = serviceLink ? resolve(services, 'service', [serviceLink]) : { ids: [] }
  if ('problem' in service) return service
  const { serviceBands: bands, serviceEquipment: equipment, serviceMaterial: materialKind, serviceUnit: materialUnit } = said
  const priced = defined({ pricing, bands, equipment: equipment ?? undefined, materialKind, materialUnit })
  return {
    lines: [{ serviceId: service.ids[0] ?? null, price, quantity, ...(name && { name }), ...(description && { description }), ...priced }],
  }
}

/**
 * The file's lines in order, each merged with the existing line's other values; then the lines that no row names,
 * since a file may contain only rows that were refused before.
 */
export function mergedLines<L extends Line, S extends Line>(held: readonly L[], said: readonly S[]): (L | S | (L & S))[] {
  const left = [...held]
  const take = (isIt: (line: L) => boolean) => {
    const at = left.findIndex(isIt)
    return at < 0 ? undefined : left.splice(at, 1)[0]
  }
  const isNamed = (one: L, { serviceId, name }: S) => one.serviceId === serviceId && (serviceId && !name ? true : one.name === name)
  const same = said.map((line) => take((one) => isNamed(one, line) && one.price === line.price && one.quantity === line.quantity))
  const lines = said.map((line, at) => ({ ...(same[at] ?? take((one) => isNamed(one, line))), ...line }))
  return [...lines, ...left]
}

export interface Terms extends Partial<{ [K in keyof Ceiling]: Ceiling[K] | undefined }> {
  startAt?: string | undefined
  endAt?: string | undefined
  instalments?: InstalmentInput[] | undefined
  paymentMethods?: PaymentMethod[] | undefined
  isTaxesCharged?: boolean | undefined
  nsfFee?: number | null | undefined
  requirement?: Partial<Requirement> | undefined
  clauses?: string | undefined
}

const termKeys = [
  'startAt',
  'endAt',
  'instalments',
  'paymentMethods',
  'isTaxesCharged',
  'ceiling',
  'ceilingUnit',
  'ceilingPrice',
  'nsfFee',
  'clauses',
] as const

export function termsIn(said: Said): Terms {
  return defined({ ...picked(said, termKeys), requirement: requirementIn(said) })
}

function requirementIn(said: Said): Partial<Requirement> | undefined {
  const named = defined(picked(said, Object.keys(requirement.shape) as (keyof Requirement)[]))
  return Object.keys(named).length > 0 ? named : undefined
}

/** A row may name the payment methods of its own line; the whole has them all. */
export function bothTerms<T extends Terms>(before: T, after: T): T {
  const methods = new Set([...(before.paymentMethods ?? []), ...(after.paymentMethods ?? [])])
  return { ...before, ...after, ...(methods.size > 0 && { paymentMethods: [...methods] }) }
}

/** A contract may lack its dates. */
type HeldTerms = Omit<Terms, 'startAt' | 'endAt'> & { startAt?: string | null | undefined; endAt?: string | null | undefined }

/** Whether the terms and lines, merged, are those that are held. */
export function isHeld(held: HeldTerms & { lines: readonly Line[] }, said: Terms, lines: readonly Line[]): boolean {
  const read = (terms: HeldTerms) => ({
    ...terms,
    instalments: terms.instalments?.map(({ paymentDate, percent }) => `${paymentDate} ${percent}`).toSorted(),
    paymentMethods: terms.paymentMethods?.toSorted(),
    requirement: { ...held.requirement, ...terms.requirement },
    clauses: terms.clauses && storedClauses(terms.clauses),
  })
  const [before, after] = [read(held), read(said)]
  const isSame = (key: keyof Terms) => after[key] === undefined || JSON.stringify(after[key]) === JSON.stringify(before[key])
  return lineKeys(held.lines) === lineKeys(lines) && (Object.keys(said) as (keyof Terms)[]).every(isSame)
}

const lineKeys = (lines: readonly Line[]) =>
  JSON.stringify(
    lines.map(({ serviceId, name, description, price, quantity, pricing, bands, equipment, materialKind, materialUnit }) => [
      [serviceId, name, description ?? null, price, quantity],
      [pricing ?? 'season', bands ?? null, equipment ?? null, materialKind ?? null, materialUnit ?? null],
    ]),
  )

/** Clauses as they would be stored, or why they can't be. */
export function storedClauses(clauses: string): { html: string } | { problem: string } {
  try {
    return { html: keptClauses(clauses, 'contract') }
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return { problem: error.body.formErrors?.contract?.clauses ?? error.message }
  }
}
