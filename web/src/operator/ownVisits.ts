// The phone detects its own visits, by the server's rule, so that the next stop comes up even without a network.
import type { AreaIndex } from '@bordee/core/positions/area-index.ts'
import { continueFrom, indexOf, isOfThisRule, nowhere, underWay, type VisitState } from '@bordee/core/positions/visits.ts'
import { keepFact, type Position, readFact } from './kept.ts'
import { keyOf, type Stop, type Visited } from './stops.ts'

interface VisitsSoFar {
  state: VisitState
  done: Visited[]
}

/** In metres. The server ignores less accurate positions too. */
const worstAccuracy = 50

export class OwnVisits {
  readonly #index: AreaIndex
  readonly #fact: string
  #visitsSoFar: VisitsSoFar

  private constructor(index: AreaIndex, fact: string, visitsSoFar: VisitsSoFar) {
    this.#index = index
    this.#fact = fact
    this.#visitsSoFar = visitsSoFar
  }

  /** Resumes from the state stored before the page was closed. */
  static async of(runId: string, stops: readonly Stop[]): Promise<OwnVisits> {
    const areas = stops.flatMap((stop) => stop.areas.map((area) => ({ id: keyOf(stop, area), polygon: area.polygon })))
    const fact = `visits ${runId} ${areas.length}`
    const { state, done } = (await readFact<VisitsSoFar>(fact)) ?? { state: nowhere, done: [] }
    // The page was updated during the run, and the phone no longer has the positions that it sent.
    return new OwnVisits(indexOf(areas), fact, { state: isOfThisRule(state) ? state : nowhere, done })
  }

  get visits(): Visited[] {
    return [...this.#visitsSoFar.done, ...underWay(this.#index, this.#visitsSoFar.state)]
  }

  /** True when a visit began or ended. */
  async take({ lat, lng, timestamp, accuracy }: Position): Promise<boolean> {
    const { state, done } = this.#visitsSoFar
    if (accuracy !== null && accuracy > worstAccuracy) return false
    if (state.last && timestamp <= state.last.at) return false
    const before = this.visits.length
    const { state: after, visits } = continueFrom(this.#index, state, [{ lat, lng, at: timestamp, accuracy }])
    this.#visitsSoFar = { state: after, done: [...done, ...visits] }
    await keepFact(this.#fact, this.#visitsSoFar)
    return this.visits.length !== before
  }
}
