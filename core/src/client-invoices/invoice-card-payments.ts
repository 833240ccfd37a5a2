// A card payment of several invoices, and what becomes of it: each movement is shared out to the cent
// (docs/product/client-invoices.md).
import type { Cents } from '../money.ts'

const sum = (amounts: readonly number[]) => amounts.reduce((all, one) => all + one, 0)

/** In proportion to the weights, by cumulative differences: adds up to the amount, and none exceeds its weight while the sum doesn't. */
export function sharesOf(amount: Cents, weights: readonly Cents[]): Cents[] {
  const whole = BigInt(sum(weights))
  if (whole === 0n) return weights.map((_, i) => (i === 0 ? amount : 0))
  let [weight, before] = [0n, 0]
  return weights.map((one) => {
    weight += BigInt(one)
    const upTo = Number((2n * BigInt(amount) * weight + whole) / (2n * whole))
    const share = upTo - before
    before = upTo
    return share
  })
}

/** One invoice that a card payment paid. */
export interface PaidInvoice {
  id: string
  /** What the payment paid of it. */
  paid: Cents
  /** Of that, what refunds and disputes have left. */
  left: Cents
  /** What a bank has taken back of it. */
  disputed: Cents
  overpaid: Cents
}

/**
 * What comes back of a payment takes what was overpaid first, then reopens its invoices in proportion to what is left of it on each.
 * What a dispute gives back returns to where it was taken.
 */
export function movementShares(amount: Cents, invoices: readonly PaidInvoice[]): { id: string; amount: Cents }[] {
  const surplus = invoices.map(({ overpaid, left }) => Math.min(overpaid, Math.max(0, left)))
  const rest = invoices.map(({ left }, i) => Math.max(0, left) - (surplus[i] ?? 0))
  const disputed = invoices.map((one) => Math.max(0, one.disputed))
  const shares = inTurn(Math.abs(amount), amount < 0 ? [surplus, rest] : [disputed], invoices)
  return invoices.flatMap(({ id }, i) => (shares[i] ? { id, amount: amount < 0 ? -shares[i] : shares[i] } : []))
}

/** Each tier is filled before the next; what exceeds them all is shared by what was paid. */
function inTurn(amount: Cents, tiers: readonly (readonly Cents[])[], invoices: readonly PaidInvoice[]): Cents[] {
  let left = amount
  const shares = invoices.map(() => 0)
  const add = (part: Cents, weights: readonly Cents[]) => {
    for (const [i, share] of sharesOf(part, weights).entries()) shares[i] = (shares[i] ?? 0) + share
    left -= part
  }
  for (const tier of tiers) add(Math.min(left, sum(tier)), tier)
  if (left > 0)
    add(
      left,
      invoices.map(({ paid }) => paid),
    )
  return shares
}
