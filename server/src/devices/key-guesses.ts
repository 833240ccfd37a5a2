import { setTimeout as sleep } from 'node:timers/promises'
import { tooMany } from '@bordee/core/problem.ts'
import { Shares } from '../engine/http/shares.ts'
import { Recent } from '../engine/recent.ts'

/** Unknown keys per minute from one address. */
const mostGuesses = 120
const minuteMs = 60_000
/** Between two refusals of one address: hundreds of connections that never wait would take the core from everyone else. */
const pauseMs = 20

/**
 * Turns away an address that sends too many unknown keys, before the database is asked. In this process's memory, so that
 * guessing costs nobody else anything. Keys found lately always pass: a carrier puts many phones behind one address.
 */
export class KeyGuesses {
  readonly #known = new Recent<string, true>(50_000)
  readonly #counts = new Recent<string, { guesses: number; until: number }>(50_000)
  readonly #refusals = new Shares(1, { maxWaiting: 500 })

  /** What `find` finds under the key, which counts as a guess until it is found. */
  async check<T>(key: string, address: string, find: () => Promise<T | undefined>): Promise<T | undefined> {
    const isKnown = this.#known.get(key) !== undefined
    const count = this.#countOf(address)
    if (!isKnown && count.guesses >= mostGuesses) {
      await this.#refusals.run(address, () => sleep(pauseMs))
      throw tooMany(Math.max(1, Math.ceil((count.until - Date.now()) / 1000)))
    }
    count.guesses++
    let isWrong = false
    try {
      const found = await find()
      isWrong = found === undefined
      if (isWrong) this.#known.delete(key)
      else this.#known.set(key, true)
      return found
    } finally {
      if (!isWrong) count.guesses-- // a failure says nothing about the key
    }
  }

  #countOf(address: string) {
    const now = Date.now()
    const last = this.#counts.get(address)
    if (last && last.until > now) return last
    const count = { guesses: 0, until: now + minuteMs }
    this.#counts.set(address, count)
    return count
  }
}
