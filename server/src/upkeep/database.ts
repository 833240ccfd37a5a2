// Opens the database: keeps the embedded one or connects to an outside one, migrates it and prepares its queues.
import { join } from 'node:path'
import { openPool, type Tx, transaction } from '../engine/db/db.ts'
import type { Env } from '../engine/env.ts'
import { prepareJobs } from '../engine/jobs/jobs.ts'
import { Secrets } from '../engine/secrets.ts'
import { migrate } from '../postgres/migrate.ts'
import { borrowPostgres, keepPostgres, type Postgres } from '../postgres/postgres.ts'
import { workers } from '../slices.ts'

export interface Database {
  /** The owner of the tables, for migrations, the gazetteer and the queues. */
  ownerUrl: string
  /** For everything else: bound by row-level security. */
  appUrl: string
  /** Same, bypassing the pooler if there is one. */
  directUrl: string
  announceStop(): Promise<void>
  stop(): Promise<void>
}

export interface Opening {
  /** The server keeps it for as long as it runs. A command borrows it, even from a running server. */
  keep: boolean
  /** Without migrating or changing anything. */
  asItIs?: boolean
  signal?: AbortSignal
}

export async function openDatabase(env: Env, secret: string, { keep, asItIs = false, signal }: Opening): Promise<Database> {
  const postgres = env.databaseUrl
    ? outside(env.databaseDirectUrl ?? env.databaseUrl)
    : await (keep ? keepPostgres : borrowPostgres)(join(env.dataDir, 'postgres'), signal ? { signal } : {})
  try {
    signal?.throwIfAborted()
    // Derived from the secret, so that two processes and an outside server agree without configuration.
    const appPassword = new Secrets(secret).sign('database', 'bordee_app')
    if (!asItIs) {
      const { isNewer } = await migrate(postgres.url, appPassword)
      if (isNewer) console.log('La base de données est plus récente que ce serveur\u00a0: il s’en sert telle qu’elle est.')
      else await prepareJobs(postgres.url, workers)
    }
    const asApp = (url: string) => Object.assign(new URL(url), { username: 'bordee_app', password: appPassword }).href
    return { ...postgres, ownerUrl: postgres.url, appUrl: asApp(env.databaseUrl ?? postgres.url), directUrl: asApp(postgres.url) }
  } catch (error) {
    await postgres.stop()
    throw error
  }
}

/** For writes reserved to the owner of the tables: transactions in sequence, on one connection. */
export async function asOwner<T>(
  ownerUrl: string,
  run: (transact: <R>(work: (tx: Tx) => Promise<R>) => Promise<R>) => Promise<T>,
): Promise<T> {
  const pool = openPool(ownerUrl, 1)
  try {
    return await run((work) => transaction(pool, {}, work))
  } finally {
    await pool.end()
  }
}

const outside = (url: string): Postgres => ({ url, announceStop: async () => undefined, stop: async () => undefined })
