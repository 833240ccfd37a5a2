// The user guide, served by the server it describes, so that every release has its own (docs/guide).
import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { compressAnswers } from '../engine/http/compression.ts'
import { lostPage, readGuide } from './guide-pages.ts'

/** Only our own pictures, fonts, style sheet and search: nothing inline. */
const policy = [
  "default-src 'none'",
  "img-src 'self'",
  "script-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

export async function serveGuide(app: FastifyInstance) {
  let guide: ReturnType<typeof readNow> | undefined // read at the first request
  await app.register(async (inside) => {
    compressAnswers(inside)
    const answer = (request: FastifyRequest, reply: FastifyReply) => {
      guide ??= readNow()
      const found = guide.get(request.url.replace(/[?#].*$/, '').replace(/\/$/, ''))
      reply.header('content-security-policy', policy)
      if (!found) return reply.code(404).header('cache-control', 'no-store').type('text/html; charset=utf-8').send(lostPage())
      reply.headers({ etag: found.etag, 'cache-control': 'no-cache' }) // cached, but revalidated each time
      return isKnown(request, found.etag) ? reply.code(304).send() : reply.type(found.type).send(found.body)
    }
    inside.get('/guide', answer)
    inside.get('/guide/*', answer)
  })
}

const readNow = () => new Map(Object.entries(readGuide()).map(([path, { type, body }]) => [path, { type, body, etag: etagOf(body) }]))

/** Weak: the same page may be compressed differently. */
const etagOf = (body: string | Buffer) => `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 24)}"`

const isKnown = ({ headers }: FastifyRequest, etag: string) =>
  (headers['if-none-match'] ?? '').split(',').some((known) => known.trim() === etag)
