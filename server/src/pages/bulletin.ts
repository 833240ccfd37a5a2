// Serves the companies’ bulletins. A page that this server keeps is answered ahead of everything else: no line, no router, no
// database (docs/decisions/0076-bulletins.md).
import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import { bulletinPath } from '@bordee/core/bulletins/bulletin.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { findPublisher, type Publisher, readLogo, readPublicPage } from '../bulletins/public-page.ts'
import { smallLogo } from '../companies/logo.ts'
import { readOnly } from '../engine/db/db.ts'
import { addressOf } from '../engine/http/addresses.ts'
import { Allowance } from '../engine/http/allowance.ts'
import { LoopTurns } from '../engine/http/loop-turns.ts'
import { Recent } from '../engine/recent.ts'
import type { Server } from '../engine/server.ts'
import { BulletinCache } from './bulletin-cache.ts'
import { bulletinPage, type Logo, logoPlace, noBulletinPage, tooManyPage, type Written } from './bulletin-page.ts'

/** Ready to be written: names and values of headers in turns, by encoding. */
interface Answer {
  status: number
  etag: string | null
  bodies: Map<string, { headers: string[]; body: Buffer }>
}

interface Kept {
  page: Answer
  logo: Answer | null
}

const encodings = ['br', 'gzip'] as const
const compress = { br: promisify(brotliCompress), gzip: promisify(gzip) }

/** Seconds after which a browser reads the page again; unchanged, it isn’t sent again. */
const refresh = '60'
/** Thousands of phones of one carrier share an address; beyond this, its requests wait in its line as any others do. */
const readersOfAddress = { perSecond: 200, most: 1000 }
/** Pages that this server has to look for in vain, for one address. */
const missesOfAddress = { perSecond: 0.5, most: 30 }
/** Kept pages per turn of the event loop: fewer while someone’s request is worked on. */
const perTurn = { idle: 2, busy: 1 }

const known = /^\/bulletin\/([a-z0-9-]{3,40})(\/logo)?\/?(?:\?[^#]*)?$/

export class Bulletins {
  readonly #server: Server
  readonly #headers: Record<string, string>
  readonly #cache: BulletinCache<Kept>
  readonly #logos = new Recent<string, { logo: Logo | null }>(500)
  readonly #turns = new LoopTurns(() => (this.#server.gate.isIdle ? perTurn.idle : perTurn.busy))
  readonly #readers = new Allowance(readersOfAddress)
  readonly #misses = new Allowance(missesOfAddress)
  readonly #notFound: Answer
  readonly #tooMany: Answer

  /** `headers` go with every answer of the server. */
  constructor(server: Server, headers: Record<string, string>) {
    this.#server = server
    this.#headers = headers
    this.#cache = new BulletinCache(server.live, (address, found, from) => this.#load(address, found, from))
    this.#notFound = this.#plain(404, noBulletinPage())
    this.#tooMany = this.#plain(429, tooManyPage())
  }

  close() {
    this.#cache.clear()
  }

  /** Answers what is kept; false if someone else must. `from` is the reader’s address. */
  answerEarly(request: IncomingMessage, response: ServerResponse, from: () => string): boolean {
    const { url = '', method } = request
    if (!url.startsWith('/bulletin/') || (method !== 'GET' && method !== 'HEAD')) return false
    const [, address = '', logo] = known.exec(url) ?? []
    if (!address) return false
    const reader = from()
    const kept = this.#cache.get(address, reader)
    if (kept === undefined || !this.#readers.take(reader)) return false
    const begun = performance.now()
    this.#turns.take(() => {
      if (response.destroyed) return
      const answer = this.#of(kept, logo !== undefined)
      write(answer, request, response)
      this.#server.metrics.requestEnded('bulletin', response.statusCode, (performance.now() - begun) / 1000)
    })
    return true
  }

  /** For what isn’t kept. */
  async answer(request: FastifyRequest, reply: FastifyReply) {
    const [, address = '', logo] = known.exec(request.url) ?? []
    const from = addressOf(request)
    reply.hijack()
    const answer = address ? await this.#find(address, logo !== undefined, from) : this.#notFound
    if (!reply.raw.destroyed) write(answer, request.raw, reply.raw)
  }

  async #find(address: string, isLogo: boolean, from: string): Promise<Answer> {
    let kept = this.#cache.get(address, from)
    if (kept === undefined) {
      // A page that was there a minute ago is not looked for in vain, whoever else shares the reader’s address.
      const isKnown = this.#cache.has(address)
      if (!isKnown && !this.#misses.take(from)) return this.#tooMany
      kept = await this.#cache.read(address, from)
      if (kept && !isKnown) this.#misses.giveBack(from)
    }
    return this.#of(kept, isLogo)
  }

  #of(kept: Kept | null, isLogo: boolean): Answer {
    return (isLogo ? kept?.logo : kept?.page) ?? this.#notFound
  }

  async #load(address: string, found: (companyId: string) => void, from: string): Promise<Kept | null> {
    const now = new Date()
    const share = () => this.#server.shares.connectionsOfPerson.enter(from)
    const read = await readOnly(
      this.#server.pool,
      { platform: true },
      async (tx) => {
        const publisher = await findPublisher({ tx }, address, now)
        if (!publisher) return null
        found(publisher.companyId)
        if (publisher.address !== address) return publisher
        const logo = publisher.logoVersion && !this.#logos.get(publisher.logoVersion) ? await readLogo({ tx }, publisher.companyId) : null
        return { ...(await readPublicPage({ tx }, publisher, now)), logo }
      },
      share,
    )
    if (!read) return null
    if (!('publisher' in read)) return { page: this.#redirect(read), logo: null }
    const logo = await this.#logoOf(read.publisher, read.logo)
    return {
      page: await this.#answerOf(bulletinPage(read, logo, now), read.publisher),
      logo: logo && this.#picture(logo),
    }
  }

  /** Drawn once for each logo, not for each reading of the page. */
  async #logoOf({ logoVersion }: Publisher, stored: string | null): Promise<Logo | null> {
    if (!logoVersion) return null
    const drawn = this.#logos.get(logoVersion)
    if (drawn) return drawn.logo
    const logo = stored && (await smallLogo(stored, logoPlace))
    this.#logos.set(logoVersion, { logo: logo || null })
    return logo || null
  }

  async #answerOf({ html, policy }: Written, { isUnlisted }: Publisher): Promise<Answer> {
    const text = Buffer.from(html)
    const etag = etagOf(text)
    const more = { refresh, etag, 'cache-control': 'no-cache', vary: 'accept-encoding', ...(isUnlisted && { 'x-robots-tag': 'noindex' }) }
    const headers = { ...this.#headers, ...more, 'content-security-policy': policy, 'content-type': 'text/html; charset=utf-8' }
    const bodies: Answer['bodies'] = new Map([['', bodyOf(headers, text)]])
    for (const encoding of encodings)
      bodies.set(encoding, bodyOf({ ...headers, 'content-encoding': encoding }, await compress[encoding](text)))
    return { status: 200, etag, bodies }
  }

  #plain(status: number, { html, policy }: Written): Answer {
    const headers = {
      ...this.#headers,
      'content-security-policy': policy,
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex',
      ...(status === 429 && { 'retry-after': '60' }),
    }
    return { status, etag: null, bodies: new Map([['', bodyOf(headers, Buffer.from(html))]]) }
  }

  /** Never kept by a browser: a company that takes its old address back would send it round in circles. */
  #redirect({ address }: Publisher): Answer {
    const headers = { ...this.#headers, location: bulletinPath(address), 'cache-control': 'no-cache' }
    return { status: 301, etag: null, bodies: new Map([['', bodyOf(headers, Buffer.alloc(0))]]) }
  }

  #picture({ bytes }: Logo): Answer {
    const etag = etagOf(bytes)
    const headers = { ...this.#headers, etag, 'content-type': 'image/webp', 'cache-control': 'public, max-age=86400' }
    return { status: 200, etag, bodies: new Map([['', bodyOf(headers, bytes)]]) }
  }
}

/** Short addresses, for texts, need no look at anything: they always lead to the same page. */
export function serveBulletins(app: FastifyInstance, bulletins: Bulletins) {
  const config = { call: 'bulletin' }
  const answer = (request: FastifyRequest, reply: FastifyReply) => bulletins.answer(request, reply)
  app.get('/bulletin', { config }, answer)
  app.get('/bulletin/*', { config }, answer)
  app.get('/b/:address', { config }, (request, reply) => {
    const address = (request.params as { address: string }).address.toLowerCase()
    return /^[a-z0-9-]{3,40}$/.test(address) ? reply.redirect(bulletinPath(address), 301) : answer(request, reply)
  })
  app.addHook('onClose', async () => bulletins.close())
}

const etagOf = (bytes: Buffer) => `W/"${createHash('sha256').update(bytes).digest('base64url').slice(0, 24)}"`

const bodyOf = (headers: Record<string, string>, body: Buffer) => ({
  headers: Object.entries({ ...headers, 'content-length': String(body.length) }).flat(),
  body,
})

function write({ status, etag, bodies }: Answer, { headers, method }: IncomingMessage, response: ServerResponse) {
  const encoding = bodies.size > 1 ? encodingFor(String(headers['accept-encoding'] ?? '')) : ''
  const found = bodies.get(encoding) ?? { headers: [], body: Buffer.alloc(0) }
  if (etag && isKnown(headers['if-none-match'], etag)) return void response.writeHead(304, withoutBody(found.headers)).end()
  response.writeHead(status, found.headers).end(method === 'HEAD' ? undefined : found.body)
}

/** Browsers send one of a few headers: each is read once. */
const chosen = new Recent<string, string>(200)
function encodingFor(accepted: string): string {
  const known = chosen.get(accepted)
  if (known !== undefined) return known
  const names = accepted.split(',').flatMap((one) => (/;\s*q=0(\.0*)?\s*$/.test(one) ? [] : one.split(';')[0]?.trim().toLowerCase()))
  const encoding = encodings.find((one) => names.includes(one)) ?? ''
  chosen.set(accepted, encoding)
  return encoding
}

const isKnown = (sent: string | undefined, etag: string) => sent?.split(',').some((one) => one.trim() === etag) ?? false

const ofBody = ['content-length', 'content-encoding', 'content-type']
const withoutBody = (headers: readonly string[]) =>
  headers.flatMap((name, i) => (i % 2 === 0 && !ofBody.includes(name) ? [name, headers[i + 1] ?? ''] : []))
