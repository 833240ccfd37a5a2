// Stores how a user arranged a grid: filters, sort, and the columns shown with their order and widths
// (docs/product/screens.md).
import * as z from 'zod'
import { readStoredJson, writeStorage } from '../storage.ts'

const filter = z.union([
  z.strictObject({ text: z.string() }),
  z.strictObject({ oneOf: z.array(z.string()) }),
  z.strictObject({ min: z.number().optional(), max: z.number().optional() }),
  z.strictObject({ from: z.string().optional(), to: z.string().optional() }),
])

const filters = z.array(z.object({ id: z.string(), value: filter }))
export type Filters = z.infer<typeof filters>

/** The filters that a link asks for, by column; undefined unless all are well formed. */
export function askedFilters(value: unknown): Filters | undefined {
  const asked = z.record(z.string(), filter).safeParse(value)
  return asked.success ? Object.entries(asked.data).map(([id, one]) => ({ id, value: one })) : undefined
}

const arrangement = z.object({
  filters: filters.catch([]),
  sorting: z.array(z.object({ id: z.string(), desc: z.boolean() })).catch([]),
  visibility: z.record(z.string(), z.boolean()).catch({}),
  order: z.array(z.string()).catch([]),
  sizes: z.record(z.string(), z.number().min(40).max(2000)).catch({}),
})
export type Arrangement = z.infer<typeof arrangement>

/** The grid's stored arrangement, without anything invalid: unknown columns, garbage, blocked storage. */
export function keptArrangement(gridId: string, columnIds: string[]): Arrangement {
  const kept = arrangement.catch(arrangement.parse({})).parse(readStoredJson('localStorage', key(gridId)))
  const known = (id: string) => columnIds.includes(id)
  const only = <V>(record: Record<string, V>) => Object.fromEntries(Object.entries(record).filter(([id]) => known(id)))
  const order = [...new Set(kept.order.filter(known))]
  return {
    filters: kept.filters.filter(({ id }) => known(id)),
    sorting: kept.sorting.filter(({ id }) => known(id)),
    visibility: only(kept.visibility),
    // Columns added since then go to the end.
    order: order.length ? [...order, ...columnIds.filter((id) => !order.includes(id))] : [],
    sizes: only(kept.sizes),
  }
}

export const keepArrangement = (gridId: string, kept: Arrangement) => writeStorage('localStorage', key(gridId), JSON.stringify(kept))

const key = (gridId: string) => `bordee:grid:${gridId}`
