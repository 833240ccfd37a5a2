// Connects API rows to HTTP.
import type { Api, CallRow } from '@bordee/core/call.ts'
import { forbidden, notFound } from '@bordee/core/problem.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Claims } from '../ctx.ts'
import type { Logs } from '../logs.ts'
import type { Server } from '../server.ts'
import { readClaims } from './admission.ts'
import { answer } from './answer.ts'
import type { AnyHandler, Mounting } from './mounting.ts'
import { asProblem } from './problems.ts'
import { awaitTurnToParse } from './turns.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The bearer token's claims; null without a valid one. */
    claims: Claims | null
    /** Milliseconds spent validating its input. */
    lookedAtFor: number
    /** The company the caller works in, once known. */
    companyId?: string | null
  }
  interface FastifyContextConfig {
    /** The call's name, for logs and metrics. */
    call?: string
    isStream?: boolean
  }
}

export function mount(app: FastifyInstance, server: Server, api: Api, handlers: Record<string, unknown>, mounting: Mounting) {
  app.decorateRequest('claims', null)
  app.decorateRequest('lookedAtFor', 0)
  app.decorateRequest('companyId', null)
  app.setErrorHandler((error, request, reply) => {
    const problem = asProblem(error, request.id, mounting.takenMessages)
    // Under load, a line per refused caller would only add to it.
    if (problem.status >= 500 && problem.body.code !== 'busy') report(server.logs, error, request)
    if (problem.body.retryAfter) reply.header('retry-after', problem.body.retryAfter)
    return reply.code(problem.status).send(problem.body)
  })
  app.setNotFoundHandler((_request, reply) => reply.code(404).send(notFound('Élément').body))
  app.addHook('onRequest', (request, _reply, next) => {
    // Another site's page must not act through a visitor's browser. Clients other than browsers don't send this header.
    next(request.method !== 'GET' && request.headers['sec-fetch-site'] === 'cross-site' ? forbidden() : undefined)
  })
  const route = (at: FastifyInstance, row: CallRow) => {
    const handler = handlers[row.name] as AnyHandler
    for (const url of [row.path, ...row.also]) {
      at.route({
        method: [...row.verbs],
        url,
        bodyLimit: row.maxBytes,
        config: { call: row.name, isStream: Boolean(row.stream) },
        exposeHeadRoute: row.who === 'anyone' && !row.stream, // HEAD must not count as reading
        onRequest: (request) => readClaims(server, row, mounting, request),
        preParsing: (request, reply, payload) => awaitTurnToParse(server, row, request, reply, payload),
        handler: (request, reply) => answer(server, row, handler, mounting, request, reply),
      })
    }
  }
  const rows = Object.values(api)
  for (const row of rows.filter(({ raw }) => !raw)) route(app, row)
  // A provider signs the raw bytes: only its gateway reads them.
  void app.register(async (hooks) => {
    hooks.removeAllContentTypeParsers()
    hooks.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    for (const row of rows.filter(({ raw }) => raw)) route(hooks, row)
  })
}

/** Logs the error and its route, never the body, the headers or the row values that PostgreSQL quotes. */
function report(logs: Logs, error: unknown, { id: requestId, method, routeOptions }: FastifyRequest) {
  logs.error({ requestId, method, route: routeOptions.url, error })
}
