// A whole server on its own database, listening on a real port.
import { createHash, randomUUID } from 'node:crypto'
import { Agent } from 'node:http'
import type { AddressInfo } from 'node:net'
import { openApp } from '../../server/src/app.ts'
import type { Work } from '../../server/src/engine/ctx.ts'
import { openPool, type Tx, transaction } from '../../server/src/engine/db/db.ts'
import { readEnv } from '../../server/src/engine/env.ts'
import type { Server } from '../../server/src/engine/server.ts'
import { openServer, withWork } from '../../server/src/server.ts'
import { openTestCluster, testAppPassword } from '../../server/src/testing/cluster.ts'
import { insertCompany, insertPerson } from '../../server/src/testing/people.ts'
import { ask } from '../ask.ts'

export interface BenchServer extends Server, AsyncDisposable {
  /** The address for browsers. */
  url: string
  ownerUrl: string
  asOwner<T>(run: (tx: Tx) => Promise<T>): Promise<T>
  /** Same, in the scope of a company. */
  inCompany<T>(company: string, run: (tx: Tx) => Promise<T>): Promise<T>
  work<T>(run: (work: Work) => Promise<T>): Promise<T>
  /** Reclaims the space of deleted rows. */
  vacuum(table: string): Promise<void>
  ask(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<{ status: number; text: string }>
}

/** A caller that waits longer gives up; an import takes minutes on a busy machine. */
const patienceMs = 600_000

export type Closers = (() => Promise<unknown>)[]

export const benchSecret = 'a secret that only the benches know, at least 32'

export async function openBenchServer(environment: Record<string, string> = {}): Promise<BenchServer> {
  const closers: Closers = []
  const cluster = await openTestCluster()
  closers.push(() => cluster.close())
  const appUrl = Object.assign(new URL(cluster.templateUrl), { username: 'bordee_app', password: testAppPassword }).href
  const env = readEnv({ DEMO: '0', TRUST_PROXY: '1', ...environment })
  const server = await openServer(env, benchSecret, appUrl, closers)
  const app = await listen(server)
  closers.push(() => app[Symbol.asyncDispose]())
  const { url } = app
  const owner = openPool(cluster.templateUrl, 2)
  closers.push(() => owner.end())
  const agent = new Agent({ keepAlive: true, maxSockets: 4 })
  closers.push(async () => agent.destroy())
  let visitor = 0
  return {
    ...server,
    url,
    ownerUrl: cluster.templateUrl,
    asOwner: (run) => transaction(owner, {}, run),
    inCompany: (company, run) => transaction(owner, { companies: [company] }, run),
    work: (run) => withWork(server, run),
    vacuum: async (table) => void (await owner.query(`vacuum full ${table}`)),
    ask(method, path, body, headers = {}) {
      const sent = body === undefined ? {} : { body: Buffer.from(JSON.stringify(body)) }
      const from = {
        // Each request comes from a different address, so that we don't measure the throttles.
        'x-forwarded-for': `10.${(++visitor >> 16) & 255}.${(visitor >> 8) & 255}.${visitor & 255}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      }
      return ask(url, agent, { method, path: `/api${path}`, headers: { ...from, ...headers }, ...sent }, { patienceMs })
    },
    async [Symbol.asyncDispose]() {
      for (const close of closers.reverse()) await close()
    },
  }
}

/** Serves it over HTTP. */
export async function listen(server: Server, options?: Parameters<typeof openApp>[1]) {
  const app = await openApp(server, options)
  await app.listen({ port: 0, host: '127.0.0.1' })
  return { url: `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`, [Symbol.asyncDispose]: () => app.close() }
}

export interface BenchCompany {
  company: string
  /** Its owner, who signs in with `testPassword`. */
  email: string
  token: string
  /** For the owner's calls. */
  headers: { authorization: string }
}

export async function newBenchCompany(server: BenchServer): Promise<BenchCompany> {
  const company = await insertCompany(server, 'Banc d’essai')
  const { email, token } = await insertPerson(server, company, 'owner')
  return { company, email, token, headers: { authorization: `Bearer ${token}` } }
}

/** Returns its key. */
export async function newTracker(server: BenchServer, company: string): Promise<string> {
  const key = randomUUID()
  await server.inCompany(
    company,
    (tx) => tx.sql`
      insert into devices (company_id, name, type, key_hash, assigned_at)
      values (${company}, 'Tracteur', 'osmand', ${createHash('sha256').update(key).digest()}, now())`,
  )
  return key
}
