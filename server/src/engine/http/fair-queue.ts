import { overloaded } from '@bordee/core/problem.ts'

interface Waiter {
  enter: () => void
  refuse: (why: Error) => void
}

/**
 * A few places for everyone. Those who wait enter in turns by key, so that a key with a long line delays only itself.
 * When too many wait, the last one of the longest line gets a 503.
 */
export class FairQueue {
  #free: number
  readonly #longest: number
  #waiting = 0
  /** Those who wait, by key; the key whose turn is next comes first. */
  readonly #lines = new Map<string, Waiter[]>()

  constructor(places: number, { longest }: { longest: number }) {
    this.#free = places
    this.#longest = longest
  }

  /** Resolves with a function that gives the place back. */
  async enter(key: string): Promise<() => void> {
    if (this.#free > 0) this.#free--
    else await this.#wait(key)
    return () => this.#handOver()
  }

  #wait(key: string): Promise<void> {
    const line = this.#lines.get(key) ?? []
    if (this.#waiting >= this.#longest) this.#makeRoomFor(line)
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

  #handOver() {
    const [first] = this.#lines
    if (!first) {
      this.#free++
      return
    }
    const [key, line] = first
    const next = line.shift()
    this.#lines.delete(key)
    if (line.length > 0) this.#lines.set(key, line)
    this.#waiting--
    next?.enter()
  }
}
