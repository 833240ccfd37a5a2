// Sends the server what the phone has stored: in order, one call at a time, retrying for as long as it takes.
// Repeating a call has no effect, so a lost answer does no harm.
import { Problem } from '@bordee/core/problem.ts'
import { maxBatch } from '@bordee/core/runs/run.ts'
import { dropReports, firstReports, isHeld, keepReport, noteTried, setAside, type Waiting } from './kept.ts'
import { type Pause, verdictOn } from './rejections.ts'

/** Whether sending works, or what it waits for. */
export type Link = 'up' | Pause

const firstRetryMs = 2000
const slowestRetryMs = 30_000

/**
 * The next reports to send together: the first one that is not held, or all consecutive positions of the same run. A
 * held mark also holds everything later of its run. `wait`: when nothing can be sent, until a hold ends.
 */
export function nextBatch(reports: readonly Waiting[], now: number): { batch: Waiting[]; wait: number | null } {
  const held = new Set<string>()
  const free: Waiting[] = []
  let wait: number | null = null
  for (const report of reports) {
    const runId = 'runId' in report ? report.runId : ''
    if (isHeld(report, now)) {
      held.add(runId)
      wait = Math.min(wait ?? Number.POSITIVE_INFINITY, (report.heldUntil ?? now) - now)
    }
    if (!held.has(runId)) free.push(report)
  }
  const [first] = free
  if (first?.kind !== 'position') return { batch: free.slice(0, 1), wait }
  const end = free.findIndex((report) => report.kind !== 'position' || report.runId !== first.runId)
  return { batch: free.slice(0, end === -1 ? free.length : end), wait }
}

interface Delivery {
  send(reports: readonly Waiting[]): Promise<void>
  onLink(link: Link): void
  onProgress(): void
  /** `runId`: everything of that run now waits for the driver. */
  onRefused(runId: string | null): void
}

export class Outbox {
  readonly #owner: string
  readonly #delivery: Delivery
  #timer: ReturnType<typeof setTimeout> | undefined
  #isSending = false
  #isStopped = false
  #failures = 0
  /** How often the server itself failed on the entry at the head. */
  #tries = { seq: 0, count: 0 }

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
    const { batch, wait } = nextBatch(await firstReports(this.#owner, maxBatch), Date.now())
    const [first] = batch
    if (!first) {
      if (wait !== null) this.wake(wait)
      return false
    }
    // From now on the server may know the run, so a start can no longer just be dropped.
    if (first.kind === 'start' && !first.isTried && !(await noteTried(first))) return true
    try {
      await this.#delivery.send(batch)
      await dropReports(batch)
    } catch (error) {
      if (!(await this.#settle(batch, first, error))) return false
    }
    this.#failures = 0
    this.#delivery.onLink('up')
    this.#delivery.onProgress()
    return true
  }

  /** Does what the rejection asks for. False: the queue pauses. */
  async #settle(batch: readonly Waiting[], first: Waiting, error: unknown): Promise<boolean> {
    if (error instanceof Problem && error.status >= 500)
      this.#tries = { seq: first.seq, count: this.#tries.seq === first.seq ? this.#tries.count + 1 : 1 }
    const { does, rejection } = verdictOn(first.kind, error, this.#tries.seq === first.seq ? this.#tries.count : 0)
    switch (does) {
      case 'hold-run':
      case 'set-aside': {
        const run = does === 'hold-run' && 'runId' in first ? first.runId : null
        await setAside(batch, rejection, run)
        this.#delivery.onRefused(run)
        return true
      }
      case 'quit-instead':
        if (first.kind === 'take-back') await keepReport(this.#owner, { kind: 'quit', runId: first.runId, at: first.at })
        await dropReports(batch)
        return true
      case 'settled':
        await dropReports(batch)
        return true
      default:
        this.#delivery.onLink(does)
        this.wake(Math.min(slowestRetryMs, firstRetryMs * 2 ** this.#failures++))
        return false
    }
  }
}
