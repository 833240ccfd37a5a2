// Makes what handlers and jobs receive: a job's work, and a request's context.
import '@fastify/cookie'
import { unauthenticated } from '@bordee/core/problem.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Actor, Ctx, Work } from '../ctx.ts'
import { type Scope, type Tx, transaction } from '../db/db.ts'
import { liveText } from '../live/live.ts'
import type { Server } from '../server.ts'
import { addressOf, bareAddress } from './addresses.ts'
import type { Posted } from './posted.ts'

/** `onCommit` collects notifications to send after the commit; `companyId` is the company it works for. */
export function workOf(server: Server, tx: Tx, onCommit: (tell: () => void) => void, companyId: string | null = null): Work {
  return {
    tx,
    now: new Date(),
    env: server.env,
    secrets: server.secrets,
    gateways: server.gateways,
    later: (kind, data, after) => server.jobs.send(tx, kind, data, { after, companyId }),
    publish(companyId, event) {
      liveText(event) // throws now rather than after the commit
      onCommit(() => server.live.publish(companyId, event))
    },
    publishLatest(companyId, channel, key, event) {
      liveText(event)
      onCommit(() => server.live.publishLatest(companyId, channel, key, event))
    },
    aside: (run) => aside(server, {}, run, companyId),
  }
}

/** Publishes after its own commit. */
async function aside<T>(server: Server, scope: Scope, run: (work: Work) => Promise<T>, companyId: string | null): Promise<T> {
  const after: (() => void)[] = []
  const result = await transaction(server.pool, scope, (tx) => run(workOf(server, tx, (tell) => after.push(tell), companyId)))
  for (const tell of after) tell()
  return result
}

export function ctxOf(
  server: Server,
  work: Work,
  { visitor, scope }: { visitor: Actor | null; scope: Scope },
  request: FastifyRequest,
  reply: FastifyReply,
): Ctx {
  const captcha = request.headers.recaptcha
  return {
    ...work,
    visitor,
    aside: (run) => aside(server, scope, run, visitor?.companyId ?? null),
    get actor() {
      if (!visitor) throw unauthenticated()
      return visitor
    },
    throttle: server.throttle,
    jobs: server.jobs,
    request: {
      address: addressOf(request),
      ip: bareAddress(request),
      agent: printable(request.headers['user-agent'] ?? '').slice(0, 500) || null,
      captcha: typeof captcha === 'string' ? captcha : undefined,
      refreshToken: request.cookies[sessionCookie],
      posted: postedBy(request),
    },
    report: (error) => server.logs.error({ requestId: request.id, method: request.method, route: request.routeOptions.url, error }),
    vouchFor: (line, token) => server.gate.know(request.raw, line, token),
    keepSession(kept) {
      const cookie = { path: cookiePath, httpOnly: true, sameSite: 'strict', secure: server.env.publicUrl.startsWith('https:') } as const
      if (!kept) reply.clearCookie(sessionCookie, cookie)
      else reply.setCookie(sessionCookie, kept.refreshToken, { ...cookie, ...(kept.maxAge !== null && { maxAge: kept.maxAge }) })
    },
  }
}

const printable = (header: string) => header.replace(/[^ -~]/g, '')

const sessionCookie = 'bordee_session'
const cookiePath = '/api/identity'

const postedBy = ({ originalUrl, body, headers }: FastifyRequest): Posted => ({
  path: originalUrl,
  headers,
  body: Buffer.isBuffer(body) ? body : Buffer.alloc(0),
})
