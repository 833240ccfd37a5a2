// The way along streets from one place to another, for trucks that are simulated.
import type { Point } from '@bordee/core/geo.ts'
import { between, distance, type Foot, Segments, toPlane, toPoint, type XY } from './plane.ts'

interface Junction {
  at: XY
  ways: { to: number; metres: number }[]
}

type Legs = Map<string, { part: number; junction: number }[]>
const legOf = (street: number, leg: number) => `${street} ${leg}`

/** Metres from a stop to its street. */
const farthest = 300

export class Roads {
  readonly #segments: Segments
  readonly #junctions: Junction[]
  /** Where the junctions are on each leg of each street, in order. */
  readonly #legs: Legs
  readonly #known = new Map<string, Point[]>()

  constructor(streets: readonly (readonly XY[])[]) {
    this.#segments = new Segments()
    for (const [street, line] of streets.entries()) this.#segments.add(line, street)
    const { junctions, legs } = crossroads(streets, this.#segments)
    this.#junctions = junctions
    this.#legs = legs
  }

  /** The shortest way by the streets, from the one nearest to the first point to the one nearest to the second. */
  wayBetween(from: Point, to: Point): Point[] {
    const key = [from.lat, from.lng, to.lat, to.lng].join(' ')
    const found = this.#known.get(key) ?? this.#shortestWay(toPlane(from), toPlane(to)).map(toPoint)
    this.#known.set(key, found)
    return found
  }

  #shortestWay(from: XY, to: XY): XY[] {
    const [start, goal] = [this.#segments.nearest(from, farthest), this.#segments.nearest(to, farthest)]
    if (!start || !goal) return []
    const [begins, ends] = [endsOf(this.#legs, start), endsOf(this.#legs, goal)]
    if (begins.every((one) => ends.includes(one))) return [start.at, goal.at]
    const at = (junction: number) => (this.#junctions[junction] as Junction).at
    // A*: the next junction is the one through which the whole way may be shortest.
    const queue = new Queue<Reached>()
    const reach = (one: Reached) => queue.add(one, one.metres + distance(at(one.junction), goal.at))
    for (const one of begins) reach({ junction: one, metres: distance(start.at, at(one)), before: undefined })
    const done = new Set<number>()
    for (let best = queue.take(); best; best = queue.take()) {
      if (ends.includes(best.junction)) return [start.at, ...placesTo(best).map(at), goal.at]
      if (done.has(best.junction)) continue
      done.add(best.junction)
      for (const { to: next, metres } of this.#junctions[best.junction]?.ways ?? [])
        if (!done.has(next)) reach({ junction: next, metres: best.metres + metres, before: best })
    }
    return [start.at, goal.at]
  }
}

interface Reached {
  junction: number
  metres: number
  before: Reached | undefined
}

const placesTo = ({ junction, before }: Reached): number[] => [...(before ? placesTo(before) : []), junction]

/** The least comes first: a binary heap. */
class Queue<T> {
  #heap: { item: T; rank: number }[] = []

  add(item: T, rank: number) {
    const heap = this.#heap
    let at = heap.push({ item, rank }) - 1
    for (let up = (at - 1) >> 1; at > 0 && this.#isBefore(at, up); up = (at - 1) >> 1) {
      this.#swap(at, up)
      at = up
    }
  }

  take(): T | undefined {
    const heap = this.#heap
    const [first] = heap
    const last = heap.pop()
    if (!first || !last || heap.length === 0) return first?.item
    heap[0] = last
    for (let at = 0; ; ) {
      const [left, right] = [2 * at + 1, 2 * at + 2]
      const least = this.#isBefore(right, left) ? right : left
      if (!this.#isBefore(least, at)) return first.item
      this.#swap(at, least)
      at = least
    }
  }

  #isBefore(a: number, b: number): boolean {
    return (this.#heap[a]?.rank ?? Number.POSITIVE_INFINITY) < (this.#heap[b]?.rank ?? Number.POSITIVE_INFINITY)
  }

  #swap(a: number, b: number) {
    const heap = this.#heap
    ;[heap[a], heap[b]] = [heap[b] as { item: T; rank: number }, heap[a] as { item: T; rank: number }]
  }
}

/** The junctions on either side of a place. */
function endsOf(legs: Legs, { segment, part }: Foot): number[] {
  const stops = legs.get(legOf(segment.street, segment.leg)) ?? []
  const after = Math.max(
    1,
    stops.findIndex((stop) => stop.part >= part),
  )
  return [stops[after - 1], stops[after]].flatMap((stop) => (stop ? [stop.junction] : []))
}

/** A street that ends so close to another joins it. In metres. */
const snap = 12

/** Junctions are where two streets cross, where one ends at another, and every bend. */
function crossroads(streets: readonly (readonly XY[])[], segments: Segments): { junctions: Junction[]; legs: Legs } {
  const junctions: Junction[] = []
  const legs: Legs = new Map()
  const places = new Map<string, number>()
  /** The same place is the same junction: pieces of one long street share their ends. */
  const junctionAt = (at: XY): number => {
    const key = at.map(Math.round).join(' ')
    const held = places.get(key) ?? junctions.push({ at, ways: [] }) - 1
    places.set(key, held)
    return held
  }
  const stopAt = (street: number, leg: number, part: number, junction: number) => {
    const key = legOf(street, leg)
    legs.set(key, [...(legs.get(key) ?? []), { part, junction }])
  }
  for (const [street, line] of streets.entries()) {
    for (const [leg, to] of line.slice(1).entries()) {
      const from = line[leg] as XY
      stopAt(street, leg, 0, junctionAt(from))
      stopAt(street, leg, 1, junctionAt(to))
      for (const other of new Set(segments.near(from, to))) {
        if (other.street <= street) continue
        const crossing = crossingOf(from, to, other.from, other.to)
        if (!crossing) continue
        const junction = junctionAt(between(from, to, crossing[0]))
        stopAt(street, leg, crossing[0], junction)
        stopAt(other.street, other.leg, crossing[1], junction)
      }
    }
    for (const end of [line[0] as XY, line.at(-1) as XY]) {
      const foot = segments.nearest(end, snap, (segment) => segment.street !== street)
      if (foot) stopAt(foot.segment.street, foot.segment.leg, foot.part, junctionAt(end))
    }
  }
  for (const stops of legs.values()) {
    stops.sort((a, b) => a.part - b.part)
    for (const [i, { junction: to }] of stops.entries()) {
      const from = stops[i - 1]?.junction
      const [a, b] = [junctions[from ?? -1], junctions[to]]
      if (from === undefined || from === to || !a || !b) continue
      const metres = distance(a.at, b.at)
      a.ways.push({ to, metres })
      b.ways.push({ to: from, metres })
    }
  }
  return { junctions, legs }
}

/** How far along each of two segments they cross. */
function crossingOf(a: XY, b: XY, c: XY, d: XY): [number, number] | undefined {
  const [ax, ay, cx, cy] = [b[0] - a[0], b[1] - a[1], d[0] - c[0], d[1] - c[1]]
  const turn = ax * cy - ay * cx
  if (turn === 0) return undefined
  const along = ((c[0] - a[0]) * cy - (c[1] - a[1]) * cx) / turn
  const across = ((c[0] - a[0]) * ay - (c[1] - a[1]) * ax) / turn
  return along >= 0 && along <= 1 && across >= 0 && across <= 1 ? [along, across] : undefined
}
