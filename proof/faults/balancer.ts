// Sends people where there is an answer, as what stands before several servers does.
import { setTimeout as sleep } from 'node:timers/promises'

export class Balancer {
  readonly #urls: string[] = []
  readonly #away = new Set<string>()
  #turn = 0
  #isOver = false

  add(url: string) {
    this.#urls.push(url)
  }

  /** Where the next one is sent; to the first while nobody is well. */
  next(): string {
    const well = this.#urls.filter((url) => !this.#away.has(url))
    return well[this.#turn++ % well.length] ?? this.#urls[0] ?? ''
  }

  /** Asks every server each second whether it is well. */
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
