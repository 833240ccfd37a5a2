// What a closed operation brings beside the season's price, for one contract (docs/product/billables.md).
import { largestTotal } from '../contracts/contract.ts'
import type { Cents } from '../money.ts'
import { type Ceiling, inUnits, isLimited, type Limited } from '../operations/ceiling.ts'
import { beyond } from '../operations/snowfall.ts'
import type { RunKind } from '../runs/run-kind.ts'
import { type Material, materialNames } from '../runs/work.ts'
import { rangeOf } from '../templates/price-words.ts'
import { type Band, bandOf, type PricedMaterial, type Pricing } from '../templates/pricing.ts'
import { formatNumber } from '../text.ts'
import { formatDate, type IsoDate } from '../time.ts'
import { type BillableKind, type BillableUnit, billableAmount, noProof, type Proof } from './billable.ts'
import type { Source } from './reconciling.ts'

/** A line of a contract. */
interface PricedLine {
  id: string
  name: string
  pricing: Pricing
  /** Cents. */
  price: Cents
  bands: Band[] | null
  equipment: string | null
  materialKind: PricedMaterial | null
  materialUnit: 'kg' | 'bag' | null
}

/** A signed contract, with its lines that aren't of the season. */
export interface PricedContract extends Ceiling {
  contractId: string
  lines: readonly PricedLine[]
}

/** What one operation was at a contract's site. */
export interface Work {
  operationId: string
  operationName: string
  day: IsoDate
  /** Only of snow do passes count, and centimetres. */
  isSnow: boolean
  /** Null if nobody read any. */
  depth: number | null
  /** Those that count: of complete and final rounds. */
  passes: readonly { id: string; at: string; kind: RunKind }[]
  /** A stop of any round was done there. */
  isServed: boolean
  /** Of visits; null without any. */
  minutes: number | null
  /** By stop: what its areas' last marks say. */
  materials: readonly { stopId: string; material: Material }[]
}

export interface BillableSource extends Source {
  kind: BillableKind
  unit: BillableUnit
  contractId: string
  operationId: string
  operationName: string
  day: IsoDate
  proof: Proof
}

type Made = Pick<BillableSource, 'key' | 'kind' | 'unit' | 'description' | 'quantity' | 'price'> & { proof: Partial<Proof> }

/** A driver's slip of the finger: someone completes the line, and the others are proposed all the same. */
const isAbsurd = (amount: Cents | null) => amount !== null && Math.abs(amount) > largestTotal

function completed({ contractId }: PricedContract, { operationId, operationName, day }: Work, given: Made): BillableSource {
  const made = isAbsurd(billableAmount(given)) ? { ...given, quantity: null } : given
  const proof = { ...noProof, ...made.proof }
  return { ...made, contractId, operationId, operationName, day, amount: billableAmount(made), proof }
}

/** Of the lines; what goes beyond the ceiling is of the season (`beyondSources`). */
export const sourcesOf = (contract: PricedContract, work: Work): BillableSource[] =>
  contract.lines.flatMap((line) => madeBy[line.pricing](line, work, contract.lines).map((made) => completed(contract, work, made)))

const madeBy: Record<Pricing, (line: PricedLine, work: Work, lines: readonly PricedLine[]) => Made[]> = {
  season: () => [],

  pass: ({ id, name, price }, { passes, day }) =>
    passes.map((pass) => ({
      key: `pass:${pass.id}:${id}`,
      kind: 'pass',
      unit: 'pass',
      description: `${name}, passage du ${formatDate(day)}`,
      quantity: 1,
      price,
      proof: { passes: [pass] },
    })),

  // Someone came: snow alone is no outing.
  outing: ({ id, name, bands }, { operationId, passes, depth, day }) => {
    if (passes.length === 0) return []
    const band = depth === null ? undefined : bandOf(bands ?? [], depth)
    const after = band ? (bands?.[bands.indexOf(band) - 1]?.upTo ?? null) : null
    const range = band && depth !== null ? `, ${formatNumber(depth)}\u00a0cm (${rangeOf(after, band.upTo)})` : ''
    const proof = { passes: [...passes], depth, band: band ? { after, upTo: band.upTo } : null }
    const description = `${name}, sortie du ${formatDate(day)}${range}`
    return [
      { key: `outing:${operationId}:${id}`, kind: 'outing', unit: 'outing', description, quantity: 1, price: band?.price ?? null, proof },
    ]
  },

  // Of two rates nobody knows which machine stayed how long: someone splits the minutes.
  hour: ({ id, name, price, equipment }, { operationId, isServed, minutes, day }, lines) => {
    if (!isServed && minutes === null) return []
    const isAlone = lines.filter(({ pricing }) => pricing === 'hour').length === 1
    const description = [name, equipment, formatDate(day)].filter(Boolean).join(', ')
    const proof = { minutes, equipment }
    const quantity = isAlone ? minutes : null
    return [{ key: `hour:${operationId}:${id}`, kind: 'hour', unit: 'minute', description, quantity, price, proof }]
  },

  material: (line, { materials, day }, lines) =>
    [...Map.groupBy(materials, ({ stopId }) => stopId)].flatMap(([stopId, logged]) => {
      const own = logged.map(({ material }) => material).filter(({ kind }) => kind === line.materialKind)
      const { unit, quantity } = measured(line, own)
      if (own.length === 0 || (quantity === null && isCountedElsewhere(line, own, lines))) return []
      const description = `${line.name}, ${materialNames[line.materialKind ?? 'salt'].toLowerCase()}, ${formatDate(day)}`
      return [
        {
          key: `material:${stopId}:${line.id}`,
          kind: 'material',
          unit,
          description,
          quantity,
          price: line.price,
          proof: { materials: own },
        },
      ]
    }),
}

/** Null if something was spread of which nobody said how much in the unit of the price. */
function measured({ materialUnit }: PricedLine, own: readonly Material[]): { unit: 'kg' | 'bag'; quantity: number | null } {
  const unit = materialUnit ?? 'kg'
  const isMeasured = own.every((one) => one.unit === unit && one.quantity !== null)
  return { unit, quantity: isMeasured ? Math.round(own.reduce((sum, one) => sum + (one.quantity ?? 0), 0) * 100) / 100 : null }
}

/** A contract may have a price per bag and one per kilogram. */
const isCountedElsewhere = (line: PricedLine, own: readonly Material[], lines: readonly PricedLine[]) =>
  lines.some((other) => other.id !== line.id && other.materialKind === line.materialKind && measured(other, own).quantity !== null)

/**
 * What each operation of the season brought beyond the ceiling: the part that this one used, once it is used up. `season` is all of
 * the contract's operations, oldest first.
 */
export function beyondSources(contract: PricedContract, season: readonly Work[]): BillableSource[] {
  if (!isLimited(contract)) return []
  const { ceiling, ceilingUnit, ceilingPrice }: Limited = contract
  let used = 0
  return season
    .filter(({ isSnow }) => isSnow)
    .flatMap((work) => {
      const before = used
      used = Math.round((used + (ceilingUnit === 'passes' ? work.passes.length : (work.depth ?? 0))) * 10) / 10
      const quantity = Math.round((beyond(used, ceiling) - beyond(before, ceiling)) * 10) / 10
      if (quantity === 0) return []
      const made: Made = {
        key: `beyond:${work.operationId}:${contract.contractId}`,
        kind: 'beyond',
        unit: ceilingUnit === 'passes' ? 'pass' : 'cm',
        description: `Au-delà du plafond de ${inUnits(ceiling, ceilingUnit)}, ${formatDate(work.day)}`,
        quantity,
        price: ceilingPrice,
        proof: {
          passes: ceilingUnit === 'passes' ? [...work.passes] : [],
          depth: ceilingUnit === 'cm' ? work.depth : null,
          ceiling: { ceiling, unit: ceilingUnit, before, after: used },
        },
      }
      return [completed(contract, work, made)]
    })
}
