// Records which calls succeeded at least once in a test run: `npm test` counts those that never did
// (house/answered.ts).
import { subscribe } from 'node:diagnostics_channel'
import { appendFileSync } from 'node:fs'
import { api } from '@bordee/core/api.ts'
import type { CallRow } from '@bordee/core/call.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'

const file = process.env.ANSWERED_CALLS
const rows = Object.values(api) as CallRow[]
const rowAt = new Map(
  rows.flatMap((row) => [row.path, ...(row.also ?? [])].flatMap((path) => row.verbs.map((verb) => [`${verb} /api${path}`, row]))),
)
const noted = new Set<string>()

interface Handled {
  request: FastifyRequest
  reply: FastifyReply
  route: { url: string }
}

/** Fastify reports every request that reaches a handler, however it came in. */
export function noteAnswered() {
  if (!file) return
  subscribe('tracing:fastify.request.handler:start', (message) => {
    const { request, reply, route } = message as Handled
    const name = rowAt.get(`${request.method} ${route.url}`)?.name
    if (name !== undefined && !noted.has(name)) reply.raw.once('finish', () => note(file, name, reply.raw.statusCode))
  })
}

/** Every JSON that a server of this process answers well from here on; a piece of a list is told from the whole. */
export function hearAnswers(hear: (row: CallRow, body: unknown, isPiece: boolean) => void) {
  subscribe('tracing:fastify.request.handler:start', (message) => {
    const { request, reply, route } = message as Handled
    const row = rowAt.get(`${request.method} ${route.url}`)
    const send = reply.send.bind(reply)
    reply.send = (payload?: unknown) => {
      if (row?.returns && typeof payload === 'string' && payload && reply.statusCode < 300)
        hear(row, JSON.parse(payload), 'limit' in (request.query as object))
      return send(payload)
    }
  })
}

function note(into: string, name: string, status: number) {
  if (status >= 300 || noted.has(name)) return
  noted.add(name)
  appendFileSync(into, `${name}\n`)
}
