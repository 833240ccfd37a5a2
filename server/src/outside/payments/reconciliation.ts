// Compares the provider's money with our records for a period.
import { type Cents, formatMoney } from '@bordee/core/money.ts'
import { formatInstant, homeZone } from '@bordee/core/time.ts'
import type { Work } from '../../engine/ctx.ts'

export interface Difference {
  /** Whose money it is. */
  subject: string
  /** The provider's. */
  id: string
  at: Date | null
  /** Null: unknown there, or here. */
  theirs: Cents | null
  ours: Cents | null
}

/** A slice that handles money: compares its records with the provider's. */
export type Comparison = (work: Work, from: Date, until: Date) => Promise<Difference[]>

export async function reconcile(work: Work, comparisons: readonly Comparison[], from: Date, until: Date): Promise<Difference[]> {
  const differences: Difference[] = []
  for (const compare of comparisons) differences.push(...(await compare(work, from, until)))
  return differences.toSorted((a, b) => (a.at?.getTime() ?? 0) - (b.at?.getTime() ?? 0))
}

const amountOf = (amount: Cents | null) => (amount === null ? 'rien' : formatMoney(amount))

export const differenceText = ({ subject, id, at, theirs, ours }: Difference): string =>
  [
    at ? formatInstant(at.toISOString(), homeZone) : 'date inconnue',
    subject,
    id,
    `chez le fournisseur ${amountOf(theirs)}, ici ${amountOf(ours)}`,
  ].join('  ')
