// A whole server on its own database, listening on a real port.
import { Agent, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { openApp } from '../../server/src/app.ts'
import { openPool, type Tx, transaction } from '../../server/src/engine/db/db.ts'
import { readEnv } from '../../server/src/engine/env.ts'
import type { Server } from '../../server/src/engine/server.ts'
import { openServer } from '../../server/src/server.ts'
import { openTestCluster, testAppPassword } from '../../server/src/testing/cluster.ts'

export interface BenchServer extends Server {
  /** The address for browsers. */
  url: string
  ownerUrl: string
  /** Runs as the owner of the tables. */
  asOwner<T>(run: (tx: Tx) => Promise<T>): Promise<T>
  /** Reclaims the space of deleted rows. */
  vacuum(table: string): Promise<void>
  ask(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<{ status: number; text: string }>
  close(): Promise<void>
}

export async function openBenchServer(environment: Record<string, string> = {}): Promise<BenchServer> {
  const closers: (() => Promise<unknown>)[] = []
  const cluster = await openTestCluster()
  closers.push(() => cluster.close())
  const appUrl = Object.assign(new URL(cluster.templateUrl), { username: 'bordee_app', password: testAppPassword }).href
  const env = readEnv({ DEMO: '0', TRUST_PROXY: '1', ...environment })
  const server = await openServer(env, 'a secret that only the benches know, at least 32', appUrl, closers)
  const app = await openApp(server)
  closers.push(() => app.close())
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const owner = openPool(cluster.templateUrl, 2)
  closers.push(() => owner.end())
  const agent = new Agent({ keepAlive: true, maxSockets: 4 })
  closers.push(async () => agent.destroy())
  let visitor = 0
  return {
    ...server,
    url: `http://127.0.0.1:${port}`,
    ownerUrl: cluster.templateUrl,
    asOwner: (run) => transaction(owner, {}, run),
    vacuum: async (table) => void (await owner.query(`vacuum full ${table}`)),
    // Each request comes from a different address, so that we don't measure the throttles.
    ask: (method, path, body, headers = {}) =>
      ask(agent, port, method, path, body, {
        'x-forwarded-for': `10.${(++visitor >> 16) & 255}.${(visitor >> 8) & 255}.${visitor & 255}`,
        ...headers,
      }),
    async close() {
      for (const close of closers.reverse()) await close()
    },
  }
}

function ask(agent: Agent, port: number, method: string, path: string, body: unknown, headers: Record<string, string>) {
  return new Promise<{ status: number; text: string }>((resolve, reject) => {
    const sent = body === undefined ? undefined : JSON.stringify(body)
    const question = request(
      {
        agent,
        port,
        host: '127.0.0.1',
        method,
        path: `/api${path}`,
        headers: { ...headers, ...(sent && { 'content-type': 'application/json' }) },
      },
      (answer) => {
        const chunks: Buffer[] = []
        answer.on('data', (chunk: Buffer) => chunks.push(chunk))
        answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text: Buffer.concat(chunks).toString() }))
        answer.on('error', reject)
      },
    )
    question.on('error', reject)
    question.end(sent)
  })
}
