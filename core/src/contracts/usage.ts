// How much of a contract's ceiling its season used (docs/product/season.md).
import * as z from 'zod'
import { ceilingUnits } from '../operations/ceiling.ts'
import { runKind } from '../runs/run-kind.ts'
import { id, instant, named } from '../wire.ts'

const usage = {
  ceiling: z.number(),
  ceilingUnit: z.enum(ceilingUnits),
  /** Cents, for each centimetre or pass beyond. */
  ceilingPrice: z.int(),
  used: z.number(),
  /** Of the ceiling, rounded down: 100 means that all of it is used. */
  percent: z.int(),
}

export const ceilingUsage = named(
  'CeilingUsage',
  z.object({ contractId: id, contractNumber: z.string(), clientName: z.string(), siteName: z.string().nullable(), ...usage }),
)
export type CeilingUsage = z.infer<typeof ceilingUsage>

const usageNight = z.object({
  operationId: id,
  /** For the office. */
  operationName: z.string().nullable(),
  day: z.iso.date(),
  /** Centimetres at the site; null if nobody read any. */
  snow: z.number().nullable(),
  /** Those that count: complete and final ones. */
  passes: z.array(z.object({ id, at: instant, kind: runKind })),
})
export type UsageNight = z.infer<typeof usageNight>

export const contractUsage = named(
  'ContractUsage',
  z.object({
    /** The first year of the season. */
    year: z.int(),
    ...usage,
    /** Centimetres or passes beyond the ceiling. */
    beyond: z.number(),
    /** What makes it up, oldest first: every snow operation on the contract's days. */
    nights: z.array(usageNight),
  }),
)
export type ContractUsage = z.infer<typeof contractUsage>

const yearMessage = 'Entrez une saison de 2000 à 2100.'
export const seasonInput = z.coerce.number(yearMessage).int(yearMessage).min(2000, yearMessage).max(2100, yearMessage)
