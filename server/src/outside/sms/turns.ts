import { setTimeout as sleep } from 'node:timers/promises'

interface Wish {
  /** By `performance.now()`. */
  deadline: number
  stopping: AbortSignal
  /** Asked when the turn has come. */
  isWanted(): Promise<boolean>
}

/**
 * A carrier lets a number send only so many a second, in every second: each waits for its turn, and the next turn counts from when this one
 * really came, which is later than planned on a busy machine. A number that was just sending when the server died waits for its first turn too.
 */
export class Turns {
  readonly #gapMs: number
  readonly #next = new Map<string, number>()
  readonly #lines = new Map<string, Promise<unknown>>()
  readonly #begun = performance.now()

  constructor(rate: number) {
    this.#gapMs = 1000 / rate
  }

  /** In the order in which they come. False when it was not taken: it would come too late, is not wanted any more, or the server stops. */
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
    // A timer may come a little early.
    for (let left = at - performance.now(); left > 0; left = at - performance.now()) {
      await sleep(Math.ceil(left), undefined, { signal: stopping }).catch(() => undefined)
      if (stopping.aborted) return false
    }
    if (!(await isWanted())) return false
    this.#next.set(number, performance.now() + this.#gapMs)
    return true
  }
}
