// Shortens a round trip: exchanges edges (2-opt) and moves short stretches (Or-opt) until nothing more is gained.
// Then it shakes a stretch, repairs it, and keeps the result if it is shorter. Every change is a sequence of
// reversals, so it can be undone.

const neighboursLookedAt = 10
const longestMoved = 3
const longestShaken = 50
/** Below a hundredth of a millimetre, rounding would loop forever. */
const worthIt = 1e-5

/** The last stop is the anchor, where the trip begins and ends: it stays first, and changes happen after it. */
export class Tour {
  readonly #size: number
  readonly #lengths: Float64Array
  readonly #order: Int32Array
  readonly #at: Int32Array
  readonly #near: Int32Array[]
  /** Stops around which something has changed. */
  readonly #waiting: number[] = []
  readonly #isWaiting: Uint8Array
  /** Reversals since the last shake: from, to, from, to… */
  #reversals: number[] = []
  #effort = 0
  #random = 0x2545f491

  constructor(lengths: Float64Array, order: readonly number[]) {
    this.#size = order.length
    this.#lengths = lengths
    this.#order = Int32Array.from(order)
    this.#at = new Int32Array(this.#size)
    for (const [place, stop] of order.entries()) this.#at[stop] = place
    this.#isWaiting = new Uint8Array(this.#size)
    this.#near = Array.from({ length: this.#size }, (_, stop) => this.#nearTo(stop))
  }

  /** The stops in order, without the anchor. */
  get stops(): number[] {
    return [...this.#order.subarray(1)]
  }

  improve(effort: number): void {
    for (const stop of this.#order.toReversed()) this.#wake(stop)
    this.#mend()
    while (this.#effort < effort) {
      this.#reversals = []
      const gained = this.#shake() + this.#mend()
      if (gained < 0) this.#undo()
    }
  }

  #length(a: number, b: number): number {
    return this.#lengths[a * this.#size + b] as number
  }

  #stopAt(place: number): number {
    return this.#order[place === this.#size ? 0 : place < 0 ? this.#size - 1 : place] as number
  }

  #place(stop: number): number {
    return this.#at[stop] as number
  }

  /** The nearest few, kept sorted in a single scan: sorting thousands for each stop would take seconds. */
  #nearTo(stop: number): Int32Array {
    const near: number[] = []
    for (let other = 0; other < this.#size; other++) {
      if (other === stop) continue
      const metres = this.#length(stop, other)
      if (near.length === neighboursLookedAt && metres >= this.#length(stop, near.at(-1) as number)) continue
      let place = near.length
      while (place > 0 && metres < this.#length(stop, near[place - 1] as number)) place--
      near.splice(place, 0, other)
      if (near.length > neighboursLookedAt) near.pop()
    }
    return Int32Array.from(near)
  }

  #wake(stop: number): void {
    if (this.#isWaiting[stop]) return
    this.#isWaiting[stop] = 1
    this.#waiting.push(stop)
  }

  /** Improves around the waiting stops until none is left. Returns the gain. */
  #mend(): number {
    let gained = 0
    for (let stop = this.#waiting.pop(); stop !== undefined; stop = this.#waiting.pop()) {
      this.#isWaiting[stop] = 0
      for (let gain = this.#improveAt(stop); gain > 0; gain = this.#improveAt(stop)) gained += gain
    }
    return gained
  }

  #improveAt(stop: number): number {
    const gain = this.#exchange(stop, 1) || this.#exchange(stop, -1)
    return gain || (this.#place(stop) === 0 ? this.#moveGate() : this.#moveStretches(stop))
  }

  /** Replaces a–b and c–d with a–c and b–d, where b and d come after a and c (`side` 1) or before them (−1). */
  #exchange(a: number, side: 1 | -1): number {
    const b = this.#stopAt(this.#place(a) + side)
    const now = this.#length(a, b)
    const near = this.#near[a] as Int32Array
    for (let i = 0; i < near.length; i++) {
      const c = near[i] as number
      const instead = this.#length(a, c)
      this.#effort++
      if (instead >= now) return 0
      const d = this.#stopAt(this.#place(c) + side)
      if (c === b || d === a) continue
      const gain = now + this.#length(c, d) - instead - this.#length(b, d)
      if (gain <= worthIt) continue
      const low = Math.min(this.#place(a), this.#place(c))
      const high = Math.max(this.#place(a), this.#place(c))
      if (side === 1) this.#reverse(low + 1, high)
      else if (low === 0) this.#reverse(high, this.#size - 1)
      else this.#reverse(low, high - 1)
      this.#wakeAll(a, b, c, d)
      return gain
    }
    return 0
  }

  /** Joins the two ends and starts the trip where its longest leg was. */
  #moveGate(): number {
    const [anchor, first, last] = [this.#stopAt(0), this.#stopAt(1), this.#stopAt(this.#size - 1)]
    const freed = this.#length(anchor, first) + this.#length(anchor, last) - this.#length(first, last)
    this.#effort += this.#size
    for (let place = 1; place < this.#size - 1; place++) {
      const [a, b] = [this.#stopAt(place), this.#stopAt(place + 1)]
      const gain = freed + this.#length(a, b) - this.#length(anchor, a) - this.#length(anchor, b)
      if (gain <= worthIt) continue
      this.#swap(1, place, this.#size - 1)
      this.#wakeAll(anchor, first, last, a, b)
      return gain
    }
    return 0
  }

  /** Moves short stretches that begin or end at the stop to where that end has a nearer neighbour. */
  #moveStretches(stop: number): number {
    const place = this.#place(stop)
    for (let more = 0; more < longestMoved; more++) {
      if (place + more < this.#size) {
        const gain = this.#move(place, place + more, stop)
        if (gain > 0) return gain
      }
      if (more > 0 && place - more > 0) {
        const gain = this.#move(place - more, place, stop)
        if (gain > 0) return gain
      }
    }
    return 0
  }

  /** Moves the stretch between two places next to a neighbour of its end `end`. */
  #move(from: number, to: number, end: number): number {
    const before = this.#stopAt(from - 1)
    const after = this.#stopAt(to + 1)
    if (before === after) return 0
    const [a, z] = [this.#stopAt(from), this.#stopAt(to)]
    const other = end === a ? z : a
    const freed = this.#length(before, a) + this.#length(z, after) - this.#length(before, after)
    const near = this.#near[end] as Int32Array
    for (let i = 0; i < near.length; i++) {
      const c = near[i] as number
      const instead = this.#length(end, c)
      this.#effort++
      if (instead >= freed) return 0
      const place = this.#place(c)
      if (place >= from && place <= to) continue
      for (let side = 1; side >= -1; side -= 2) {
        const d = this.#stopAt(place + side)
        const dPlace = this.#place(d)
        if (dPlace >= from && dPlace <= to) continue
        const gain = freed + this.#length(c, d) - instead - this.#length(other, d)
        if (gain <= worthIt) continue
        const left = side === 1 ? place : place === 0 ? this.#size - 1 : place - 1
        const start = this.#carry(from, to, left)
        if ((side === 1) !== (this.#stopAt(start) === end)) this.#reverse(start, start + to - from)
        this.#wakeAll(before, after, a, z, c, d)
        return gain
      }
    }
    return 0
  }

  /** Moves the stretch behind the stop at `left`. Returns where it then begins. */
  #carry(from: number, to: number, left: number): number {
    if (left > to) {
      this.#swap(from, to, left)
      return left - (to - from)
    }
    this.#swap(left + 1, from - 1, to)
    return left + 1
  }

  /** Swaps the stretches from…middle and middle+1…to. */
  #swap(from: number, middle: number, to: number): void {
    this.#reverse(from, to)
    this.#reverse(from, from + to - middle - 1)
    this.#reverse(from + to - middle, to)
  }

  /** Swaps two random stretches, which repairing never does. Returns the gain, which is usually negative. */
  #shake(): number {
    const reach = Math.min(longestShaken, Math.floor((this.#size - 1) / 3))
    const from = 1 + this.#below(this.#size - 3)
    const middle = Math.min(this.#size - 2, from + this.#below(reach))
    const to = Math.min(this.#size - 1, middle + 1 + this.#below(reach))
    const [before, a, b, c, d, after] = [from - 1, from, middle, middle + 1, to, to + 1].map((place) => this.#stopAt(place)) as [
      number,
      number,
      number,
      number,
      number,
      number,
    ]
    const was = this.#length(before, a) + this.#length(b, c) + this.#length(d, after)
    this.#swap(from, middle, to)
    this.#wakeAll(before, a, b, c, d, after)
    return was - this.#length(before, c) - this.#length(d, a) - this.#length(b, after)
  }

  #undo(): void {
    const done = this.#reversals
    for (let i = done.length - 2; i >= 0; i -= 2) this.#reverse(done[i] as number, done[i + 1] as number)
  }

  #reverse(from: number, to: number): void {
    const order = this.#order
    const at = this.#at
    this.#reversals.push(from, to)
    this.#effort += (to - from) >> 1
    for (let i = from, j = to; i < j; i++, j--) {
      const [left, right] = [order[i] as number, order[j] as number]
      order[i] = right
      order[j] = left
      at[right] = i
      at[left] = j
    }
  }

  #wakeAll(...stops: number[]): void {
    for (const stop of stops) this.#wake(stop)
  }

  /** A pseudo-random whole number below `limit`, the same sequence in every run. */
  #below(limit: number): number {
    this.#random ^= this.#random << 13
    this.#random ^= this.#random >>> 17
    this.#random ^= this.#random << 5
    return (this.#random >>> 0) % limit
  }
}
