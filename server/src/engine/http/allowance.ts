// How much each network address may have at once, counted by this process only.
import { Recent } from '../recent.ts'

export class Allowance {
  readonly #perSecond: number
  readonly #most: number
  readonly #left = new Recent<string, { left: number; at: number }>(20_000)

  /** So many a second, and `most` that were saved. */
  constructor({ perSecond, most }: { perSecond: number; most: number }) {
    this.#perSecond = perSecond
    this.#most = most
  }

  /** Takes one; false if none is left. */
  take(address: string): boolean {
    const now = performance.now()
    const known = this.#left.get(address)
    const left = known ? Math.min(this.#most, known.left + ((now - known.at) / 1000) * this.#perSecond) : this.#most
    const isGiven = left >= 1
    this.#left.set(address, { left: isGiven ? left - 1 : left, at: now })
    return isGiven
  }

  giveBack(address: string) {
    const known = this.#left.get(address)
    if (known) known.left++
  }
}
