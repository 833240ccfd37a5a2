import { createServer, type ServerResponse } from 'node:http'
import pg from 'pg'
import { listenLocally } from '../../server/src/testing/local-server.ts'
import { assertRight, type Bench } from './bench.ts'
import { type BenchServer, openBenchServer } from './bench-server.ts'
import { fillClients } from './clients-company.ts'

const clients = 1000
const rounds = 9
/** What the grid asks for first. After a whole list a company must pause, and we would measure that. */
const piece = 300
/** Requests per round and side. */
const asked = { list: 100, get: 400 }

export const bench: Bench = {
  title: 'The house between HTTP and PostgreSQL',
  async run() {
    await using server = await openBenchServer()
    const { headers } = await fillClients(server, clients)
    const list = await answerOf(server.url, '/api/customers', headers)
    const [one] = JSON.parse(list.text) as { id: string }[]
    return [
      await against(server, {
        what: `GET /customers, the first ${piece} of ${clients}`,
        path: `/api/customers?limit=${piece}`,
        headers,
        requests: asked.list,
        share: 0.9,
      }),
      await against(server, {
        what: 'GET /customers/{id}',
        path: `/api/customers/${one?.id}`,
        headers,
        requests: asked.get,
        share: 0.85,
      }),
    ]
  },
}

interface Asked {
  what: string
  path: string
  headers: Record<string, string>
  requests: number
  /** Of the peer's throughput. */
  share: number
}

async function against(server: BenchServer, { what, path, headers, requests, share }: Asked) {
  await answerOf(server.url, path, headers) // warms the caches
  const heard = await statementsOf(() => answerOf(server.url, path, headers))
  const bare = await openBare(server, heard)
  try {
    const [mine, theirs] = [await answerOf(server.url, path, headers), await answerOf(bare.url, path, headers)]
    assertRight(mine.status === 200 && mine.text === theirs.text, `${what} is the same from both`)
    const rates = { mine: [] as number[], bare: [] as number[] }
    for (let round = 0; round < rounds; round++) {
      rates.mine.push(await throughput(() => answerOf(server.url, path, headers), requests))
      rates.bare.push(await throughput(() => answerOf(bare.url, path, headers), requests))
    }
    const [ours, peers] = [rates.mine, rates.bare].map((all) => all.slice(1).toSorted((a, b) => a - b)[(rounds - 1) >> 1] ?? 0) as [
      number,
      number,
    ]
    return {
      what: `${what}, authenticated and behind row-level security: throughput of node:http alone with the same statements, against ours`,
      ratio: peers / ours,
      most: 1 / share,
      figures:
        `${heard.statements.length} statements; ${Math.round(ours)} a second against ${Math.round(peers)}: ` +
        `${Math.round((100 * ours) / peers)} %`,
    }
  } finally {
    bare.server.close()
    await bare.pool.end()
  }
}

interface Statement {
  name?: string
  text: string
  values?: unknown[]
  /** How many answers had arrived when it was sent: statements with the same number travel together. */
  after: number
}

interface Heard {
  statements: Statement[]
  headers: Record<string, string>
  text: string
}

/** What one request sends to PostgreSQL, in which order, and which answers it waits for. */
async function statementsOf(ask: () => Promise<Answer>): Promise<Heard> {
  const statements: Statement[] = []
  let answered = 0
  const { query } = pg.Client.prototype
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    const [first, values] = args as [string | Statement, unknown[] | undefined]
    const said = typeof first === 'string' ? { text: first, ...(values && { values }) } : { ...first }
    statements.push({ ...said, after: answered })
    const result = Reflect.apply(query, this, args) as Promise<unknown>
    void result.then(() => answered++)
    return result
  } as typeof query
  try {
    const { text, headers } = await ask()
    return { statements, text, headers }
  } finally {
    pg.Client.prototype.query = query
  }
}

/** The same statements in order with the plain, pipelining driver and no logic, then the recorded answer. */
async function openBare({ pool }: BenchServer, { statements, headers, text }: Heard) {
  const own = new pg.Pool({ ...pool.options, password: pool.options.password, stream: undefined } as pg.PoolConfig)
  const answer = async (response: ServerResponse) => {
    const client = await own.connect()
    for (let at = 0; at < statements.length; ) {
      const together = statements.filter(({ after }, index) => index >= at && after === statements[at]?.after)
      await Promise.all(together.map(({ after: _, ...statement }) => client.query(statement as pg.QueryConfig)))
      at += together.length
    }
    client.release()
    response.writeHead(200, headers).end(text)
  }
  const server = createServer((_request, response) => void answer(response))
  return { server, pool: own, url: await listenLocally(server) }
}

interface Answer {
  status: number
  headers: Record<string, string>
  text: string
}

/** `node:http` sets these itself. */
const ofTheConnection = ['connection', 'date', 'keep-alive', 'transfer-encoding']

async function answerOf(url: string, path: string, asked: Record<string, string>): Promise<Answer> {
  const answer = await fetch(`${url}${path}`, { headers: { ...asked, 'accept-encoding': 'identity' } })
  const headers = Object.fromEntries([...answer.headers].filter(([name]) => !ofTheConnection.includes(name)))
  return { status: answer.status, headers, text: await answer.text() }
}

/** Requests per second, one after the other: concurrent ones would measure the fair shares of one person. */
async function throughput(ask: () => Promise<unknown>, requests: number): Promise<number> {
  const begun = performance.now()
  for (let asked = 0; asked < requests; asked++) await ask()
  return requests / ((performance.now() - begun) / 1000)
}
