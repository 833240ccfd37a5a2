// A server in a separate process, with its own or another's PostgreSQL, for proofs to query, starve and kill.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync } from 'node:fs'
import { Agent } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { reapAfterUs } from '../house/reaper.ts'
import { openPool, transaction } from '../server/src/engine/db/db.ts'
import { Secrets } from '../server/src/engine/secrets.ts'
import { borrowPostgres } from '../server/src/postgres/postgres.ts'
import { freePort } from '../server/src/postgres/process.ts'
import type { Door } from '../server/src/testing/people.ts'

const program = fileURLToPath(new URL('../server/src/main.ts', import.meta.url))
const secret = 'a secret that only the proofs know, at least 32'

export interface RunningServer extends Door {
  url: string
  dataDir: string
  agent: Agent
  /** Everything it printed since the beginning, line by line, including errors. */
  said: string[]
  /** Its environment variables; a server command run beside it needs the same. */
  environment: Record<string, string>
  /** The current process. */
  child: ChildProcess
  /** True until it has ended. */
  isUp(): boolean
  start(more?: Starting): Promise<void>
  kill(): Promise<void>
  close(): Promise<void>
}

export interface Starting {
  /** Another server's PostgreSQL, as its owner; by default it starts its own. */
  databaseUrl?: string
  /** Where it keeps its data; by default a temporary folder. */
  dataDir?: string
  environment?: Record<string, string>
  /** Arguments for Node, before the program. */
  nodeArgs?: string[]
  /** How long it may take to be ready. */
  patienceMs?: number
  /** The data folder belongs to another server, which clears it. */
  isGuest?: boolean
}

export async function openRunningServer({
  environment = {},
  nodeArgs = [],
  databaseUrl,
  dataDir: givenDir,
  isGuest,
}: Starting = {}): Promise<RunningServer> {
  const dataDir = givenDir ?? mkdtempSync(join(tmpdir(), 'bordee-proof-'))
  const reap = isGuest ? async () => undefined : reapAfterUs(dataDir)
  const port = await freePort()
  const agent = new Agent({ keepAlive: true, maxSockets: 16 })
  const secrets = new Secrets(secret)
  const said: string[] = []
  let pool: ReturnType<typeof openPool> | undefined

  const server: RunningServer = {
    url: `http://127.0.0.1:${port}`,
    dataDir,
    agent,
    said,
    secrets,
    environment: {
      DEMO: '0',
      SECRET: secret,
      ...environment,
      PORT: String(port),
      DATA_DIR: dataDir,
      PUBLIC_URL: `http://127.0.0.1:${port}`,
      ...(databaseUrl && { DATABASE_URL: databaseUrl }),
    },
    child: undefined as unknown as ChildProcess,
    isUp: () => server.child.exitCode === null && server.child.signalCode === null,
    async start({ environment: more = {}, nodeArgs: moreArgs = nodeArgs, patienceMs = 120_000 } = {}) {
      const env = { ...generalEnv(), ...server.environment, ...more }
      server.child = spawn(process.execPath, [...moreArgs, program], { env, stdio: ['ignore', 'pipe', 'pipe'] })
      for (const stream of [server.child.stdout, server.child.stderr])
        stream?.on('data', (chunk: Buffer) => said.push(...chunk.toString().split('\n').filter(Boolean)))
      await ready(server, patienceMs)
    },
    async kill() {
      if (!server.isUp()) return
      server.child.kill('SIGKILL')
      await once(server.child, 'exit')
    },
    async work(run) {
      pool ??= openPool(appUrl(databaseUrl ?? (await embeddedUrl(dataDir)), secrets), 4)
      return transaction(pool, {}, (tx) => run({ tx }))
    },
    async close() {
      await pool?.end()
      agent.destroy()
      if (server.isUp()) {
        server.child.kill('SIGTERM')
        await once(server.child, 'exit')
      }
      await reap()
    },
  }
  await server.start()
  return server
}

async function ready(server: RunningServer, patienceMs: number) {
  const until = Date.now() + patienceMs
  while (Date.now() < until) {
    if (!server.isUp()) throw new Error(`the server ended while starting:\n${server.said.slice(-20).join('\n')}`)
    const answer = await fetch(`${server.url}/api/config`, { signal: AbortSignal.timeout(5000) }).catch(() => undefined)
    if (answer?.ok) return
    await sleep(100)
  }
  throw new Error(`the server was not ready within ${patienceMs} ms:\n${server.said.slice(-20).join('\n')}`)
}

/** The current process of its own PostgreSQL. */
export const postmasterOf = ({ dataDir }: RunningServer) =>
  Number(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0])

/** As the owner of its tables, for a second server. */
export const databaseUrlOf = ({ dataDir }: RunningServer) => embeddedUrl(dataDir)

const embeddedUrl = async (dataDir: string) => (await borrowPostgres(join(dataDir, 'postgres'), {})).url

const appUrl = (ownerUrl: string, secrets: Secrets) =>
  Object.assign(new URL(ownerUrl), { username: 'bordee_app', password: secrets.sign('database', 'bordee_app') }).href

/** The variables that programs in general need, and none of how this machine runs Bordée. */
export function generalEnv(): Record<string, string | undefined> {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => /^(PATH|HOME|USER|LANG|LC_\w+|TZ|TMPDIR)$/.test(name)))
}
