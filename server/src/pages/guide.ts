// The guide for users, served by the server that it is about: whoever runs another release reads another guide (docs/guide).
import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { compressAnswers } from '../engine/http/compression.ts'
import { lostPage, readGuide } from './guide-pages.ts'

/** Nothing but our own pictures, letters and sheet: there is no script, and no style in a page. */
const policy = [
  "default-src 'none'",
  "img-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

export async function serveGuide(app: FastifyInstance) {
  let guide: ReturnType<typeof readNow> | undefined // with the first who asks
  await app.register(async (inside) => {
    compressAnswers(inside)
    const answer = (request: FastifyRequest, reply: FastifyReply) => {
      guide ??= readNow()
      const found = guide.get(request.url.replace(/[?#].*$/, '').replace(/\/$/, ''))
      reply.header('content-security-policy', policy)
      if (!found) return reply.code(404).header('cache-control', 'no-store').type('text/html; charset=utf-8').send(lostPage())
      reply.headers({ etag: found.etag, 'cache-control': 'no-cache' }) // kept, and asked about each time
      return isKnown(request, found.etag) ? reply.code(304).send() : reply.type(found.type).send(found.body)
    }
    inside.get('/guide', answer)
    inside.get('/guide/*', answer)
  })
}

const readNow = () => new Map(Object.entries(readGuide()).map(([path, { type, body }]) => [path, { type, body, etag: etagOf(body) }]))

/** Weak: the same words travel compressed one way or another. */
const etagOf = (body: string | Buffer) => `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 24)}"`

const isKnown = ({ headers }: FastifyRequest, etag: string) =>
  (headers['if-none-match'] ?? '').split(',').some((known) => known.trim() === etag)
