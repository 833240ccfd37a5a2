// Jobs: enqueued in the transaction that decides them, done once, retried when they fail, kept when they fail for good.
import { setTimeout as sleep } from 'node:timers/promises'
import { homeZone } from '@bordee/core/time.ts'
import { type Db, type Job, PgBoss } from 'pg-boss'
import type { Work } from '../ctx.ts'
import { type Runner, Tx } from '../db/db.ts'
import type { Metrics } from '../metrics.ts'
import type { Secrets } from '../secrets.ts'
import { lookEvery, pullBackStamps, readSchedule, timing } from './clock-steps.ts'
import type { JobKind } from './job-kind.ts'

export interface Worker {
  kind: JobKind<object>
  /** `isLastTry`: if it throws now, the job fails for good. */
  run(work: Work, data: object, jobId: string, stopping: AbortSignal, isLastTry: boolean): Promise<void>
}

/** What a job of `kind` does. If it only touches the database, its effects commit together with its completion. */
export function worker<D extends object>(
  kind: JobKind<D>,
  run: (work: Work, data: D, jobId: string, stopping: AbortSignal, isLastTry: boolean) => Promise<void>,
): Worker {
  return { kind, run: run as Worker['run'] }
}

const deadQueue = 'dead'
/** The group of jobs that no company asked for. */
const visitors = 'visitors'

/** Milliseconds that running jobs get to finish when the server stops. */
const stopMs = 5000
/** Retries of a detached job that fails: about half a minute. */
const detachedTries = 10

/**
 * In seconds: a job whose process was killed is taken over by another one once its heartbeat is this old, which is looked
 * at every minute.
 */
const heartbeat = 30
const heartbeatLooks = 60

/** In seconds: how often a server looks which queues have due jobs. Urgent queues need it too: a retry isn't announced. */
const usualLook = 2
/** In seconds. That look wakes a queue's workers; on their own they hardly ever look, or ninety of them would do so all day. */
const ownLook = 300

const grantLock = 7_305_004

/** As owner: pg-boss's schema, the queues and the application role's rights. Repeat after each upgrade of pg-boss. */
export async function prepareJobs(ownerUrl: string, workers: readonly Worker[]) {
  const boss = new PgBoss({ connectionString: ownerUrl, supervise: false, schedule: false, max: 2 })
  boss.on('error', (error) => console.error('Travaux :', error.message))
  await boss.start()
  await boss.createQueue(deadQueue, { retentionSeconds: 30 * 86_400 })
  for (const { kind } of workers) {
    const settings = {
      retryLimit: kind.retryLimit,
      retryDelay: 2,
      retryBackoff: true,
      heartbeatSeconds: heartbeat,
      deadLetter: deadQueue,
      notify: kind.urgent,
      policy: kind.onePer ? ('short' as const) : ('standard' as const),
    }
    await boss.createQueue(kind.name, settings)
    if (kind.cron) await boss.schedule(kind.name, kind.cron, {}, { tz: homeZone })
  }
  // Of servers that start together, one at a time: PostgreSQL refuses to grant rights on the same table twice at once.
  await boss.getDb().executeSql(`
    select pg_advisory_xact_lock(${grantLock});
    grant usage on schema pgboss to bordee_app;
    grant select, insert, update, delete on all tables in schema pgboss to bordee_app;
    grant usage, select on all sequences in schema pgboss to bordee_app;
    grant execute on all functions in schema pgboss to bordee_app`)
  await boss.stop({ graceful: false })
}

type Taken = Pick<Job<object>, 'id' | 'data' | 'retryCount'>

/** One lookup in the queues' index for each, however many jobs wait. */
const dueQueues = `
  select name from unnest($1::text[]) name
  where exists (
    select from pgboss.job
    where job.name = name.name and state < 'active' and not blocked and start_after <= clock_timestamp())`

/** The queues, as the running server uses them. */
export class Jobs {
  readonly #boss: PgBoss
  readonly #secrets: Secrets
  readonly #metrics: Metrics
  readonly #works: boolean
  readonly #stopping = new AbortController()
  readonly #watches: NodeJS.Timeout[] = []
  /** By queue: starts its workers the first time, and names them. */
  readonly #workersOf = new Map<string, () => Promise<string[]>>()
  /** Detached jobs by key, and whether each was requested again meanwhile. */
  readonly #detached = new Map<string, { ended: Promise<void>; isAskedAgain: boolean }>()

  /** `works`: this process also runs jobs and maintains the queues. */
  constructor(appUrl: string, secrets: Secrets, metrics: Metrics, { works }: { works: boolean }) {
    const care = { supervise: works, superviseIntervalSeconds: heartbeatLooks, schedule: works, useListenNotify: works }
    this.#boss = new PgBoss({ connectionString: appUrl, migrate: false, max: works ? 6 : 2, ...care, ...timing })
    this.#works = works
    this.#metrics = metrics
    this.#boss.on('error', (error) => console.error('Travaux :', error.message))
    this.#secrets = secrets
  }

  async start() {
    await this.#boss.start()
    if (!this.#works) return
    await this.#lookAtClock({ atStart: true })
    this.#repeat(lookEvery, () => this.#lookAtClock())
  }

  /** One look at a time, however long PostgreSQL is away. */
  #repeat(seconds: number, look: () => Promise<void>) {
    let isLooking = false
    const lookOnce = async () => {
      if (isLooking) return
      isLooking = true
      await look().catch((error: Error) => console.error('Travaux :', error.message))
      isLooking = false
    }
    this.#watches.push(setInterval(() => void lookOnce(), seconds * 1000).unref())
  }

  async stop() {
    this.#stopping.abort()
    for (const watch of this.#watches) clearInterval(watch)
    await this.#boss.stop({ timeout: stopMs })
    const ended = Promise.all([...this.#detached.values()].map((job) => job.ended))
    await Promise.race([ended, sleep(stopMs, undefined, { ref: false })])
  }

  /** The last time that due jobs of the schedule were enqueued, by any process. */
  schedule() {
    const db = this.#boss.getDb()
    return readSchedule((text) => db.executeSql(text))
  }

  async #lookAtClock({ atStart = false } = {}) {
    const wasAhead = await pullBackStamps(this.#boss.getDb(), { atStart })
    if (wasAhead) console.error('Travaux : l’horloge de PostgreSQL a reculé, les travaux en attente sont redatés.')
    const { seconds, isLate } = await this.schedule()
    if (isLate && !atStart) console.error(`Travaux : l’horaire n’a pas été suivi depuis ${Math.round(seconds ?? 0)} s.`)
  }

  /** `after`: delay in seconds. `companyId`: the company it works for. */
  async send<D extends object>(
    tx: Tx,
    kind: JobKind<D>,
    data: D,
    { after = 0, companyId = null }: { after?: number | undefined; companyId?: string | null } = {},
  ): Promise<void> {
    const key = kind.onePer?.(data)
    const options = {
      db: tx.boss,
      startAfter: Math.ceil(after),
      ...(key !== undefined && { singletonKey: key }),
      ...(kind.atOncePerCompany && { group: { id: companyId ?? visitors } }),
    }
    await this.#boss.send(kind.name, kind.sealed ? { sealed: this.#secrets.seal('jobs', data) } : data, options)
  }

  /** Starts running jobs. `open` gives a job that calls the outside world the transactions it needs. */
  async work(
    workers: readonly Worker[],
    work: (tx: Tx, companyId: string | null) => Work,
    open: (run: (work: Work) => Promise<void>, companyId: string | null) => Promise<void>,
    lookSeconds = usualLook,
  ) {
    for (const { kind, run } of workers) {
      const read = (stored: object) => (kind.sealed ? this.#secrets.unseal<object>('jobs', (stored as { sealed: string }).sealed) : stored)
      const perform = async (job: Taken, db: Db) => {
        const data = read(job.data)
        const { signal } = this.#stopping
        const isLastTry = job.retryCount >= kind.retryLimit
        const outside = () => open((own) => run(own, data, job.id, signal, isLastTry), companyOf(data)).catch(withoutAddresses)
        const measured = () => this.#metrics.measureJob(kind.name, outside)
        if (kind.detached) this.#detach(`${kind.name} ${kind.onePer?.(data) ?? job.id}`, measured)
        else if (kind.outside) await measured()
        else {
          await this.#metrics.measureJob(kind.name, async () => {
            const line = new SequentialRunner(db)
            await run(work(new Tx(line), companyOf(data)), data, job.id, signal, isLastTry)
            await line.empty
          })
        }
      }
      let places: Promise<string[]> | undefined
      const start = () => (places ??= Promise.all(Array.from({ length: kind.atOnce }, () => this.#takePlace(kind, perform))))
      this.#workersOf.set(kind.name, start)
      if (kind.urgent) await start() // from now on, PostgreSQL announces its jobs
      if (kind.atStart) await this.#boss.send(kind.name, { atStart: true })
    }
    await this.#wakeDue()
    this.#repeat(lookSeconds, () => this.#wakeDue())
  }

  /** The workers of a queue start when it first has something to do; from then on they are only woken. */
  async #wakeDue() {
    const { rows } = await this.#boss.getDb().executeSql(dueQueues, [[...this.#workersOf.keys()]])
    for (const { name } of rows as { name: string }[]) {
      for (const id of (await this.#workersOf.get(name)?.()) ?? []) this.#boss.notifyWorker(id)
    }
  }

  /** A worker that takes jobs of a kind one by one. pg-boss pauses after each job, so wake it: more may be waiting. */
  async #takePlace(kind: JobKind<object>, perform: (job: Taken, db: Db) => Promise<void>): Promise<string> {
    let id = ''
    const polling = { pollingIntervalSeconds: ownLook, notifyPollingIntervalSeconds: ownLook }
    const pace = { ...polling, ...(kind.atOncePerCompany && { groupConcurrency: kind.atOncePerCompany }) }
    const take = async ([job]: readonly Taken[], db: Db = this.#boss.getDb()) => {
      if (!job) return
      await perform(job, db)
      this.#boss.notifyWorker(id)
    }
    id = kind.outside
      ? await this.#boss.work<object>(kind.name, pace, (jobs) => take(jobs))
      : await this.#boss.work<object, void, { transactional: true } & typeof pace>(kind.name, { transactional: true, ...pace }, take)
    return id
  }

  /** Detached jobs running on this server. */
  get underWay(): number {
    return this.#detached.size
  }

  /** Starts the job. If it is already running, runs it once more afterwards: this request may be too late for it. */
  #detach(key: string, run: () => Promise<void>) {
    const underWay = this.#detached.get(key)
    if (underWay) underWay.isAskedAgain = true
    else if (!this.#stopping.signal.aborted) {
      const job = { ended: Promise.resolve(), isAskedAgain: false }
      this.#detached.set(key, job)
      job.ended = this.#runDetached(key, job, run)
    }
  }

  /** Retries soon, in case the database was away. Another job looks for what fails for good. */
  async #runDetached(key: string, job: { isAskedAgain: boolean }, run: () => Promise<void>) {
    const { signal } = this.#stopping
    for (let failures = 0; ; ) {
      job.isAskedAgain = false
      try {
        await run()
        if (!job.isAskedAgain) break
      } catch (error) {
        console.error('Travaux :', key, (error as Error).message)
        if (++failures > detachedTries) break
        await sleep(500 * failures, undefined, { signal }).catch(() => undefined)
      }
      if (signal.aborted) break
    }
    this.#detached.delete(key)
  }

  /** Jobs that failed for good, newest first. */
  async dead() {
    const jobs = await this.#boss.findJobs<{ companyId?: string }>(deadQueue, { queued: true })
    return jobs
      .map((job) => ({
        id: job.id,
        kind: job.sourceName ?? deadQueue,
        companyId: job.data?.companyId ?? null,
        error: messageOf(job.sourceOutput),
        failedAt: job.createdOn.toISOString(),
      }))
      .toSorted((a, b) => b.failedAt.localeCompare(a.failedAt))
  }

  /** Puts a failed job back in its queue. Returns false if there is none with that id. */
  async redrive(tx: Tx, id: string): Promise<boolean> {
    return (await this.#boss.redrive(deadQueue, { ids: [id], db: tx.boss })) > 0
  }
}

/** The connection that pg-boss lends takes one statement at a time, and publishing on it is not awaited. */
class SequentialRunner implements Runner {
  readonly #db: Db
  /** Settles once every statement so far is done. */
  empty: Promise<unknown> = Promise.resolve()

  constructor(db: Db) {
    this.#db = db
  }

  query({ text, values }: Parameters<Runner['query']>[0]) {
    const answer = this.empty.then(() => this.#db.executeSql(text, values))
    this.empty = answer.catch(() => undefined) // the caller gets the error
    return answer
  }
}

/** The company a job works for, if its data names one. */
const companyOf = (data: object): string | null => ('companyId' in data && typeof data.companyId === 'string' ? data.companyId : null)

/** Providers' error messages often quote an e-mail address or a phone number, which must not be stored in the queue. */
function withoutAddresses(error: unknown): never {
  const message = error instanceof Error ? error.message : String(error)
  throw new Error(message.replace(/[^\s<>"']+@[^\s<>"']+/g, '…@…').replace(/\+?\d[\d\s().-]{8,}\d/g, '…'))
}

function messageOf(output: object | null): string | null {
  return output && 'message' in output && typeof output.message === 'string' ? output.message.slice(0, 500) : null
}
