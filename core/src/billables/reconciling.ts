// What becomes of the stored lines when their sources are read again. Each source has a key, and each key at most one line and its
// differences, so that reading again, however often, bills nothing twice (docs/product/billables.md).
import type { Cents } from '../money.ts'
import type { BillableState } from './billable-life.ts'

/** What a source says. */
export interface Said {
  description: string
  quantity: number | null
  price: Cents | null
  /** Null while something is missing. */
  amount: Cents | null
}

export interface Source extends Said {
  key: string
}

export interface Known {
  id: string
  key: string
  state: BillableState
  /** Of the line itself: as billed, if it is invoiced. */
  amount: Cents | null
  /** As last read; of an invoiced line, as it was when it was invoiced. */
  source: Said
  /** Someone corrected or waived it. */
  isDecided: boolean
}

/** A line, and the differences that came after it was invoiced, oldest first. */
export interface KnownLine extends Known {
  adjustments: Known[]
}

export type Step<S extends Source> =
  | { do: 'propose'; source: S }
  /** `isChanged`: the line's own values stay, because someone decided, and the difference is shown. Without a source it is gone. */
  | { do: 'follow'; id: string; source: S | null; isChanged: boolean }
  | { do: 'remove'; id: string }
  | { do: 'adjust'; line: KnownLine; key: string; amount: Cents; source: S | null }
  | { do: 'change'; id: string; amount: Cents }

/** `sources` and `known` are those of the same operations. A source that brings nothing is none. */
export function reconcile<S extends Source>(sources: readonly S[], known: readonly KnownLine[]): Step<S>[] {
  const said = new Map(sources.filter(({ amount }) => amount !== 0).map((source) => [source.key, source]))
  const held = new Set(known.map(({ key }) => key))
  return [
    ...known.flatMap((line) => stepsOf(line, said.get(line.key) ?? null)),
    ...[...said.values()].filter(({ key }) => !held.has(key)).map((source): Step<S> => ({ do: 'propose', source })),
  ]
}

function stepsOf<S extends Source>(line: KnownLine, source: S | null): Step<S>[] {
  if (isBilled(line)) return difference(line, source)
  const leftOvers = line.adjustments.map(({ id }): Step<S> => ({ do: 'remove', id }))
  if (!line.isDecided)
    return [...leftOvers, source ? { do: 'follow', id: line.id, source, isChanged: false } : { do: 'remove', id: line.id }]
  const isChanged = source === null ? line.source.amount !== 0 : !isSame(source, line.source)
  return [...leftOvers, ...(isChanged ? [{ do: 'follow', id: line.id, source, isChanged } satisfies Step<S>] : [])]
}

/** On an invoice; or let go by one, while another has a difference of it. */
const isBilled = ({ state, adjustments }: KnownLine) =>
  state === 'invoiced' || adjustments.some((one) => one.state === 'invoiced' || one.isDecided)

const isSame = (one: Said, other: Said) => one.quantity === other.quantity && one.price === other.price && one.amount === other.amount

/** Of what the source said when it was billed, or else what was billed by hand. */
const counted = ({ source, amount }: Known): Cents => source.amount ?? amount ?? 0

/**
 * What is billed never changes: another line says by how much its source did. One that nobody decided about follows. A waived one
 * bills nothing: it only keeps what was waived from being proposed again.
 */
function difference<S extends Source>(line: KnownLine, source: S | null): Step<S>[] {
  const now = source === null ? 0 : source.amount
  if (now === null) return []
  const open = line.adjustments.find((one) => one.state === 'proposed' && !one.isDecided)
  const isSettled = (one: Known) => one !== open && one.state !== 'waived'
  const settled = [line, ...line.adjustments.filter(isSettled)]
  const billed = settled.reduce((sum, one) => sum + (one.amount ?? 0), 0)
  // What was billed by hand for less than its source is never credited beyond that.
  const difference = Math.max(now - settled.reduce((sum, one) => sum + counted(one), 0), -Math.max(0, billed))
  const since = line.adjustments.slice(line.adjustments.findLastIndex(isSettled) + 1)
  const amount = since.some((one) => one.state === 'waived' && counted(one) === difference) ? 0 : difference
  if (!open) return amount === 0 ? [] : [{ do: 'adjust', line, key: adjustmentKey(line), amount, source }]
  if (amount === 0) return [{ do: 'remove', id: open.id }]
  return open.amount === amount ? [] : [{ do: 'change', id: open.id, amount }]
}

const adjustmentKey = ({ key, adjustments }: KnownLine): string => {
  const last = Math.max(0, ...adjustments.map((one) => Number(one.key.slice(key.length + 1))))
  return `${key}#${last + 1}`
}
