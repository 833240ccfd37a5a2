// The phone detects its own visits, by the server's rule, so that the next stop comes up even without a network.
import type { AreaIndex } from '@bordee/core/positions/area-index.ts'
import { continueFrom, indexOf, isOfThisRule, nowhere, underWay, type VisitRules, type VisitState } from '@bordee/core/positions/visits.ts'
import type { RunKind } from '@bordee/core/runs/run-kind.ts'
import { visitRulesFor } from '@bordee/core/runs/visit-rules.ts'
import { keepFact, type Position, readFact } from './kept.ts'
import { keyOf, type Stop, type Visited } from './stops.ts'

interface VisitsSoFar {
  /** Names areas by their place in `areas`. */
  state: VisitState
  areas: readonly string[]
  done: Visited[]
}

interface DrivenRun {
  id: string
  stops: readonly Stop[]
  kind?: RunKind
}

/** In metres. The server ignores less accurate positions too. */
const worstAccuracy = 50

const factOf = (runId: string) => `visits ${runId}`

export class OwnVisits {
  readonly #runId: string
  readonly #index: AreaIndex
  readonly #rules: VisitRules
  #visitsSoFar: VisitsSoFar

  /** Areas that the office added come after those that the state knows, wherever their stops are in the run. */
  private constructor({ id, stops, kind }: DrivenRun, { state, areas: known, done }: VisitsSoFar) {
    const polygons = new Map(stops.flatMap((stop) => stop.areas.map((area) => [keyOf(stop, area), area.polygon] as const)))
    const ids = new Set([...known.filter((id) => polygons.has(id)), ...polygons.keys()])
    this.#runId = id
    this.#rules = visitRulesFor(kind)
    this.#index = indexOf(
      [...ids].map((area) => ({ id: area, polygon: polygons.get(area) ?? null })),
      this.#rules,
    )
    const areas = this.#index.ids
    // The page was updated during the run, or an area is gone; and the phone no longer has the positions that it sent.
    const goesOn = isOfThisRule(state) && known.every((id, i) => areas[i] === id)
    this.#visitsSoFar = { state: goesOn ? state : nowhere, areas, done }
  }

  /** Resumes from the state stored before the page was closed. */
  static async of(run: DrivenRun): Promise<OwnVisits> {
    return new OwnVisits(run, (await readFact<VisitsSoFar>(factOf(run.id))) ?? { state: nowhere, areas: [], done: [] })
  }

  /** The same visits, in a run whose stops or kind have changed. */
  in(run: DrivenRun): OwnVisits {
    return new OwnVisits(run, this.#visitsSoFar)
  }

  get visits(): Visited[] {
    return [...this.#visitsSoFar.done, ...underWay(this.#index, this.#visitsSoFar.state, this.#rules)]
  }

  /** True when a visit began or ended. */
  async take({ lat, lng, timestamp, accuracy }: Position): Promise<boolean> {
    const { state, areas, done } = this.#visitsSoFar
    if (accuracy !== null && accuracy > worstAccuracy) return false
    if (state.last && timestamp <= state.last.at) return false
    const before = this.visits.length
    const { state: after, visits } = continueFrom(this.#index, state, [{ lat, lng, at: timestamp, accuracy }], this.#rules)
    this.#visitsSoFar = { state: after, areas, done: [...done, ...visits] }
    await keepFact(factOf(this.#runId), this.#visitsSoFar)
    return this.visits.length !== before
  }
}
