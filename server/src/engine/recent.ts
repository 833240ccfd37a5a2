/** A map that keeps only the `most` entries used last. Reading an entry counts as using it. */
export class Recent<K, V> {
  readonly #most: number
  /** In order of use, the oldest first: a Map keeps the order of insertion. */
  readonly #entries = new Map<K, V>()

  constructor(most: number) {
    this.#most = most
  }

  get(key: K): V | undefined {
    const value = this.#entries.get(key)
    if (value !== undefined) this.set(key, value)
    return value
  }

  set(key: K, value: V) {
    this.#entries.delete(key)
    this.#entries.set(key, value)
    if (this.#entries.size <= this.#most) return
    const { value: oldest } = this.#entries.keys().next()
    if (oldest !== undefined) this.#entries.delete(oldest)
  }

  delete(key: K) {
    this.#entries.delete(key)
  }
}
