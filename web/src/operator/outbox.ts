// Sends the server what the phone has stored: in order, one call at a time, retrying for as long as it takes.
// Repeating a call has no effect, so a lost answer does no harm.
import { maxBatch } from '@bordee/core/runs/run.ts'
import { dropReports, firstReports, putAside, type Waiting } from './kept.ts'
import { verdictOn } from './verdict.ts'

/** Whether sending works: `down` without a network; `sign-in` and `company` say what the queue waits for. */
export type Link = 'up' | 'down' | 'sign-in' | 'company'

const firstRetryMs = 2000
const slowestRetryMs = 30_000

/** The next reports to send together: the first one, or all consecutive positions of the same run. */
export function nextBatch(reports: readonly Waiting[]): Waiting[] {
  const [first] = reports
  if (first?.kind !== 'position') return reports.slice(0, 1)
  const end = reports.findIndex((report) => report.kind !== 'position' || report.runId !== first.runId)
  return reports.slice(0, end === -1 ? reports.length : end)
}

interface Delivery {
  send(reports: readonly Waiting[]): Promise<void>
  onLink(link: Link): void
  onProgress(): void
  onRefused(reports: readonly Waiting[]): void
}

export class Outbox {
  readonly #owner: string
  readonly #delivery: Delivery
  #timer: ReturnType<typeof setTimeout> | undefined
  #isSending = false
  #isStopped = false
  #failures = 0

  constructor(owner: string, delivery: Delivery) {
    this.#owner = owner
    this.#delivery = delivery
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
      void this.#sendAll()
    }, ms)
  }

  #now = () => this.wake()

  async #sendAll() {
    if (this.#isSending) return this.wake(firstRetryMs)
    this.#isSending = true
    try {
      // Only one tab sends, because reports must arrive in order.
      const isMine = await navigator.locks.request(`bordee-operateur ${this.#owner}`, { ifAvailable: true }, async (lock) => {
        while (lock && !this.#isStopped && (await this.#sendNextBatch()));
        return lock !== null
      })
      if (!isMine) this.wake(slowestRetryMs)
    } finally {
      this.#isSending = false
    }
  }

  /** True while there may be more to send. */
  async #sendNextBatch(): Promise<boolean> {
    const reports = nextBatch(await firstReports(this.#owner, maxBatch))
    if (reports.length === 0) return false
    try {
      await this.#delivery.send(reports)
      await dropReports(reports)
    } catch (error) {
      const verdict = verdictOn(error)
      if (verdict !== 'refused') {
        this.#delivery.onLink(verdict === 'later' ? 'down' : verdict)
        this.wake(Math.min(slowestRetryMs, firstRetryMs * 2 ** this.#failures++))
        return false
      }
      await putAside(reports, error instanceof Error ? error.message : '')
      this.#delivery.onRefused(reports)
    }
    this.#failures = 0
    this.#delivery.onLink('up')
    this.#delivery.onProgress()
    return true
  }
}
