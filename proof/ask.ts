// Talks HTTP to a server as people do, and as nobody should.
import { type Agent, request } from 'node:http'
import type { CallRow } from '@bordee/core/call.ts'
import { pathNames } from '@bordee/core/call.ts'
import { Problem, type ProblemBody } from '@bordee/core/problem.ts'
import type { Caller, RawOptions, Reply } from '../server/src/testing/server.ts'

export interface Asked {
  method: string
  /** With `/api`, as it goes on the wire. */
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

/** A stream is left as soon as it has begun. Whoever waits longer than `patienceMs` waits for nothing. */
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
      if (isStream && answer.statusCode === 200) {
        end()
        return void question.destroy()
      }
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
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

/** No server reads more of an address. */
const longestPart = 12_000

/** An address as a browser writes it; what no browser can write goes as it is. */
function encoded(value: unknown): string {
  const text = typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value)
  return text.isWellFormed() ? encodeURIComponent(text.slice(0, longestPart).toWellFormed()) : '%ED%A0%80'
}

/** Where a call goes with this input, and what is left of it for the query or the body. */
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

/** Someone at `url()`, which may move: as the tests know him. */
export function callerAt(url: () => string, agent: Agent, { token, accountId }: { token?: string; accountId: string }): Caller {
  async function raw(row: CallRow, input: object = {}, { headers = {}, verb = row.verbs[0] ?? 'GET' }: RawOptions = {}): Promise<Reply> {
    const { path, rest } = addressed(row, verb, input as Record<string, unknown>)
    const takesBody = verb !== 'GET' && verb !== 'DELETE'
    const answer = await ask(url(), agent, {
      method: verb,
      path,
      headers: { ...(token && { authorization: `Bearer ${token}` }), ...(takesBody && { 'content-type': 'application/json' }), ...headers },
      ...(takesBody && { body: Buffer.from(JSON.stringify(rest)) }),
    })
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
  return Object.assign(call as Caller, { raw, token, accountId })
}
