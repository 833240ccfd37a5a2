/** A kind of job and what it carries. */
export interface JobKind<D extends object> {
  name: string
  retryLimit: number
  /** Woken at once instead of at the next look into the queue. */
  urgent: boolean
  /** What it carries rests encrypted: it holds codes or texts meant for one person. */
  sealed: boolean
  /** Calls the outside world: then its effects cannot share the transaction of its completion. */
  outside: boolean
  /**
   * Spends its time waiting: it gives its place back as soon as it has begun, and to the queue it is done. It must be safe to lose: another job
   * looks for what it left behind. Of those with the same `onePer` one server does one at a time.
   */
  detached: boolean
  /** When it runs by itself, in Québec's time. */
  cron?: string
  /** Also when a server starts: then it carries `atStart`. */
  atStart: boolean
  /** How many of them one server does at the same time; and of one company, or of visitors together. */
  atOnce: number
  atOncePerCompany?: number
  /** Of those with the same key one waits at a time: a second is not enqueued. Decided once for a name; a kind that changes it takes another name. */
  onePer?(data: D): string
  '~data'?: D
}

export function jobKind<D extends object>(name: string, settings: Partial<Omit<JobKind<D>, 'name' | '~data'>> = {}): JobKind<D> {
  return { name, retryLimit: 5, urgent: false, sealed: false, outside: false, detached: false, atStart: false, atOnce: 1, ...settings }
}
