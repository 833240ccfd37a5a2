// Short work that many ask for at once: a few per turn of the event loop, so that others' requests go on between them.
export class LoopTurns {
  readonly #perTurn: () => number
  readonly #waiting: (() => void)[] = []
  #left = 1
  #isTurning = false

  constructor(perTurn: () => number) {
    this.#perTurn = perTurn
  }

  take(run: () => void) {
    if (this.#left > 0 && this.#waiting.length === 0) {
      this.#left--
      run()
    } else this.#waiting.push(run)
    if (this.#isTurning) return
    this.#isTurning = true
    setImmediate(() => this.#turn())
  }

  #turn() {
    const perTurn = this.#perTurn()
    this.#left = perTurn
    for (const run of this.#waiting.splice(0, perTurn)) {
      this.#left--
      run()
    }
    this.#isTurning = this.#waiting.length > 0 || this.#left < perTurn
    if (this.#isTurning) setImmediate(() => this.#turn())
  }
}
