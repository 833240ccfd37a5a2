// The phone detects its own visits, by the server's rule, so that the next stop comes up even without a network.
import type { AreaIndex } from '@bordee/core/positions/area-index.ts'
import { continueFrom, indexOf, isOfThisRule, nowhere, underWay, type VisitState } from '@bordee/core/positions/visits.ts'
import { keepFact, type Position, readFact } from './kept.ts'
import { keyOf, type Stop, type Visited } from './stops.ts'

interface VisitsSoFar {
  /** Names areas by their place in `areas`. */
  state: VisitState
  areas: readonly string[]
  done: Visited[]
}

/** In metres. The server ignores less accurate positions too. */
const worstAccuracy = 50

const factOf = (runId: string) => `visits ${runId}`

export class OwnVisits {
  readonly #runId: string
  readonly #index: AreaIndex
  #visitsSoFar: VisitsSoFar

  /** Areas that the office added come after those that the state knows, wherever their stops are in the run. */
  private constructor(runId: string, stops: readonly Stop[], { state, areas: known, done }: VisitsSoFar) {
    const polygons = new Map(stops.flatMap((stop) => stop.areas.map((area) => [keyOf(stop, area), area.polygon] as const)))
    const ids = new Set([...known.filter((id) => polygons.has(id)), ...polygons.keys()])
    this.#runId = runId
    this.#index = indexOf([...ids].map((id) => ({ id, polygon: polygons.get(id) ?? null })))
    const areas = this.#index.ids
    // The page was updated during the run, or an area is gone; and the phone no longer has the positions that it sent.
    const goesOn = isOfThisRule(state) && known.every((id, i) => areas[i] === id)
    this.#visitsSoFar = { state: goesOn ? state : nowhere, areas, done }
  }

  /** Resumes from the state stored before the page was closed. */
  static async of(runId: string, stops: readonly Stop[]): Promise<OwnVisits> {
    return new OwnVisits(runId, stops, (await readFact<VisitsSoFar>(factOf(runId))) ?? { state: nowhere, areas: [], done: [] })
  }

  /** The same visits, in a run whose stops have changed. */
  among(stops: readonly Stop[]): OwnVisits {
    return new OwnVisits(this.#runId, stops, this.#visitsSoFar)
  }

  get visits(): Visited[] {
    return [...this.#visitsSoFar.done, ...underWay(this.#index, this.#visitsSoFar.state)]
  }

  /** True when a visit began or ended. */
  async take({ lat, lng, timestamp, accuracy }: Position): Promise<boolean> {
    const { state, areas, done } = this.#visitsSoFar
    if (accuracy !== null && accuracy > worstAccuracy) return false
    if (state.last && timestamp <= state.last.at) return false
    const before = this.visits.length
    const { state: after, visits } = continueFrom(this.#index, state, [{ lat, lng, at: timestamp, accuracy }])
    this.#visitsSoFar = { state: after, areas, done: [...done, ...visits] }
    await keepFact(factOf(this.#runId), this.#visitsSoFar)
    return this.visits.length !== before
  }
}
