// The public form for quote requests: the only page that other sites may frame, and only those its company lists
// (docs/product/quotes.md).
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { id } from '@bordee/core/wire.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { transaction } from '../engine/db/db.ts'
import { addressOf } from '../engine/http/addresses.ts'
import type { Server } from '../engine/server.ts'
import { framingSites } from '../quotes/quotes.queries.ts'

const isBuilt = existsSync(fileURLToPath(new URL('../../../web/dist/demande/index.html', import.meta.url)))

export function serveQuotePage(app: FastifyInstance, server: Server, headers: Record<string, string>) {
  const send = (reply: FastifyReply) => (isBuilt ? reply.sendFile('demande/index.html') : reply.callNotFound())
  app.get('/demande-de-soumissions', async (request, reply) => {
    const sites = await sitesOf(server, request)
    if (sites.length > 0) reply.header('content-security-policy', framedBy(headers['content-security-policy'] ?? '', sites))
    return send(reply)
  })
  for (const page of ['/demande-de-soumissions/retrait', '/demande-soumise']) app.get(page, (_request, reply) => send(reply))
}

async function sitesOf(server: Server, request: FastifyRequest): Promise<string[]> {
  const { data: companyId } = id.safeParse((request.query as { companyId?: unknown }).companyId)
  if (!companyId) return []
  const share = () => server.shares.connectionsOfPerson.enter(addressOf(request))
  return transaction(server.pool, { platform: true }, (tx) => framingSites({ tx }, companyId), share)
}

/** Sites were validated when saved; anything that could alter the header is still left out. */
export function framedBy(policy: string, sites: readonly string[]): string {
  const plain = sites.filter((site) => /^https:\/\/[a-z0-9.-]+(:\d+)?$/.test(site))
  return plain.length > 0 ? policy.replace("frame-ancestors 'none'", `frame-ancestors ${plain.join(' ')}`) : policy
}
