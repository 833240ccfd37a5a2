// Short work that many ask for at once: a few per turn of the event loop, so that others' requests go on between them.
export class LoopTurns {
  readonly #perTurn: number
  readonly #waiting: (() => void)[] = []
  #left: number
  #isTurning = false

  constructor(perTurn: number) {
    this.#perTurn = perTurn
    this.#left = perTurn
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
    this.#left = this.#perTurn
    for (const run of this.#waiting.splice(0, this.#perTurn)) {
      this.#left--
      run()
    }
    this.#isTurning = this.#waiting.length > 0 || this.#left < this.#perTurn
    if (this.#isTurning) setImmediate(() => this.#turn())
  }
}
