// The phone finds by itself where it passed, by the same rule as the server: so the next stop comes up without a network too.
import type { AreaIndex } from '@bordee/core/runs/area-index.ts'
import { follow, indexOf, underWay, type VisitState } from '@bordee/core/runs/visits.ts'
import { keepFact, readFact, type Told } from './kept.ts'
import type { Stop, Visited } from './stops.ts'

interface Reckoned {
  state: VisitState
  done: Visited[]
}

const nowhere: Reckoned = { state: { last: null, jumped: [], spell: null, stays: [] }, done: [] }
/** Metres. The server leaves less sure ones aside too. */
const worstAccuracy = 50

export class OwnVisits {
  readonly #index: AreaIndex
  readonly #fact: string
  #reckoned: Reckoned

  private constructor(index: AreaIndex, fact: string, reckoned: Reckoned) {
    this.#index = index
    this.#fact = fact
    this.#reckoned = reckoned
  }

  /** Goes on where it stood before the page was closed. */
  static async of(runId: string, stops: readonly Stop[]): Promise<OwnVisits> {
    const areas = stops.flatMap(({ areas }) => areas.flatMap(({ id, polygon }) => (id ? [{ id, polygon }] : [])))
    const fact = `visits ${runId} ${areas.length}`
    return new OwnVisits(indexOf(areas), fact, (await readFact<Reckoned>(fact)) ?? nowhere)
  }

  get visits(): Visited[] {
    return [...this.#reckoned.done, ...underWay(this.#index, this.#reckoned.state)]
  }

  /** True when one has begun, or ended. */
  async take({ lat, lng, timestamp, accuracy }: Told): Promise<boolean> {
    const { state, done } = this.#reckoned
    if (accuracy !== null && accuracy > worstAccuracy) return false
    if (state.last && timestamp <= state.last.at) return false
    const before = this.visits.length
    const { state: after, visits } = follow(this.#index, state, [{ lat, lng, at: timestamp, accuracy }])
    this.#reckoned = { state: after, done: [...done, ...visits] }
    await keepFact(this.#fact, this.#reckoned)
    return this.visits.length !== before
  }
}
