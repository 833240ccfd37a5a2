// How much the driver spread last, of each material, offered again at the next stop.
import type { Material, MaterialKind } from '@bordee/core/runs/work.ts'

/** Kilograms: from a walk to a parking lot. */
const amounts = [5, 10, 20, 40, 60, 80, 100, 150, 200, 300, 500, 1000] as const
const usual: Record<Exclude<MaterialKind, 'none'>, number> = { salt: 20, sand: 40 }

const key = 'bordee:last-spread'

export function lastAmount(kind: MaterialKind): number | null {
  if (kind === 'none') return null
  try {
    const known = JSON.parse(localStorage.getItem(key) ?? '{}') as Partial<Record<MaterialKind, unknown>>
    const amount = known[kind]
    return typeof amount === 'number' && amount > 0 ? amount : usual[kind]
  } catch {
    return usual[kind]
  }
}

export function keepAmount({ kind, quantity }: Material) {
  if (kind === 'none' || quantity === null) return
  try {
    const known = JSON.parse(localStorage.getItem(key) ?? '{}') as object
    localStorage.setItem(key, JSON.stringify({ ...known, [kind]: quantity }))
  } catch {
    // The next stop then offers the usual amount.
  }
}

/** The next larger or smaller amount. */
export function amountBeside(amount: number, step: 1 | -1): number {
  const next = step === 1 ? amounts.find((one) => one > amount) : amounts.findLast((one) => one < amount)
  return next ?? amount
}
