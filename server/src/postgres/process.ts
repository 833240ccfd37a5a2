// The server process of a cluster: finding, launching and stopping it.
import { spawn } from 'node:child_process'
import {
  chownSync,
  closeSync,
  existsSync,
  openSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  statSync,
  truncateSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** Empty means our own account. */
export interface Account {
  uid?: number
  gid?: number
}

export interface Cluster {
  dir: string
  bin: string
  account: Account
  password: string
  settings: Record<string, string>
  /** Variables besides the plain ones; a proof moves its clock with them. */
  environment?: Record<string, string>
  /** What a program running in `dir` must call it. */
  dataPath: (dir: string) => string
}

/** For the person starting the server: the message is a full sentence, shown without a stack. */
export class PostgresTrouble extends Error {}

export interface Postmaster {
  pid: number
  port: number
  ready: boolean
}

export interface Launched {
  readonly alive: boolean
  stop(): Promise<void>
}

/** The same everywhere, whatever the terminal's language or path. */
export const plainEnv = { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }

const logLimit = 20_000_000

/** Seconds between checks for changed tables: a company that has just imported its data soon gets good plans. */
const attentive = { autovacuum_naptime: 5 }

/** Keeps what users typed out of the log: neither statements with their values, nor the rows that an error quotes. */
const discreet = {
  log_error_verbosity: 'terse',
  log_min_error_statement: 'panic',
  log_parameter_max_length: 0,
  log_parameter_max_length_on_error: 0,
}

/** What postmaster.pid says, if it names a living PostgreSQL of this folder. */
export function postmaster(dir: string): Postmaster | undefined {
  const file = join(dir, 'postmaster.pid')
  const text = attempt(() => readFileSync(file, 'utf8'))
  const [pid, , , port, , , , status] = text?.split('\n') ?? []
  if (!text || !Number(pid)) return undefined
  if (worksIn(Number(pid), dir)) return { pid: Number(pid), port: Number(port), ready: status?.trim() === 'ready' }
  // PostgreSQL itself replaces the file of a dead process. But if another program now has that id, which is common in
  // containers, it would refuse to start forever.
  if (isAlive(Number(pid)) && attempt(() => readFileSync(file, 'utf8')) === text) rmSync(file, { force: true })
  return undefined
}

export function launch({ dir, bin, account, dataPath, settings, environment }: Cluster, port: number): Launched {
  const log = openLog(dir)
  const flags = Object.entries({ listen_addresses: '127.0.0.1', unix_socket_directories: '', port, ...discreet, ...attentive, ...settings })
  const child = spawn(join(bin, 'postgres'), ['-D', dataPath(dir), ...flags.flatMap(([name, value]) => ['-c', `${name}=${value}`])], {
    ...account,
    cwd: dir,
    env: { ...plainEnv, ...environment },
    detached: true, // Ctrl+C in a terminal reaches the whole group, and the database must outlive the requests under way
    stdio: ['ignore', log, log], // a pipe would close with us
  })
  closeSync(log)
  child.unref()
  let alive = child.pid !== undefined
  const ended = new Promise<void>((resolve) => {
    for (const event of ['exit', 'error']) {
      child.once(event, () => {
        alive = false
        resolve()
      })
    }
  })
  return {
    get alive() {
      return alive
    },
    async stop() {
      if (alive) child.kill('SIGINT')
      child.ref()
      await ended
    },
  }
}

/** Fast shutdown, as when the machine stops; immediate shutdown if that takes too long. */
export async function stopPostmaster(dir: string): Promise<void> {
  const found = postmaster(dir)
  if (!found) return
  const fast = Date.now() + 30_000
  attempt(() => process.kill(found.pid, 'SIGINT'))
  while (worksIn(found.pid, dir)) {
    if (Date.now() > fast) attempt(() => process.kill(found.pid, 'SIGQUIT'))
    await sleep(20)
  }
}

/** Below the ports that systems use for outgoing connections: the same one must still be free after a crash. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 12_000)
    const isFree = await new Promise<boolean>((resolve) => {
      const probe = createServer()
      probe.once('error', () => resolve(false))
      probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
    })
    if (isFree) return port
  }
}

export function lastWords(dir: string): string {
  const text = attempt(() => readFileSync(`${dir}.log`, 'utf8')) ?? ''
  return text.trimEnd().split('\n').slice(-8).join('\n')
}

export function isAlive(pid: number): boolean {
  return attempt(() => process.kill(pid, 0)) ?? false
}

/** A postmaster runs in its data folder: this tells ours from any other program with the same id. */
function worksIn(pid: number, dir: string): boolean {
  if (process.platform !== 'linux') return isAlive(pid)
  const folder = attempt(() => readlinkSync(`/proc/${pid}/cwd`))
  return folder !== undefined && folder === attempt(() => realpathSync(dir))
}

/** Root creates the log for the data folder's owner, who may start the server next. */
function openLog(dir: string): number {
  const file = `${dir}.log`
  if ((attempt(() => statSync(file).size) ?? 0) > logLimit) truncateSync(file)
  const isNew = !existsSync(file)
  const log = openSync(file, 'a', 0o600)
  if (isNew && process.getuid?.() === 0) {
    const { uid, gid } = statSync(dirname(dir))
    chownSync(file, uid, gid)
  }
  return log
}

function attempt<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}
