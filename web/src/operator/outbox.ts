// Sends the server what the phone has stored: in order, one call at a time, retrying for as long as it takes.
// Repeating a call has no effect, so a lost answer does no harm.
import { maxBatch } from '@bordee/core/runs/run.ts'
import { dropWords, firstWords, putAside, type Waiting } from './kept.ts'
import { verdictOn } from './verdict.ts'

/** Whether sending works: `down` without a network; `sign-in` and `company` say what the queue waits for. */
export type Link = 'up' | 'down' | 'sign-in' | 'company'

const firstRetryMs = 2000
const slowestRetryMs = 30_000

/** The next words to send together: the first one, or all consecutive positions of the same run. */
export function tellable(words: readonly Waiting[]): Waiting[] {
  const [first] = words
  if (first?.kind !== 'position') return words.slice(0, 1)
  const end = words.findIndex((word) => word.kind !== 'position' || word.runId !== first.runId)
  return words.slice(0, end === -1 ? words.length : end)
}

interface Telling {
  tell(words: readonly Waiting[]): Promise<void>
  onLink(link: Link): void
  onProgress(): void
  onRefused(words: readonly Waiting[]): void
}

export class Outbox {
  readonly #owner: string
  readonly #telling: Telling
  #timer: ReturnType<typeof setTimeout> | undefined
  #isTelling = false
  #isStopped = false
  #failures = 0

  constructor(owner: string, telling: Telling) {
    this.#owner = owner
    this.#telling = telling
    addEventListener('online', this.#now)
  }

  stop() {
    this.#isStopped = true
    clearTimeout(this.#timer)
    removeEventListener('online', this.#now)
  }

  /** Starts sending in `ms`, unless that is already scheduled sooner. */
  wake(ms = 0) {
    if (this.#isStopped || (this.#timer !== undefined && ms > 0)) return
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => {
      this.#timer = undefined
      void this.#tellAll()
    }, ms)
  }

  #now = () => this.wake()

  async #tellAll() {
    if (this.#isTelling) return this.wake(firstRetryMs)
    this.#isTelling = true
    try {
      // Only one tab sends, because words must arrive in order.
      const isMine = await navigator.locks.request(`bordee-operateur ${this.#owner}`, { ifAvailable: true }, async (lock) => {
        while (lock && !this.#isStopped && (await this.#tellSome()));
        return lock !== null
      })
      if (!isMine) this.wake(slowestRetryMs)
    } finally {
      this.#isTelling = false
    }
  }

  /** True while there may be more to send. */
  async #tellSome(): Promise<boolean> {
    const words = tellable(await firstWords(this.#owner, maxBatch))
    if (words.length === 0) return false
    try {
      await this.#telling.tell(words)
      await dropWords(words)
    } catch (error) {
      const verdict = verdictOn(error)
      if (verdict !== 'refused') {
        this.#telling.onLink(verdict === 'later' ? 'down' : verdict)
        this.wake(Math.min(slowestRetryMs, firstRetryMs * 2 ** this.#failures++))
        return false
      }
      await putAside(words, error instanceof Error ? error.message : '')
      this.#telling.onRefused(words)
    }
    this.#failures = 0
    this.#telling.onLink('up')
    this.#telling.onProgress()
    return true
  }
}
