import { busy } from '@bordee/core/problem.ts'

/**
 * Whatever there is little of (connections, cores), nobody gets it all: each key has so many places at once, and who comes beyond them waits in the
 * line of that key, holding nothing. When that line is too long he is told to come back.
 */
export class Shares {
  readonly #atOnce: number
  readonly #longest: number
  readonly #lines = new Map<string, { inside: number; waiting: (() => void)[] }>()

  constructor(atOnce: number, { longest = 200 } = {}) {
    this.#atOnce = atOnce
    this.#longest = longest
  }

  /** Resolves with what gives the place back. */
  async enter(key: string): Promise<() => void> {
    const line = this.#lines.get(key) ?? { inside: 0, waiting: [] }
    this.#lines.set(key, line)
    if (line.inside < this.#atOnce) line.inside++
    else if (line.waiting.length >= this.#longest) throw busy()
    else await new Promise<void>((resolve) => line.waiting.push(resolve)) // who leaves hands his place over
    return () => {
      const next = line.waiting.shift()
      if (next) next()
      else if (--line.inside === 0) this.#lines.delete(key)
    }
  }

  /** `rest`: the place stays taken for so many times as long as the work took, so that a row of them leaves room between. */
  async run<T>(key: string, work: () => Promise<T>, { rest = 0 } = {}): Promise<T> {
    const leave = await this.enter(key)
    const begun = performance.now()
    try {
      return await work()
    } finally {
      if (rest === 0) leave()
      else setTimeout(leave, rest * (performance.now() - begun)).unref()
    }
  }
}
