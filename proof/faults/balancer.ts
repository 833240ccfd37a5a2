// Sends people to a server that answers, as a load balancer does.
import { setTimeout as sleep } from 'node:timers/promises'

export class Balancer {
  readonly #urls: string[] = []
  readonly #away = new Set<string>()
  #turn = 0
  #isOver = false

  add(url: string) {
    this.#urls.push(url)
  }

  /** The server for the next request; the first one while none is healthy. */
  next(): string {
    const well = this.#urls.filter((url) => !this.#away.has(url))
    return well[this.#turn++ % well.length] ?? this.#urls[0] ?? ''
  }

  /** Checks every second whether each server is healthy. */
  async watch() {
    while (!this.#isOver) {
      await Promise.all(this.#urls.map((url) => this.#look(url)))
      await sleep(1000)
    }
  }

  end() {
    this.#isOver = true
  }

  async #look(url: string) {
    const answer = await fetch(`${url}/ready`, { signal: AbortSignal.timeout(2000) }).catch(() => undefined)
    if (answer?.ok) this.#away.delete(url)
    else this.#away.add(url)
  }
}
