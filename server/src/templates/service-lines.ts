// The lines of a template or a contract: what is sold, how much of it, at what price.
import { type Cents, toCents } from '@bordee/core/money.ts'
import type { Service } from '@bordee/core/services/service.ts'
import type { ServiceLineInput } from '@bordee/core/templates/terms.ts'
import { type Ctx, companyOf } from '../engine/ctx.ts'
import { sql } from '../engine/db/sql.ts'
import { requireServices } from '../services/services.queries.ts'

/** As it is stored: with what its service says where it says nothing. */
export interface ServiceLine extends Omit<ServiceLineInput, Filled> {
  id: string | undefined
  serviceId: string | null
  name: string
  description: string | null
  price: Cents
  color: Service['color']
}
type Filled = 'id' | 'serviceId' | 'name' | 'description' | 'price' | 'color'

/** A line that names a service takes missing values from it. */
export async function filledLines(ctx: Ctx, lines: readonly ServiceLineInput[]): Promise<ServiceLine[]> {
  const ids = lines.flatMap(({ serviceId }) => serviceId ?? [])
  await requireServices(ctx, ids)
  const services = await ctx.tx.sql<Pick<Service, 'id' | 'name' | 'description' | 'color'>>`
    select id, name, description, color from services where company_id = ${companyOf(ctx)} and id = any(${ids}::uuid[])`
  return lines.map((line) => {
    const service = services.find((one) => one.id === line.serviceId)
    return {
      ...line,
      id: line.id ?? undefined,
      serviceId: line.serviceId ?? null,
      name: line.name?.trim() || (service?.name ?? ''),
      description: line.description === undefined ? (service?.description ?? null) : line.description,
      price: toCents(line.price),
      color: line.color ?? service?.color ?? 'blue',
    }
  })
}

/** In dollars, as on the wire. */
export const dollars = (cents: string) => sql`round(${sql.ref(cents)} / 100.0, 2)`

type PartTable = 'template_services' | 'template_instalments' | 'contract_services' | 'contract_instalments'

/** Deletes the parts not wanted. Returns a function that confirms an id once, if it belongs to this owner. */
export async function keepOnly(
  ctx: Ctx,
  table: PartTable,
  owner: { templateId: string } | { contractId: string },
  wanted: readonly { id?: string | null | undefined }[],
): Promise<(id: string | null | undefined) => string | undefined> {
  const ids = wanted.flatMap(({ id }) => id ?? [])
  const own = sql<boolean>`company_id = ${companyOf(ctx)} and ${
    'templateId' in owner ? sql`template_id = ${owner.templateId}` : sql`contract_id = ${owner.contractId}`
  }`
  await ctx.tx.sql`delete from ${sql.table(table)} where ${own} and id <> all(${ids}::uuid[])`
  const left = new Set((await ctx.tx.sql<{ id: string }>`select id from ${sql.table(table)} where ${own}`).map(({ id }) => id))
  return (id) => (id && left.delete(id) ? id : undefined)
}
