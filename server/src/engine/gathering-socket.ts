import { Socket } from 'node:net'

/**
 * A connection to PostgreSQL whose statements of one turn leave together: opening a transaction, saying for whom it works and its first query are one packet,
 * not three. Whoever waits for an answer ends the turn.
 */
export class GatheringSocket extends Socket {
  #isGathering = false

  override write(...args: unknown[]): boolean {
    if (!this.#isGathering) {
      this.#isGathering = true
      this.cork()
      process.nextTick(() => {
        this.#isGathering = false
        this.uncork()
      })
    }
    return Reflect.apply(super.write, this, args)
  }
}
