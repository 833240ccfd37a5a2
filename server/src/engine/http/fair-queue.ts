import { overloaded } from '@bordee/core/problem.ts'

interface Waiter {
  enter: () => void
  refuse: (why: Error) => void
}

/**
 * A few places for everyone, of which a key takes at most `perKey`. Those who wait enter in turns by key, so that a key with
 * a long line delays only itself. When too many wait, the last one of the longest line gets a 503.
 */
export class FairQueue {
  #free: number
  readonly #perKey: number
  readonly #maxWaiting: number
  #waiting = 0
  readonly #inside = new Map<string, number>()
  /** Those who wait, by key; the key whose turn is next comes first. */
  readonly #lines = new Map<string, Waiter[]>()

  constructor(places: number, { maxWaiting, perKey = places }: { maxWaiting: number; perKey?: number }) {
    this.#free = places
    this.#perKey = perKey
    this.#maxWaiting = maxWaiting
  }

  /** Resolves with a function that gives the place back. */
  async enter(key: string): Promise<() => void> {
    if (this.#mayEnter(key)) this.#take(key)
    else await this.#wait(key)
    return () => this.#leave(key)
  }

  /** Nobody is inside. */
  get isEmpty(): boolean {
    return this.#inside.size === 0
  }

  /** How many wait in the line of this key. */
  waiting(key: string): number {
    return this.#lines.get(key)?.length ?? 0
  }

  /** Someone would enter if one with this key left. */
  holdsUp(key: string): boolean {
    return [...this.#lines.keys()].some((other) => other === key || (this.#free === 0 && (this.#inside.get(other) ?? 0) < this.#perKey))
  }

  #mayEnter = (key: string) => this.#free > 0 && (this.#inside.get(key) ?? 0) < this.#perKey

  #take(key: string) {
    this.#free--
    this.#inside.set(key, (this.#inside.get(key) ?? 0) + 1)
  }

  #wait(key: string): Promise<void> {
    const line = this.#lines.get(key) ?? []
    if (this.#waiting >= this.#maxWaiting) this.#makeRoomFor(line)
    this.#waiting++
    this.#lines.set(key, line)
    return new Promise((enter, refuse) => line.push({ enter, refuse }))
  }

  #makeRoomFor(line: Waiter[]) {
    const longest = [...this.#lines.values()].reduce((a, b) => (b.length > a.length ? b : a), line)
    if (longest.length <= line.length + 1) throw overloaded()
    longest.pop()?.refuse(overloaded())
    this.#waiting--
  }

  #leave(key: string) {
    this.#free++
    const others = (this.#inside.get(key) ?? 0) - 1
    if (others > 0) this.#inside.set(key, others)
    else this.#inside.delete(key)
    this.#letIn()
  }

  #letIn() {
    for (const [key, line] of this.#lines) {
      if (!this.#mayEnter(key)) continue
      const next = line.shift()
      this.#lines.delete(key)
      if (line.length > 0) this.#lines.set(key, line)
      this.#waiting--
      this.#take(key)
      return next?.enter()
    }
  }
}
