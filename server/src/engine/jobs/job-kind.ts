/** A kind of job and its data. */
export interface JobKind<D extends object> {
  name: string
  retryLimit: number
  /** Wakes a worker at once instead of waiting for the next poll. */
  urgent: boolean
  /** Stored encrypted: its data holds codes or texts meant for one person. */
  sealed: boolean
  /** Runs outside the transaction that completes it: it calls a provider, or commits in several steps. */
  outside: boolean
  /**
   * Spends its time waiting: it frees its place as soon as it has started, and counts as done in the queue. It must be
   * safe to lose: another job looks for what it left behind. A server runs one at a time per `onePer` key.
   */
  detached: boolean
  /** When it runs on a schedule, in Québec's time. For each company's own day, see `companies/company-days.ts`. */
  cron?: string
  /** Also runs when a server starts, with `atStart` in its data. */
  atStart: boolean
  /** How many run at the same time on one server; and how many for one company, or for all visitors together. */
  atOnce: number
  atOncePerCompany?: number
  /** One job per key waits at a time; a second isn't enqueued. A kind that changes this needs a new name. */
  onePer?(data: D): string
  '~data'?: D
}

export function jobKind<D extends object>(name: string, settings: Partial<Omit<JobKind<D>, 'name' | '~data'>> = {}): JobKind<D> {
  return { name, retryLimit: 5, urgent: false, sealed: false, outside: false, detached: false, atStart: false, atOnce: 1, ...settings }
}
