// What was refused, or never left: sent again, or handed over to the office by text.
import { keepFact, noteHandedOver, type Retry, removeHandedOver, retryReports } from './kept.ts'
import type { Desk } from './shiftDesk.ts'

export class OwnUnsent {
  readonly #desk: Desk
  constructor(desk: Desk) {
    this.#desk = desk
  }

  /** Sends again what was refused. */
  async retry(what: Retry = {}) {
    const owner = this.#desk.owner()
    await retryReports(owner, what)
    const { joins, runId } = what
    if (joins && this.#desk.get().run?.id === runId) {
      this.#desk.changeRun((run) => ({ ...run, id: joins }))
      await keepFact(`run ${owner}`, this.#desk.get().run)
    }
    await this.#desk.count()
    this.#desk.wake()
  }

  async noteHandedOver() {
    await noteHandedOver(this.#desk.owner(), new Date().toISOString())
    await this.#desk.count()
  }

  async removeHandedOver() {
    await removeHandedOver(this.#desk.owner())
    await this.#desk.count()
  }
}
