// Talks HTTP to a server as people do, and as nobody should.
import { Agent, request } from 'node:http'
import { type CallRow, pathNames } from '@bordee/core/call.ts'
import { Problem, type ProblemBody } from '@bordee/core/problem.ts'
import type { Caller, RawOptions, Reply } from '../server/src/testing/server.ts'

export interface Asked {
  method: string
  /** With `/api`, as sent on the wire. */
  path: string
  headers: Record<string, string>
  body?: Buffer
}

export interface Answered {
  status: number
  type: string
  text: string
  ms: number
}

export class NoAnswer extends Error {}

/** A stream is closed after its first data. A caller that waits longer than `patienceMs` gives up. */
export function ask(url: string, agent: Agent, { method, path, headers, body }: Asked, { patienceMs = 60_000, isStream = false } = {}) {
  const begun = performance.now()
  return new Promise<Answered>((resolve, reject) => {
    const { hostname, port } = new URL(url)
    const question = request({
      agent,
      hostname,
      port,
      method,
      path,
      headers: { ...headers, ...(body && { 'content-length': body.length }) },
    })
    const impatience = setTimeout(() => question.destroy(new NoAnswer(`no answer within ${patienceMs} ms`)), patienceMs)
    question.on('response', (answer) => {
      const chunks: Buffer[] = []
      const end = () => {
        clearTimeout(impatience)
        const type = String(answer.headers['content-type'] ?? '')
        resolve({ status: answer.statusCode ?? 0, type, text: Buffer.concat(chunks).toString(), ms: performance.now() - begun })
      }
      answer.on('data', (chunk: Buffer) => {
        chunks.push(chunk)
        if (!isStream || answer.statusCode !== 200) return
        end()
        question.destroy()
      })
      answer.on('end', end)
      answer.on('error', reject)
    })
    question.on('error', (error) => {
      clearTimeout(impatience)
      reject(error)
    })
    question.end(body)
  })
}

/** Browsers of household number n, with its own address where the system allows it: limits are per address. */
export function householdAgent(n: number): Agent {
  const localAddress = `127.${1 + ((n >> 14) % 250)}.${(n >> 7) % 128}.${1 + (n % 128)}`
  return new Agent({ keepAlive: true, maxSockets: 1, ...(process.platform === 'linux' && { localAddress }) })
}

/** Servers read no more of a URL. */
const longestPart = 12_000

/** A URL part as a browser writes it; what no browser can write goes unchanged. */
function encoded(value: unknown): string {
  const text = typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value)
  return text.isWellFormed() ? encodeURIComponent(text.slice(0, longestPart).toWellFormed()) : '%ED%A0%80'
}

/** The path of a call with this input, and what is left of it for the query or the body. */
export function addressed(row: CallRow, verb: string, input: Record<string, unknown>): { path: string; rest: Record<string, unknown> } {
  const inPath = pathNames(row.path)
  const path = inPath.reduce((made, name) => made.replace(`:${name}`, encoded(input[name])), `/api${row.path}`)
  const rest = Object.fromEntries(Object.entries(input).filter(([name]) => !inPath.includes(name)))
  if (verb !== 'GET' && verb !== 'DELETE') return { path, rest }
  const query = Object.entries(rest)
    .flatMap(([name, value]) => (Array.isArray(value) ? value.slice(0, 200) : [value]).map((one) => `${encoded(name)}=${encoded(one)}`))
    .join('&')
  return { path: query ? `${path}?${query}`.slice(0, 12_000) : path, rest: {} }
}

const jsonOf = (input: object) => ({ type: 'application/json', body: Buffer.from(JSON.stringify(input)) })

/** A form whose field `upload` is a file, as a phone sends its photos. */
async function formOf(upload: string, { [upload]: file, ...fields }: Record<string, unknown>) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, String(value))
  if (file instanceof Uint8Array) form.append(upload, new Blob([new Uint8Array(file)]), 'photo.jpg')
  const encoded = new Request('http://bordee/', { method: 'POST', body: form })
  return { type: encoded.headers.get('content-type') ?? '', body: Buffer.from(await encoded.arrayBuffer()) }
}

/** The caller, whose token may be renewed meanwhile. */
export interface Asker {
  token?: string
  accountId: string
  /** What a browser does when its token has expired. */
  renew?(): Promise<void>
}

/** A caller at `url()`, which may change, with the interface the tests use. */
export function callerAt(url: () => string, agent: Agent, who: Asker, patience: { patienceMs?: number } = {}): Caller {
  async function answerTo(row: CallRow, input: object, { headers = {}, verb = row.verbs[0] ?? 'GET' }: RawOptions): Promise<Answered> {
    const { path, rest } = addressed(row, verb, input as Record<string, unknown>)
    const sent = verb === 'GET' || verb === 'DELETE' ? undefined : row.upload ? await formOf(row.upload, rest) : jsonOf(rest)
    const asked = {
      method: verb,
      path,
      headers: {
        ...(who.token && { authorization: `Bearer ${who.token}` }),
        ...(sent && { 'content-type': sent.type }),
        ...headers,
      },
      ...(sent && { body: sent.body }),
    }
    return ask(url(), agent, asked, patience)
  }
  async function raw(row: CallRow, input: object = {}, options: RawOptions = {}): Promise<Reply> {
    let answer = await answerTo(row, input, options)
    if (answer.status === 401 && who.renew) {
      await who.renew()
      answer = await answerTo(row, input, options)
    }
    const isJson = answer.type.startsWith('application/json')
    return {
      status: answer.status,
      body: answer.text === '' ? null : isJson ? JSON.parse(answer.text) : answer.text,
      headers: {},
      cookie: undefined,
    }
  }
  async function call(row: CallRow, input: object = {}): Promise<unknown> {
    const { status, body } = await raw(row, input)
    if (status >= 400) throw new Problem(status, `${row.name}: ${(body as ProblemBody).message}`, body as ProblemBody)
    return body
  }
  return Object.assign(call as Caller, { raw, token: who.token, accountId: who.accountId })
}
