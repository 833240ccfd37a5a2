// Who passed where, and when: from the positions of a truck, in one pass (docs/product/runs.md). The same whatever the order, size and repetition of the batches
// that brought them: what counts is their order in time. `proof/bench/visits.bench.ts` shows by simulation what these thresholds miss and invent.
import { AreaIndex, type RunArea } from './area-index.ts'

/** A position that was taken. `at` in milliseconds. */
export interface Fix {
  lat: number
  lng: number
  at: number
  /** Metres; null where the receiver does not say. */
  accuracy: number | null
}

export interface Visit {
  areaId: string
  startedAt: number
  finishedAt: number
}

export const visitRules = {
  /** A line is drawn between two positions no further apart than this: seconds, metres. */
  longestGap: 15,
  longestStep: 100,
  /** Seconds between two spells in an area that belong together. */
  joined: 60,
  /** Seconds inside that make a visit. */
  stay: 15,
  /** Or so many spells, no faster than that on average (km/h) and at least so deep (metres). */
  passes: 2,
  passSpeed: 15,
  passDepth: 1,
  /** Metres beyond the drawn border that still count: receivers wander. */
  margin: 4,
  /** km/h. Faster is no truck, but a receiver that lost its way. */
  topSpeed: 150,
  /** So many that agree with each other after a jump are where the truck is. */
  agreeing: 3,
}
export type VisitRules = typeof visitRules

/** While a truck is in an area without interruption. */
interface Spell {
  area: number
  startedAt: number
  finishedAt: number
  seconds: number
  metres: number
  depth: number
}

/** Spells in one area that belong together, as far as is known. */
interface Stay {
  area: number
  startedAt: number
  finishedAt: number
  seconds: number
  passes: number
}

/** Where the reckoning stands after some positions: it can be put down, and taken up with the next ones. */
export interface VisitState {
  last: Fix | null
  /** Positions that jumped, and agree with each other so far. */
  jumped: Fix[]
  spell: Spell | null
  stays: Stay[]
}

/** Before the first position. */
export const nowhere: VisitState = { last: null, jumped: [], spell: null, stays: [] }

/** Of equal times the better accuracy, then the smaller latitude and longitude, wins. */
export function inOrder<F extends Fix>(fixes: readonly F[]): F[] {
  const accuracyOf = ({ accuracy }: Fix) => accuracy ?? Number.POSITIVE_INFINITY
  const sorted = fixes.toSorted((a, b) => a.at - b.at || accuracyOf(a) - accuracyOf(b) || a.lat - b.lat || a.lng - b.lng)
  return sorted.filter((fix, i) => fix.at !== sorted[i - 1]?.at)
}

/** The areas of a run, ready to be asked. */
export const indexOf = (areas: readonly RunArea[], rules: VisitRules = visitRules) => new AreaIndex(areas, rules.margin)

/** All visits of one track, by their beginning. */
export function visitsOf(index: AreaIndex, fixes: readonly Fix[], rules: VisitRules = visitRules): Visit[] {
  const { state, visits } = follow(index, nowhere, inOrder(fixes), rules)
  return inTime([...visits, ...underWay(index, state, rules)])
}

const inTime = (visits: Visit[]) => visits.toSorted((a, b) => a.startedAt - b.startedAt || a.areaId.localeCompare(b.areaId))

/** Goes on from `state` with positions that are all later, in order. Answers the visits that nothing can change any more. */
export function follow(
  index: AreaIndex,
  state: VisitState,
  fixes: readonly Fix[],
  rules: VisitRules = visitRules,
): { state: VisitState; visits: Visit[] } {
  const reckoning = new Reckoning(index, state, rules)
  for (const fix of fixes) reckoning.take(fix)
  return { state: reckoning.state, visits: reckoning.visits }
}

/** Visits that are visits already, and may still grow; nothing that comes takes one back. How fast a pass is gets known when it is over: the spell under way is none yet. */
export function underWay(index: AreaIndex, { stays, spell }: VisitState, rules: VisitRules = visitRules): Visit[] {
  const open = stays.map((stay) => ({ ...stay }))
  if (spell) join(open, spell, 0, rules)
  return inTime(open.filter((stay) => isVisit(stay, rules)).map((stay) => visitOf(index, stay)))
}

class Reckoning {
  readonly visits: Visit[] = []
  readonly #index: AreaIndex
  readonly #rules: VisitRules
  #last: Fix | null
  #jumped: Fix[]
  #spell: Spell | null
  #stays: Stay[]

  constructor(index: AreaIndex, { last, jumped, spell, stays }: VisitState, rules: VisitRules) {
    this.#index = index
    this.#rules = rules
    this.#last = last
    this.#jumped = jumped
    this.#spell = spell && { ...spell }
    this.#stays = stays.map((stay) => ({ ...stay }))
  }

  get state(): VisitState {
    return { last: this.#last, jumped: this.#jumped, spell: this.#spell, stays: this.#stays }
  }

  /** One that jumps too fast waits until others agree with it. */
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
    this.#endSpell()
    this.#last = null
    for (const one of agreed) this.#step(one)
  }

  #isReachable(from: Fix, to: Fix): boolean {
    const seconds = (to.at - from.at) / 1000
    return this.#metres(from, to) <= Math.max(20, (seconds * this.#rules.topSpeed) / 3.6) // a receiver at rest wanders a little
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
      this.#endSpell()
      return this.#be(x, y, fix.at, fix.at, 0)
    }
    // A piece a second, or every two metres; each stands for its time and lies in its middle.
    const pieces = Math.max(1, Math.ceil(Math.max(seconds, metres / 2)))
    for (let i = 0; i < pieces; i++) {
      const part = (i + 0.5) / pieces
      const start = from.at + (seconds * 1000 * i) / pieces
      this.#be(fromX + (x - fromX) * part, fromY + (y - fromY) * part, start, start + (seconds * 1000) / pieces, metres / pieces)
    }
  }

  /** In the area of this point, if any, from `start` to `end`. */
  #be(x: number, y: number, start: number, end: number, metres: number) {
    const area = this.#index.at(x, y)
    if (this.#spell && this.#spell.area !== area) this.#endSpell()
    if (area < 0) return
    this.#spell ??= { area, startedAt: start, finishedAt: start, seconds: 0, metres: 0, depth: -this.#rules.margin }
    this.#spell.finishedAt = end
    this.#spell.seconds += (end - start) / 1000
    this.#spell.metres += metres
    this.#spell.depth = Math.max(this.#spell.depth, this.#index.depth)
  }

  #endSpell() {
    if (this.#spell) join(this.#stays, this.#spell, isPass(this.#spell, this.#rules) ? 1 : 0, this.#rules)
    this.#spell = null
  }

  /** Those that the next spell can no longer join. */
  #closeStays(now: number) {
    if (this.#stays.length === 0) return
    const isOver = ({ area, finishedAt }: Stay) => now - finishedAt >= this.#rules.joined * 1000 && this.#spell?.area !== area
    for (const stay of this.#stays) if (isOver(stay) && isVisit(stay, this.#rules)) this.visits.push(visitOf(this.#index, stay))
    this.#stays = this.#stays.filter((stay) => !isOver(stay))
  }
}

/** To the stay in its area that ended less than a minute before, else it begins one. */
function join(stays: Stay[], { area, startedAt, finishedAt, seconds }: Spell, passes: number, { joined }: VisitRules) {
  const known = stays.findLast((stay) => stay.area === area && startedAt - stay.finishedAt < joined * 1000)
  if (!known) {
    stays.push({ area, startedAt, finishedAt, seconds, passes })
    return
  }
  known.finishedAt = finishedAt
  known.seconds += seconds
  known.passes += passes
}

const isPass = ({ seconds, metres, depth }: Spell, { passSpeed, passDepth }: VisitRules) =>
  seconds > 0 && (metres / seconds) * 3.6 <= passSpeed && depth >= passDepth

const isVisit = ({ seconds, passes }: Stay, { stay, passes: wanted }: VisitRules) => seconds >= stay - 1e-6 || passes >= wanted

const visitOf = (index: AreaIndex, { area, startedAt, finishedAt }: Stay): Visit => ({
  areaId: index.ids[area] as string,
  startedAt: Math.round(startedAt),
  finishedAt: Math.round(finishedAt),
})
