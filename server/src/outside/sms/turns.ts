import { setTimeout as sleep } from 'node:timers/promises'

interface Wish {
  /** By `performance.now()`. */
  deadline: number
  stopping: AbortSignal
  /** Asked once the turn has come. */
  isWanted(): Promise<boolean>
}

/**
 * A carrier limits how many a number may send in any second: each alert waits for its turn, and the next turn counts
 * from when this one really came, which may be late on a busy machine. The first turn waits too, as the number may
 * have been sending when the server died.
 */
export class Turns {
  readonly #gapMs: number
  readonly #next = new Map<string, number>()
  readonly #lines = new Map<string, Promise<unknown>>()
  readonly #begun = performance.now()

  constructor(rate: number) {
    this.#gapMs = 1000 / rate
  }

  /** First come, first served. False if it would come too late, is no longer wanted, or the server is stopping. */
  async take(number: string, wish: Wish): Promise<boolean> {
    const before = this.#lines.get(number)
    const turn = (async () => {
      await before
      return this.#wait(number, wish)
    })()
    this.#lines.set(number, turn)
    const isOurs = await turn
    if (this.#lines.get(number) === turn) this.#lines.delete(number)
    return isOurs
  }

  async #wait(number: string, { deadline, stopping, isWanted }: Wish): Promise<boolean> {
    const at = this.#next.get(number) ?? this.#begun + this.#gapMs
    if (at > deadline || stopping.aborted) return false
    // A timer may fire a little early.
    for (let left = at - performance.now(); left > 0; left = at - performance.now()) {
      await sleep(Math.ceil(left), undefined, { signal: stopping }).catch(() => undefined)
      if (stopping.aborted) return false
    }
    if (!(await isWanted())) return false
    this.#next.set(number, performance.now() + this.#gapMs)
    return true
  }
}
