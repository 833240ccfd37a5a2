// A PgBouncer in transaction mode in front of a database, set up as in docs/operation.md.
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createConnection } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../../server/src/postgres/process.ts'

/** `1.18`, or undefined if not installed. */
export function poolerVersion(): string | undefined {
  try {
    return /PgBouncer (\d+\.\d+)/.exec(execFileSync('pgbouncer', ['--version'], { encoding: 'utf8' }))?.[1]
  } catch {
    return undefined
  }
}

/** From 1.21 on, it tracks which connection has prepared which statement. */
export const knowsNames = (version: string) => Number(version.split('.')[0]) > 1 || Number(version.split('.')[1]) >= 21

/** Serves `appUrl` through PgBouncer, with this many connections to PostgreSQL. */
export async function openPooler(appUrl: string, version: string, connections: number) {
  const { hostname, port: behind, username, password, pathname } = new URL(appUrl)
  const folder = mkdtempSync(join(tmpdir(), 'bordee-pooler-'))
  const port = await freePort()
  const users = join(folder, 'users.txt')
  writeFileSync(users, `"${username}" "${decodeURIComponent(password)}"\n`)
  const settings = {
    listen_addr: '127.0.0.1',
    listen_port: port,
    unix_socket_dir: '',
    auth_type: 'scram-sha-256',
    auth_file: users,
    pool_mode: 'transaction',
    default_pool_size: connections,
    max_client_conn: 1000,
    ...(knowsNames(version) && { max_prepared_statements: 200 }),
  }
  const file = join(folder, 'pgbouncer.ini')
  const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}`)
  writeFileSync(file, `[databases]\n* = host=${hostname} port=${behind}\n[pgbouncer]\n${lines.join('\n')}\n`)
  chmodSync(folder, 0o755)
  const asRoot = process.getuid?.() === 0 ? ['-u', 'nobody'] : [] // it refuses to run as root
  const child = spawn('pgbouncer', ['-q', ...asRoot, file], { stdio: ['ignore', 'ignore', 'inherit'] })
  while (!(await answers(port))) await sleep(50)
  return {
    url: Object.assign(new URL(appUrl), { port: String(port), pathname }).href,
    async close() {
      child.kill('SIGTERM')
      if (child.exitCode === null) await once(child, 'exit')
      rmSync(folder, { recursive: true })
    },
  }
}

const answers = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = createConnection(port, '127.0.0.1')
    socket.once('connect', () => socket.end(() => resolve(true)))
    socket.once('error', () => resolve(false))
  })
