// A billable line: something that an operation brings beside the season's price, proposed with its proof
// (docs/product/billables.md).
import * as z from 'zod'
import { hourAmount, lineAmount } from '../contracts/contract-money.ts'
import type { Cents } from '../money.ts'
import { ceilingUnits } from '../operations/ceiling.ts'
import { runKind } from '../runs/run-kind.ts'
import { materialSpread } from '../runs/work.ts'
import { count, formatNumber } from '../text.ts'
import { id, instant, named, text } from '../wire.ts'
import { billableStates } from './billable-life.ts'

const billableKinds = ['pass', 'outing', 'hour', 'material', 'beyond'] as const
export type BillableKind = (typeof billableKinds)[number]
export const billableKindNames: Record<BillableKind, string> = {
  pass: 'Passage',
  outing: 'Sortie',
  hour: 'Heures',
  material: 'Matériau',
  beyond: 'Au-delà du plafond',
}

export const billableUnits = ['pass', 'outing', 'minute', 'kg', 'bag', 'cm', 'adjustment'] as const
export type BillableUnit = (typeof billableUnits)[number]
export const billableUnitNames: Record<BillableUnit, string> = {
  pass: 'passages',
  outing: 'sorties',
  minute: 'minutes',
  kg: 'kg',
  bag: 'sacs',
  cm: 'cm',
  adjustment: 'ajustement',
}

/** What a line was proposed for. What its kind doesn't have is null, or empty. */
const proof = z.object({
  /** Those that count: of complete and final rounds. */
  passes: z.array(z.object({ id, at: instant, kind: runKind })),
  /** Centimetres at the site in this operation. */
  depth: z.number().nullable(),
  /** Of the depth: more than `after`, and not more than `upTo`. */
  band: z.object({ after: z.number().nullable(), upTo: z.number().nullable() }).nullable(),
  /** Of all visits at the site, each minute of a truck once. */
  minutes: z.int().nullable(),
  equipment: z.string().nullable(),
  /** What was logged, also in another unit than the price's. */
  materials: z.array(materialSpread),
  /** Used before this operation, and after it. */
  ceiling: z.object({ ceiling: z.number(), unit: z.enum(ceilingUnits), before: z.number(), after: z.number() }).nullable(),
})
export type Proof = z.infer<typeof proof>
export const noProof: Proof = { passes: [], depth: null, band: null, minutes: null, equipment: null, materials: [], ceiling: null }

const cents = z.int()

export const billable = named(
  'Billable',
  z.object({
    id,
    state: z.enum(billableStates),
    kind: z.enum(billableKinds),
    /** The invoiced line whose source changed: this one is the difference. */
    adjustsId: id.nullable(),
    contractId: id,
    contractNumber: z.string(),
    clientId: id.nullable(),
    clientName: z.string(),
    siteId: id.nullable(),
    siteAddress: z.string().nullable(),
    operationId: id,
    operationName: z.string(),
    /** Of the operation, by the company's calendar. */
    day: z.iso.date(),
    description: z.string(),
    unit: z.enum(billableUnits),
    /** Null: someone completes it. Minutes for an hourly price. */
    quantity: z.number().nullable(),
    /** Cents: of a pass, an outing, an hour, a unit or a centimetre. */
    price: cents.nullable(),
    /** Before taxes; null while something is missing. */
    amount: cents.nullable(),
    /** What the source says today. */
    sourceDescription: z.string(),
    sourceQuantity: z.number().nullable(),
    sourcePrice: cents.nullable(),
    sourceAmount: cents.nullable(),
    proof,
    isCorrected: z.boolean(),
    /** Since someone corrected or waived the line. */
    isSourceChanged: z.boolean(),
    /** The site has another client now than the contract has. */
    isSiteMoved: z.boolean(),
    /** The contract was signed after that day. */
    isSignedLater: z.boolean(),
    /** Another contract has a line for the same pass, as when one replaced this one. */
    isTwice: z.boolean(),
    waiveReason: z.string().nullable(),
    decidedAt: instant.nullable(),
    decidedByName: z.string().nullable(),
    invoiceId: id.nullable(),
    createdAt: instant,
  }),
)
export type Billable = z.infer<typeof billable>

const badQuantity = 'Entrez une quantité de plus de 0 et d’au plus 1 000 000, avec au plus deux décimales.'
const badPrice = 'Entrez un prix d’au plus 1 000 000 $.'

/** A merge: missing keys stay. */
export const billableChanges = z
  .object({
    description: text(255),
    quantity: z
      .number(badQuantity)
      .positive(badQuantity)
      .max(1_000_000, badQuantity)
      .refine((value) => Math.round(value * 100) / 100 === value, badQuantity),
    /** Cents. Only a difference may be negative. */
    price: z.int(badPrice).min(-100_000_000, badPrice).max(100_000_000, badPrice),
    /** Why the line isn't billed; null takes it back. */
    waiveReason: text(300).nullable(),
    /** Undoes every correction: the line follows its source again. */
    isCorrected: z.literal(false),
  })
  .partial()
export type BillableChanges = z.output<typeof billableChanges>

interface Measured {
  unit: BillableUnit
  quantity: number | null
  price: Cents | null
}

/** Rounded once. Null while something is missing. */
export function billableAmount({ unit, quantity, price }: Measured): Cents | null {
  if (quantity === null || price === null) return null
  return unit === 'minute' ? hourAmount(price, quantity) : lineAmount({ price, quantity })
}

const unitWords: Record<BillableUnit, (n: number) => string> = {
  pass: (n) => count(n, 'passage'),
  outing: (n) => count(n, 'sortie'),
  minute: (n) => (n < 60 ? `${formatNumber(n)}\u00a0min` : `${Math.floor(n / 60)}\u00a0h\u00a0${formatNumber(n % 60).padStart(2, '0')}`),
  kg: (n) => `${formatNumber(n)}\u00a0kg`,
  bag: (n) => count(n, 'sac'),
  cm: (n) => `${formatNumber(n)}\u00a0cm`,
  adjustment: () => 'Écart',
}
/** « 1 passage », « 1 h 05 », « 4,5 cm ». */
export const quantityWords = (quantity: number, unit: BillableUnit): string => unitWords[unit](quantity)

export const billableGroupings = ['operation', 'month', 'client'] as const
export type BillableGrouping = (typeof billableGroupings)[number]

/** Lines of one operation, month or client, added up. */
export const billableGroup = named(
  'BillableGroup',
  z.object({
    /** The operation's or client's id, or « 2027-01 ». */
    id: z.string(),
    name: z.string(),
    /** The last day of its lines. */
    day: z.iso.date(),
    count: z.int(),
    /** Lines that someone completes first. */
    incomplete: z.int(),
    /** Lines whose source changed since someone decided. */
    changed: z.int(),
    /** Of the lines that are complete, before taxes. */
    amount: cents,
  }),
)
export type BillableGroup = z.infer<typeof billableGroup>
