// The same server through PgBouncer in transaction mode and directly, in turns: same answers, at what cost.

import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createConnection } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { readEnv } from '../../server/src/engine/env.ts'
import { freePort } from '../../server/src/postgres/process.ts'
import { openServer } from '../../server/src/server.ts'
import { testAppPassword, testSecret } from '../../server/src/testing/cluster.ts'
import { assertRight, type Bench, ms, percentile, timed } from './bench.ts'
import { benchSecret, type Closers, listen, openBenchServer } from './bench-server.ts'
import { fillClients } from './clients-company.ts'

const rounds = 40
const atOnce = 8
/** From PgBouncer to PostgreSQL: fewer than each server's pool has, so that they are shared. */
const connections = 6
const paths = { 'a piece of 1 client': '/customers?limit=1', 'a piece of 100 clients': '/customers?limit=100' }

export const bench: Bench = {
  title: 'Through PgBouncer in transaction mode',
  async run() {
    const version = poolerVersion()
    if (!version) {
      console.log('  pgbouncer is not installed here: nothing measured')
      return []
    }
    await using direct = await openBenchServer()
    const closers: Closers = []
    try {
      const { token } = await fillClients(direct, 1000)
      const directUrl = Object.assign(new URL(direct.ownerUrl), { username: 'bordee_app', password: testAppPassword }).href
      const pooler = await openPooler(directUrl, version, connections)
      closers.push(() => pooler.close())
      const pooled = { DATABASE_DIRECT_URL: directUrl, NAMED_STATEMENTS: knowsNames(version) ? '1' : '0' }
      const sides = {
        direct: direct.url,
        'without names': await serverAt(directUrl, directUrl, closers, { NAMED_STATEMENTS: '0' }),
        pooled: await serverAt(pooler.url, directUrl, closers, pooled),
      }
      await writeThrough(sides.pooled, token)
      return await measure(sides, token, version)
    } finally {
      for (const close of closers.reverse()) await close()
    }
  },
}

async function serverAt(appUrl: string, directUrl: string, closers: Closers, environment: Record<string, string>): Promise<string> {
  const env = readEnv({ DEMO: '0', TRUST_PROXY: '1', DATABASE_URL: appUrl, SECRET: testSecret, ...environment })
  const app = await listen(await openServer(env, benchSecret, appUrl, closers, directUrl))
  closers.push(() => app[Symbol.asyncDispose]())
  return app.url
}

/** Many writes at once on fewer connections: each must happen exactly once. */
async function writeThrough(url: string, token: string) {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const names = Array.from({ length: 50 }, (_, index) => `Service ${index}`)
  const answers = await Promise.all(
    names.map((name) => fetch(`${url}/api/services`, { method: 'POST', headers, body: JSON.stringify({ service: { name } }) })),
  )
  assertRight(
    answers.every(({ status }) => status === 201),
    `writes answered ${answers.map(({ status }) => status).join()}`,
  )
  const listed = (await (await fetch(`${url}/api/services`, { headers })).json()) as { name: string }[]
  assertRight(
    names.every((name) => listed.filter((one) => one.name === name).length === 1),
    'each service that was written is there once',
  )
}

async function measure(sides: Record<'direct' | 'without names' | 'pooled', string>, token: string, version: string) {
  const measures = []
  const ask = async (url: string) => {
    const answer = await fetch(url, { headers: { authorization: `Bearer ${token}` } })
    assertRight(answer.status === 200, `${url} answered ${answer.status}`)
    return answer.text()
  }
  for (const [what, path] of Object.entries(paths)) {
    const urls = Object.entries(sides).map(([side, url]) => ({ side, url: `${url}/api${path}`, times: [] as number[] }))
    const texts = await Promise.all(urls.map(({ url }) => ask(url)))
    assertRight(new Set(texts).size === 1 && (texts[0]?.length ?? 0) > 10, `${what} is the same through PgBouncer`)
    for (let round = 0; round < rounds; round++)
      for (const { url, times } of urls) times.push(await timed(() => Promise.all(Array.from({ length: atOnce }, () => ask(url)))))
    const [direct = Number.NaN, unnamed = Number.NaN, pooled = Number.NaN] = urls.map(({ times }) => percentile(times, 0.5))
    const figures =
      `medians of ${atOnce} at once: directly ${ms(direct)}, directly without named statements ${ms(unnamed)}, ` +
      `through PgBouncer ${version} on ${connections} connections ${ms(pooled)}`
    // Compare like with like: the figures show what an older PgBouncer costs for lack of named statements.
    const peer = knowsNames(version) ? direct : unnamed
    measures.push({ what: `${what}, against directly`, ratio: pooled / peer, most: 1.3, figures })
  }
  return measures
}

/** `1.18`, or undefined if not installed. */
function poolerVersion(): string | undefined {
  try {
    return /PgBouncer (\d+\.\d+)/.exec(execFileSync('pgbouncer', ['--version'], { encoding: 'utf8' }))?.[1]
  } catch {
    return undefined
  }
}

/** From 1.21 on, it tracks which connection has prepared which statement. */
const knowsNames = (version: string) => Number(version.split('.')[0]) > 1 || Number(version.split('.')[1]) >= 21

/** Serves `appUrl` through PgBouncer, set up as in docs/upkeep.md, with this many connections to PostgreSQL. */
async function openPooler(appUrl: string, version: string, connections: number) {
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
