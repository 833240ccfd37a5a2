// A real PostgreSQL from npm, kept in DATA_DIR: started and stopped with the server, restarted when it dies, taken
// over if the server died. Why not the usual wrapper: docs/decisions/0001-own-postgres.md.
import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { type ClusterOptions, findOrCreateCluster } from './cluster.ts'
import { type Cluster, freePort, type Launched, lastWords, launch, PostgresTrouble, postmaster, stopPostmaster } from './process.ts'

export { PostgresTrouble }

export interface Postgres {
  /** As the owner of the database, which is no superuser: forced row-level security binds it too. */
  url: string
  /** Announces a stop: a server that starts meanwhile waits for it instead of being refused. */
  announceStop(): Promise<void>
  stop(): Promise<void>
}

export interface KeepOptions extends ClusterOptions {
  /** Gives up, leaving nothing running or half created; the promise then rejects with the signal's reason. */
  signal?: AbortSignal
  /** How long to wait for a server that has not announced its stop. */
  patienceMs?: number
}

/** Another server keeps this database; `url` reaches it. */
class AlreadyKept extends PostgresTrouble {
  readonly url: string

  constructor(dir: string, url: string) {
    super(`Bordée tourne déjà sur le dossier de données ${dirname(dir)}. Arrêtez-la d’abord, ou choisissez un autre DATA_DIR.`)
    this.url = url
  }
}

/** Held by the keeper's connection while it lives, in the database itself: there is no file to go stale. */
const keeperLock = 7_305_001
const startMs = 120_000
const launches = 12

/** Starts the cluster in `dir`, or takes over one that a killed server left running. Only one server may keep it. */
export async function keepPostgres(dir: string, { signal, patienceMs = 3_000, ...options }: KeepOptions = {}): Promise<Postgres> {
  const cluster = await findOrCreateCluster(dir, options, signal)
  const life = new AbortController()
  const until = signal ? AbortSignal.any([signal, life.signal]) : life.signal
  let raising = ensureRunning(cluster, until, patienceMs)
  const { port } = await raising
  void watch()

  return {
    url: urlAt(cluster, port),
    async announceStop() {
      const keeper = await raising.catch(() => undefined)
      await keeper?.client.query(`set application_name = '${nameOf(stoppingWord)}'`).catch(() => undefined)
    },
    async stop() {
      life.abort()
      const keeper = await raising.catch(() => undefined)
      // The lock goes with the database, never before it: otherwise another start would seize a dying one.
      await stopPostmaster(dir)
      await keeper?.client.end().catch(() => undefined)
    },
  }

  /** The keeper's connection ends when PostgreSQL does. The port stays the same so that the pools reconnect. */
  async function watch(): Promise<void> {
    try {
      for (;;) {
        const keeper = await raising
        await keeper.lost
        if (life.signal.aborted) return
        raising = ensureRunning(cluster, life.signal, patienceMs, port)
      }
    } catch (error) {
      if (life.signal.aborted) return
      console.error(error instanceof PostgresTrouble ? error.message : error)
      process.kill(process.pid, 'SIGTERM') // a server without its database shuts down as if asked to
    }
  }
}

/** For a command: the running server's database, or one kept for the duration of the command. */
export async function borrowPostgres(dir: string, options: KeepOptions = {}): Promise<Postgres> {
  try {
    return await keepPostgres(dir, { patienceMs: 0, ...options })
  } catch (error) {
    if (!(error instanceof AlreadyKept)) throw error
    return { url: error.url, announceStop: async () => undefined, stop: async () => undefined }
  }
}

interface Keeper {
  client: pg.Client
  port: number
  lost: Promise<void>
}

async function ensureRunning(cluster: Cluster, signal: AbortSignal, patienceMs: number, wantedPort?: number): Promise<Keeper> {
  const { dir } = cluster
  const deadline = Date.now() + startMs
  let patience: number | undefined
  let launched: Launched | undefined
  let falls = 0
  let isWaiting = false

  for (;;) {
    const found = postmaster(dir)
    if (signal.aborted && (launched?.alive || !found)) {
      await launched?.stop()
      throw signal.reason
    }
    if (found?.ready) {
      const keeper = await connectAndLock(cluster, found.port)
      if (typeof keeper === 'object') {
        if (!signal.aborted) return keeper
        await stopPostmaster(dir) // an orphan that we meant to take over
        await keeper.client.end().catch(() => undefined)
        throw signal.reason
      }
      if (keeper === 'stopping') {
        if (!isWaiting) console.log('Une autre Bordée s’arrête sur ce dossier de données\u00a0: on attend qu’elle ait fini…')
        isWaiting = true
      } else if (keeper === 'kept') {
        patience ??= Date.now() + patienceMs
        if (Date.now() >= patience) throw new AlreadyKept(dir, urlAt(cluster, found.port))
      }
    } else if (!found && !launched?.alive) {
      // After kill -9 the dead server's children hold its memory for a moment, and another program may take the port.
      if (falls === launches) throw new PostgresTrouble(`PostgreSQL ne démarre pas dans ${dir} :\n${lastWords(dir)}`)
      await sleep(100 * falls)
      launched = launch(cluster, wantedPort ?? (await freePort()))
      falls++
    }
    if (Date.now() > deadline) {
      await launched?.stop()
      throw new PostgresTrouble(`PostgreSQL n’est pas prêt après ${startMs / 1000} s dans ${dir} :\n${lastWords(dir)}`)
    }
    await sleep(30)
  }
}

/** The name of the keeper's connection, with a suffix once a stop is announced. */
const nameOf = (more = '') => `keeper ${process.pid}${more}`
const stoppingWord = ' stopping'

/** Connects and takes the lock; undefined while PostgreSQL is starting, stopping or recovering. */
async function connectAndLock(cluster: Cluster, port: number): Promise<Keeper | 'kept' | 'stopping' | undefined> {
  const client = new pg.Client({ connectionString: urlAt(cluster, port), application_name: nameOf(), keepAlive: true })
  const lost = new Promise<void>((resolve) => client.once('end', resolve))
  client.on('error', () => undefined) // handled through `end`; without a listener it would end the process
  try {
    await client.connect()
    const { rows } = await client.query<{ mine: boolean }>('select pg_try_advisory_lock($1) as mine', [keeperLock])
    if (rows[0]?.mine) return { client, port, lost }
    const { rows: others } = await client.query(
      `select from pg_stat_activity where datname = current_database() and application_name ~ '^keeper [0-9]+${stoppingWord}$'`,
    )
    await client.end()
    return others.length > 0 ? 'stopping' : 'kept'
  } catch (error) {
    await client.end().catch(() => undefined)
    const code = error instanceof pg.DatabaseError ? error.code : undefined
    if (code === '28P01' || code === '3D000') {
      throw new PostgresTrouble(`La base de ${cluster.dir} n’est pas celle que Bordée y a créée : ${(error as Error).message}.`)
    }
    return undefined
  }
}

function urlAt({ password }: Cluster, port: number): string {
  return `postgres://bordee_owner:${password}@127.0.0.1:${port}/bordee`
}
