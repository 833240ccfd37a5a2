import { busy } from '@bordee/core/problem.ts'

/**
 * Shares out scarce resources (connections, cores) so that nobody takes them all: each key has a number of places.
 * Further callers wait in that key's queue, holding nothing; when the queue is full, they get a 429.
 */
export class Shares {
  readonly #atOnce: number
  readonly #maxWaiting: number
  readonly #lines = new Map<string, { inside: number; waiting: (() => void)[] }>()

  constructor(atOnce: number, { maxWaiting = 200 } = {}) {
    this.#atOnce = atOnce
    this.#maxWaiting = maxWaiting
  }

  /** Resolves with a function that gives the place back. */
  async enter(key: string): Promise<() => void> {
    const line = this.#lines.get(key) ?? { inside: 0, waiting: [] }
    this.#lines.set(key, line)
    if (line.inside < this.#atOnce) line.inside++
    else if (line.waiting.length >= this.#maxWaiting) throw busy()
    else await new Promise<void>((resolve) => line.waiting.push(resolve)) // whoever leaves hands over the place
    return () => {
      const next = line.waiting.shift()
      if (next) next()
      else if (--line.inside === 0) this.#lines.delete(key)
    }
  }

  /** `rest`: keeps the place for that many times the work's duration, so that consecutive work leaves gaps. */
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
