import cookie from '@fastify/cookie'
import multipart from '@fastify/multipart'
import Fastify from 'fastify'
import { mount } from '../engine/http/http.ts'
import { Streams } from '../engine/live/streams.ts'
import { authenticate } from '../identity/identity.queries.ts'
import { isProven } from '../identity/owners.ts'
import { readToken } from '../identity/tokens.ts'
import type { TestServer } from './server.ts'

/** An application that answers only these calls, which the product may not have. The test closes it. */
export async function mounted(server: TestServer, api: Parameters<typeof mount>[2], handlers: Record<string, unknown>) {
  const app = Fastify()
  await app.register(cookie)
  await app.register(multipart, { limits: { fileSize: 1000 } })
  const streams = new Streams(server.live)
  mount(app, server, api, handlers, { readToken, authenticate, isProven, checkAnswers: true, streams, takenMessages: {} })
  return app
}
