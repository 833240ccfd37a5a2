// Which areas a truck visited, and when: computed from its positions in order (docs/product/runs.md). The result is the
// same whatever the order, size and repetition of the batches; only the positions' times matter.
// `proof/bench/visits.bench.ts` simulates how many visits these thresholds miss and invent.
import { AreaIndex, type RunArea } from './area-index.ts'
import { type Crossing, crossingRules, extend, isAlone, isSlow, isVisit, join, type Stay } from './crossings.ts'
import { noGaps, type Spacing, withGap } from './spacing.ts'
import { isCertain, meanOf, type Place, type Standstill, secondsOf, standstillAt, stillAt } from './standstill.ts'

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
  ...crossingRules,
  /** Metres beyond the drawn border that still count, because receivers drift: on a line, and for a position alone. */
  margin: 4.3,
  marginAlone: 6,
  /** The mean of a standstill has no margin. It must be this many metres deeper inside than in any other area. */
  marginStanding: 0,
  leadStanding: 9,
  /** Seconds after which a standstill counts before it ends. */
  longStanding: 120,
  /** km/h. Anything faster is a receiver that jumped, not a truck. */
  topSpeed: 150,
  /** After a jump, this many consistent positions mean that the truck is really there. */
  agreeing: 3,
}
export type VisitRules = typeof visitRules

/** The state after some positions: it can be saved, and continued with the next ones. */
export interface VisitState {
  /** Of the rule. A state that an earlier rule saved can't be continued. */
  version: typeof ruleVersion
  last: Fix | null
  spacing: Spacing
  /** Positions after a jump that are consistent so far. */
  jumped: Fix[]
  crossing: Crossing | null
  stays: Stay[]
  standstill: Standstill | null
  /** What counts if the truck turns out to move: the crossings since the standstill began or, once it is certain, since its last check. */
  pending: Crossing[]
}

const ruleVersion = 2

/** Before the first position. */
export const nowhere: VisitState = {
  version: ruleVersion,
  last: null,
  spacing: noGaps,
  jumped: [],
  crossing: null,
  stays: [],
  standstill: null,
  pending: [],
}

export const isOfThisRule = ({ version }: VisitState) => version === ruleVersion

/** At equal times the better accuracy wins, then the smaller latitude and longitude. */
export function inOrder<F extends Fix>(fixes: readonly F[]): F[] {
  const accuracyOf = ({ accuracy }: Fix) => accuracy ?? Number.POSITIVE_INFINITY
  const sorted = fixes.toSorted((a, b) => a.at - b.at || accuracyOf(a) - accuracyOf(b) || a.lat - b.lat || a.lng - b.lng)
  return sorted.filter((fix, i) => fix.at !== sorted[i - 1]?.at)
}

export const indexOf = (areas: readonly RunArea[], rules: VisitRules = visitRules) =>
  new AreaIndex(areas, Math.max(rules.margin, rules.marginAlone, rules.marginStanding, rules.leadStanding))

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

/** Visits that are certain but may still grow. The speed of the crossing under way is known at its end. */
export function underWay(index: AreaIndex, { stays, crossing }: VisitState, rules: VisitRules = visitRules): Visit[] {
  const open = stays.map((stay) => ({ ...stay }))
  if (crossing) join(open, crossing, 0, rules)
  return inTime(open.filter((stay) => isVisit(stay, rules)).map((stay) => visitOf(index, stay)))
}

class VisitTracker {
  readonly visits: Visit[] = []
  readonly #index: AreaIndex
  readonly #rules: VisitRules
  #last: Fix | null
  #spacing: Spacing
  #jumped: Fix[]
  #crossing: Crossing | null
  #stays: Stay[]
  #standstill: Standstill | null
  #pending: Crossing[]

  constructor(index: AreaIndex, { last, spacing, jumped, crossing, stays, standstill, pending }: VisitState, rules: VisitRules) {
    this.#index = index
    this.#rules = rules
    this.#last = last
    this.#spacing = spacing
    this.#jumped = jumped
    this.#crossing = crossing && { ...crossing }
    this.#stays = stays.map((stay) => ({ ...stay }))
    this.#standstill = standstill
    this.#pending = pending.map((one) => ({ ...one }))
  }

  get state(): VisitState {
    return {
      version: ruleVersion,
      last: this.#last,
      spacing: this.#spacing,
      jumped: this.#jumped,
      crossing: this.#crossing,
      stays: this.#stays,
      standstill: this.#standstill,
      pending: this.#pending,
    }
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

  #placeOf = ({ lat, lng, at, accuracy }: Fix): Place => ({ x: this.#index.x(lng), y: this.#index.y(lat), at, accuracy })

  #step(fix: Fix) {
    const from = this.#last && this.#placeOf(this.#last)
    const to = this.#placeOf(fix)
    this.#last = fix
    this.#closeStays(this.#standstill?.startedAt ?? fix.at)
    const seconds = from ? (to.at - from.at) / 1000 : 0
    const metres = from ? Math.hypot(to.x - from.x, to.y - from.y) : 0
    if (from) this.#spacing = withGap(this.#spacing, seconds, metres)
    const isLost = !from || seconds > this.#rules.longestUnseen
    const still = isLost || !this.#standstill ? undefined : stillAt(this.#standstill, to)
    if (!still) this.#endStandstill()
    if (isLost) this.#addIsolatedPoint(to)
    else if (seconds > this.#rules.longestGap) this.#skip(from, to, metres)
    else if (metres <= this.#rules.longestStep) this.#follow(from, to, seconds, metres)
    if (still) this.#extendStandstill(still)
    else this.#move(to)
  }

  /** Splits the line into pieces of at most a second and two metres; each stands for its time, at its middle. */
  #follow(from: Place, to: Place, seconds: number, metres: number) {
    const pieces = Math.max(1, Math.ceil(Math.max(seconds, metres / 2)))
    const timeOf = (piece: number) => (piece === pieces ? to.at : from.at + (seconds * 1000 * piece) / pieces)
    for (let i = 0; i < pieces; i++) {
      const part = (i + 0.5) / pieces
      const area = this.#index.at(from.x + (to.x - from.x) * part, from.y + (to.y - from.y) * part, this.#rules.margin)
      this.#addTime(area, timeOf(i), timeOf(i + 1), metres / pieces)
    }
  }

  /** Nobody saw the truck between the two: it was in an area if it was there before and after. */
  #skip(from: Place, to: Place, metres: number) {
    const before = this.#index.at(from.x, from.y, this.#rules.marginAlone)
    if (before >= 0 && before === this.#index.at(to.x, to.y, this.#rules.marginAlone)) this.#addTime(before, from.at, to.at, metres)
    else this.#addIsolatedPoint(to)
  }

  #addIsolatedPoint({ x, y, at }: Place) {
    this.#addTime(this.#index.at(x, y, this.#rules.marginAlone), at, at, 0)
  }

  /** Adds the time from `start` to `end` to the area that was just looked up, if any. */
  #addTime(area: number, start: number, end: number, metres: number) {
    if (area < 0) return
    const piece = { area, startedAt: start, finishedAt: end, seconds: (end - start) / 1000, metres, depth: this.#index.depth }
    if (!extend(this.#pending.at(-1), piece)) this.#pending.push(piece)
  }

  #extendStandstill(still: Standstill) {
    const before = this.#standstill as Standstill
    this.#standstill = still
    if (!isCertain(still)) return
    this.#pending = []
    if (still.area >= 0) return this.#count(still.area, before.finishedAt, still.finishedAt)
    // Where the receiver's error can't matter it counts at once. Elsewhere it is judged twice and no more: every time may be wrong.
    const isLongNow = this.#isLong(still) && !this.#isLong(before)
    const area = this.#areaOf(still, isLongNow ? 0 : meanOf(still).accuracy)
    if (area < 0) return
    this.#standstill = { ...still, area }
    this.#count(area, still.startedAt, still.finishedAt)
  }

  #isLong = (standstill: Standstill) => isCertain(standstill) && secondsOf(standstill) >= this.#rules.longStanding

  /** The area in which the truck stands at least this deep; -1 for none, and between two: nobody can know which. */
  #areaOf(standstill: Standstill, leastDepth: number): number {
    const { marginStanding, leadStanding } = this.#rules
    const { x, y } = meanOf(standstill)
    const area = this.#index.at(x, y, Math.max(marginStanding, leadStanding))
    return this.#index.depth >= leastDepth - marginStanding && this.#index.lead >= leadStanding ? area : -1
  }

  #endStandstill() {
    const standstill = this.#standstill
    if (standstill && standstill.area < 0 && isCertain(standstill)) {
      const area = this.#areaOf(standstill, 0)
      if (area >= 0) this.#count(area, standstill.startedAt, standstill.finishedAt)
    }
  }

  #move(to: Place) {
    for (const crossing of this.#pending) this.#cross(crossing)
    this.#pending = []
    this.#standstill = standstillAt(to)
    if (this.#crossing && this.#crossing.finishedAt < to.at) this.#endCrossing()
  }

  /** Counts a standstill as time in the area. */
  #count(area: number, startedAt: number, finishedAt: number) {
    this.#cross({ area, startedAt, finishedAt, seconds: (finishedAt - startedAt) / 1000, metres: 0, depth: 0 })
  }

  #cross(crossing: Crossing) {
    if (this.#crossing && extend(this.#crossing, crossing)) return
    this.#endCrossing()
    this.#crossing = crossing
    if (isAlone(crossing)) this.#endCrossing()
  }

  #endCrossing() {
    if (this.#crossing) join(this.#stays, this.#crossing, isSlow(this.#crossing, this.#rules) ? 1 : 0, this.#rules)
    this.#crossing = null
  }

  /** Closes the stays that no crossing from now on can join. */
  #closeStays(now: number) {
    if (this.#stays.length === 0) return
    const isOver = ({ area, finishedAt }: Stay) => now - finishedAt > this.#rules.longestUnseen * 1000 && this.#crossing?.area !== area
    for (const stay of this.#stays) if (isOver(stay) && isVisit(stay, this.#rules)) this.visits.push(visitOf(this.#index, stay))
    this.#stays = this.#stays.filter((stay) => !isOver(stay))
  }
}

const visitOf = (index: AreaIndex, { area, startedAt, finishedAt }: Stay): Visit => ({
  areaId: index.ids[area] as string,
  startedAt: Math.round(startedAt),
  finishedAt: Math.round(finishedAt),
})
