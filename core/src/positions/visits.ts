// Which areas a truck visited, and when: computed from its positions in order (docs/product/runs.md). The result is the
// same whatever the order, size and repetition of the batches; only the positions' times matter.
// `proof/bench/visits.bench.ts` simulates how many visits these thresholds miss and invent.
import { AreaIndex, type RunArea } from './area-index.ts'

/** An accepted position. `at` in milliseconds. */
export interface Fix {
  lat: number
  lng: number
  at: number
  /** Metres; null when the receiver doesn't report it. */
  accuracy: number | null
}

export interface Visit {
  areaId: string
  startedAt: number
  finishedAt: number
}

export const visitRules = {
  /** Two positions are joined by a line only up to this distance in time (seconds) and space (metres). */
  longestGap: 15,
  longestStep: 100,
  /** Seconds between two crossings of an area that are joined. */
  joined: 60,
  /** Seconds inside that make a visit. */
  stay: 15,
  /** Or this many crossings, at most this fast on average (km/h) and at least this deep (metres). */
  crossings: 2,
  crossingSpeed: 15,
  crossingDepth: 1,
  /** Metres beyond the drawn border that still count: receivers drift. */
  margin: 4,
  /** km/h. Anything faster is a receiver that jumped, not a truck. */
  topSpeed: 150,
  /** After a jump, this many consistent positions mean that the truck is really there. */
  agreeing: 3,
}
export type VisitRules = typeof visitRules

/** An uninterrupted time in an area. */
interface Crossing {
  area: number
  startedAt: number
  finishedAt: number
  seconds: number
  metres: number
  depth: number
}

/** Joined crossings of one area, as far as is known. */
interface Stay {
  area: number
  startedAt: number
  finishedAt: number
  seconds: number
  /** Its slow crossings. Stored under this key. */
  passes: number
}

/** The state after some positions: it can be saved, and continued with the next ones. */
export interface VisitState {
  last: Fix | null
  /** Positions after a jump that are consistent so far. */
  jumped: Fix[]
  /** The crossing under way. Stored under this key. */
  spell: Crossing | null
  stays: Stay[]
}

/** Before the first position. */
export const nowhere: VisitState = { last: null, jumped: [], spell: null, stays: [] }

/** At equal times the better accuracy wins, then the smaller latitude and longitude. */
export function inOrder<F extends Fix>(fixes: readonly F[]): F[] {
  const accuracyOf = ({ accuracy }: Fix) => accuracy ?? Number.POSITIVE_INFINITY
  const sorted = fixes.toSorted((a, b) => a.at - b.at || accuracyOf(a) - accuracyOf(b) || a.lat - b.lat || a.lng - b.lng)
  return sorted.filter((fix, i) => fix.at !== sorted[i - 1]?.at)
}

/** The areas of a run, indexed. */
export const indexOf = (areas: readonly RunArea[], rules: VisitRules = visitRules) => new AreaIndex(areas, rules.margin)

/** All visits of one track, by start. */
export function visitsOf(index: AreaIndex, fixes: readonly Fix[], rules: VisitRules = visitRules): Visit[] {
  const { state, visits } = continueFrom(index, nowhere, inOrder(fixes), rules)
  return inTime([...visits, ...underWay(index, state, rules)])
}

const inTime = (visits: Visit[]) => visits.toSorted((a, b) => a.startedAt - b.startedAt || a.areaId.localeCompare(b.areaId))

/** Continues from `state` with later positions, in order. Returns the visits that can no longer change. */
export function continueFrom(
  index: AreaIndex,
  state: VisitState,
  fixes: readonly Fix[],
  rules: VisitRules = visitRules,
): { state: VisitState; visits: Visit[] } {
  const tracker = new VisitTracker(index, state, rules)
  for (const fix of fixes) tracker.take(fix)
  return { state: tracker.state, visits: tracker.visits }
}

/** Visits that are certain but may still grow. The crossing under way does not count yet: its speed is known at its end. */
export function underWay(index: AreaIndex, { stays, spell: crossing }: VisitState, rules: VisitRules = visitRules): Visit[] {
  const open = stays.map((stay) => ({ ...stay }))
  if (crossing) join(open, crossing, 0, rules)
  return inTime(open.filter((stay) => isVisit(stay, rules)).map((stay) => visitOf(index, stay)))
}

class VisitTracker {
  readonly visits: Visit[] = []
  readonly #index: AreaIndex
  readonly #rules: VisitRules
  #last: Fix | null
  #jumped: Fix[]
  #crossing: Crossing | null
  #stays: Stay[]

  constructor(index: AreaIndex, { last, jumped, spell, stays }: VisitState, rules: VisitRules) {
    this.#index = index
    this.#rules = rules
    this.#last = last
    this.#jumped = jumped
    this.#crossing = spell && { ...spell }
    this.#stays = stays.map((stay) => ({ ...stay }))
  }

  get state(): VisitState {
    return { last: this.#last, jumped: this.#jumped, spell: this.#crossing, stays: this.#stays }
  }

  /** A position that jumps too far is held back until others agree with it. */
  take(fix: Fix) {
    if (!this.#last || this.#isReachable(this.#last, fix)) {
      this.#jumped = []
      this.#step(fix)
      return
    }
    const before = this.#jumped.at(-1)
    this.#jumped = before && this.#isReachable(before, fix) ? [...this.#jumped, fix] : [fix]
    if (this.#jumped.length < this.#rules.agreeing) return
    const agreed = this.#jumped
    this.#jumped = []
    this.#endCrossing()
    this.#last = null
    for (const one of agreed) this.#step(one)
  }

  #isReachable(from: Fix, to: Fix): boolean {
    const seconds = (to.at - from.at) / 1000
    return this.#metres(from, to) <= Math.max(20, (seconds * this.#rules.topSpeed) / 3.6) // a receiver at rest drifts a little
  }

  #metres(a: Fix, b: Fix): number {
    return Math.hypot(this.#index.x(b.lng) - this.#index.x(a.lng), this.#index.y(b.lat) - this.#index.y(a.lat))
  }

  #step(fix: Fix) {
    const from = this.#last
    this.#last = fix
    this.#closeStays(fix.at)
    const [x, y] = [this.#index.x(fix.lng), this.#index.y(fix.lat)]
    if (!from) return this.#be(x, y, fix.at, fix.at, 0)
    const seconds = (fix.at - from.at) / 1000
    const [fromX, fromY] = [this.#index.x(from.lng), this.#index.y(from.lat)]
    const metres = Math.hypot(x - fromX, y - fromY)
    if (seconds > this.#rules.longestGap || metres > this.#rules.longestStep) {
      this.#endCrossing()
      return this.#be(x, y, fix.at, fix.at, 0)
    }
    // Split the line into pieces of at most a second and two metres; each stands for its time, at its middle.
    const pieces = Math.max(1, Math.ceil(Math.max(seconds, metres / 2)))
    for (let i = 0; i < pieces; i++) {
      const part = (i + 0.5) / pieces
      const start = from.at + (seconds * 1000 * i) / pieces
      this.#be(fromX + (x - fromX) * part, fromY + (y - fromY) * part, start, start + (seconds * 1000) / pieces, metres / pieces)
    }
  }

  /** Adds the time from `start` to `end` to the area at this point, if any. */
  #be(x: number, y: number, start: number, end: number, metres: number) {
    const area = this.#index.at(x, y)
    if (this.#crossing && this.#crossing.area !== area) this.#endCrossing()
    if (area < 0) return
    this.#crossing ??= { area, startedAt: start, finishedAt: start, seconds: 0, metres: 0, depth: -this.#rules.margin }
    this.#crossing.finishedAt = end
    this.#crossing.seconds += (end - start) / 1000
    this.#crossing.metres += metres
    this.#crossing.depth = Math.max(this.#crossing.depth, this.#index.depth)
  }

  #endCrossing() {
    if (this.#crossing) join(this.#stays, this.#crossing, isSlowCrossing(this.#crossing, this.#rules) ? 1 : 0, this.#rules)
    this.#crossing = null
  }

  /** Closes the stays that no further crossing can join. */
  #closeStays(now: number) {
    if (this.#stays.length === 0) return
    const isOver = ({ area, finishedAt }: Stay) => now - finishedAt >= this.#rules.joined * 1000 && this.#crossing?.area !== area
    for (const stay of this.#stays) if (isOver(stay) && isVisit(stay, this.#rules)) this.visits.push(visitOf(this.#index, stay))
    this.#stays = this.#stays.filter((stay) => !isOver(stay))
  }
}

/** Joins the crossing to the stay in its area that ended less than a minute before, or starts a new stay. */
function join(stays: Stay[], { area, startedAt, finishedAt, seconds }: Crossing, passes: number, { joined }: VisitRules) {
  const known = stays.findLast((stay) => stay.area === area && startedAt - stay.finishedAt < joined * 1000)
  if (!known) {
    stays.push({ area, startedAt, finishedAt, seconds, passes })
    return
  }
  known.finishedAt = finishedAt
  known.seconds += seconds
  known.passes += passes
}

const isSlowCrossing = ({ seconds, metres, depth }: Crossing, { crossingSpeed, crossingDepth }: VisitRules) =>
  seconds > 0 && (metres / seconds) * 3.6 <= crossingSpeed && depth >= crossingDepth

const isVisit = ({ seconds, passes }: Stay, { stay, crossings: wanted }: VisitRules) => seconds >= stay - 1e-6 || passes >= wanted

const visitOf = (index: AreaIndex, { area, startedAt, finishedAt }: Stay): Visit => ({
  areaId: index.ids[area] as string,
  startedAt: Math.round(startedAt),
  finishedAt: Math.round(finishedAt),
})
