// The same server through PgBouncer in transaction mode and directly, in turns: same answers, at what cost.
import { readEnv } from '../../server/src/engine/env.ts'
import { openServer } from '../../server/src/server.ts'
import { testAppPassword, testSecret } from '../../server/src/testing/cluster.ts'
import { assertRight, type Bench, ms, percentile, timed } from './bench.ts'
import { benchSecret, type Closers, listen, openBenchServer } from './bench-server.ts'
import { fillClients } from './clients-company.ts'
import { knowsNames, openPooler, poolerVersion } from './pooler.ts'

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
