// Connects API rows to HTTP: throttle, authenticate, admit, read the input, run the handler in a transaction, answer.
import { isIPv4, isIPv6 } from 'node:net'
import '@fastify/cookie'
import '@fastify/multipart'
import { admits, needsModule } from '@bordee/core/admission.ts'
import {
  type Api,
  type CallRow,
  enveloped,
  type FileAnswer,
  type JsonText,
  largestFile,
  mostFiles,
  type Piece,
  pathNames,
  type Subscription,
  type UploadedFile,
} from '@bordee/core/call.ts'
import { nextPiece } from '@bordee/core/pieces.ts'
import { conflict, forbidden, invalid, notFound, Problem, tooMany, unauthenticated } from '@bordee/core/problem.ts'
import { isPlatform } from '@bordee/core/roles.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type pg from 'pg'
import { array, type core, safeParse } from 'zod'
import type { Actor, Claims, Ctx, Gateways, Work } from '../ctx.ts'
import { readOnly, type Scope, type Tx, transaction } from '../db/db.ts'
import { isSameVersion, versionOf } from '../db/versions.ts'
import type { Env } from '../env.ts'
import type { Jobs } from '../jobs/jobs.ts'
import { type Live, liveText } from '../live/live.ts'
import type { Streams } from '../live/streams.ts'
import type { Logs } from '../logs.ts'
import type { Metrics } from '../metrics.ts'
import type { Secrets } from '../secrets.ts'
import { requireCaptcha } from './captcha.ts'
import { tooLongList } from './list-lengths.ts'
import type { Posted } from './posted.ts'
import { asProblem, formErrors } from './problems.ts'
import type { Shares } from './shares.ts'
import type { Throttle } from './throttle.ts'

/** Everything that is open while the server runs. */
export interface Server {
  env: Env
  secrets: Secrets
  pool: pg.Pool
  /** Limits how much each person (or address of visitors) and each company gets of scarce resources. */
  shares: Record<'connectionsOfPerson' | 'connectionsOfCompany' | 'news' | 'longBodies' | 'wholeLists', Shares>
  throttle: Throttle
  jobs: Jobs
  live: Live
  gateways: Gateways
  logs: Logs
  metrics: Metrics
  /** A separate connection for health checks, so that they don't wait behind requests. */
  watcher: pg.Pool
  state: { isStopping: boolean }
}

export interface Mounting {
  /** The claims of this bearer token; null if it isn't ours, or has expired. */
  readToken(secrets: Secrets, token: string): Promise<Claims | null>
  /** The account behind the claims; null if it is no longer valid. */
  authenticate(work: Work, claims: Claims): Promise<Actor | null>
  /** Parses every answer with its row's schema, so that SQL and wire can't drift apart. Tests turn it on. */
  checkAnswers: boolean
  streams: Streams
}

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

type AnyHandler = (ctx: Ctx, input: Record<string, unknown>) => Promise<unknown>

const sessionCookie = 'bordee_session'
const cookiePath = '/api/identity'

export function mount(app: FastifyInstance, server: Server, api: Api, handlers: Record<string, unknown>, mounting: Mounting) {
  app.decorateRequest('claims', null)
  app.decorateRequest('lookedAtFor', 0)
  app.decorateRequest('companyId', null)
  app.setErrorHandler((error, request, reply) => {
    const problem = asProblem(error, request.id)
    if (problem.status >= 500) report(server.logs, error, request)
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
        exposeHeadRoute: row.who === 'anyone' && !row.stream, // HEAD must not mark a contract as read or printed
        onRequest: (request) => readClaims(server, row, mounting, request),
        preParsing: (request, reply) => awaitTurnToParse(server, row, request, reply),
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

const postedBy = ({ originalUrl, body, headers }: FastifyRequest): Posted => ({
  path: originalUrl,
  headers,
  body: Buffer.isBuffer(body) ? body : Buffer.alloc(0),
})

async function answer(server: Server, row: CallRow, handler: AnyHandler, mounting: Mounting, request: FastifyRequest, reply: FastifyReply) {
  for (const limit of row.limits) if (limit.by === 'address') await limited(server, row, limit, addressOf(request))
  const after: (() => void)[] = []
  const { claims } = request
  // Signed webhooks come from few addresses, for all companies, and only once, so they have a separate queue that turns
  // nobody away.
  const share = () => (row.raw && !claims ? server.shares.news.enter(row.name) : enterInTurn(server, request))

  const identify = async (tx: Tx) => {
    const actor = claims && (await mounting.authenticate(workOf(server, tx, noTelling), claims))
    admit(row, actor, request)
    // If the row takes no files, nobody would read a multipart body: the edit would change nothing and report success.
    if (!row.raw && request.isMultipart() !== Boolean(row.upload)) throw new Problem(415, 'Ce type de contenu n’est pas accepté.')
    if (actor) rememberCompany(actor)
    request.companyId = actor?.companyId ?? null
    return { actor, scope: actor ? scopeOf(row, actor) : {} }
  }
  const handle = async (tx: Tx, { actor, scope }: Awaited<ReturnType<typeof identify>>) => {
    const input = readInput(row, request)
    const work = workOf(server, tx, (tell) => after.push(tell), actor?.companyId)
    const ctx = ctxOf(server, work, { visitor: actor, scope }, request, reply)
    if (row.captcha) await requireCaptcha(ctx)
    for (const limit of row.limits) if (limit.by === 'email') await limited(server, row, limit, String(input.email))
    const version = await versionOf(work, row, actor)
    if (isSameVersion(version, request.headers['if-none-match'])) return { actor, version, isKnown: true }
    return { actor, version, result: await handler(ctx, input) }
  }
  const together = async (tx: Tx) => {
    const who = await identify(tx)
    if (claims) await tx.scope(who.scope)
    return handle(tx, who)
  }
  // A handler that calls the outside world gives its connection back first: its own transaction takes one at its first
  // query, if it makes any.
  const apart = async () => {
    const who = await transaction(server.pool, {}, identify, share)
    return transaction(server.pool, who.scope, (tx) => handle(tx, who), share)
  }
  const run = () => (row.outside ? apart() : (isReading(row) ? readOnly : transaction)(server.pool, {}, together, share))
  const { person, company } = linesOf(request)
  const { actor, version, isKnown, result } = isWholeList(row, request)
    ? await server.shares.wholeLists.run(company ?? person, run, { rest: 1 })
    : await run()
  if (result instanceof Problem) throw result // refused, but what was written stays
  for (const tell of after) tell()

  if (version) reply.headers({ etag: version, 'cache-control': 'private, no-cache' }) // cached, but revalidated each time
  if (isKnown) return reply.code(304).send()
  if (row.forgets) reply.header('clear-site-data', '"cache"')
  reply.code(row.status)
  if (row.stream) {
    const renew = () => renewSubscription(server, { row, handler, mounting, claims, before: actor }, request, reply)
    return mounting.streams.open(result as Subscription, actor?.accountId ?? '', reply, renew)
  }
  if (row.file) return sendFile(row.file, result as FileAnswer, reply)
  if (result === null || result === undefined) return reply.send('')
  const text = isJsonText(result) ? result.jsonText : JSON.stringify(result)
  const schema = isPiece(result) && row.rows ? array(row.rows) : row.returns
  if (mounting.checkAnswers && schema) checkAnswer(row, schema, text, actor)
  if (isPiece(result) && result.next) reply.header(nextPiece, result.next)
  return reply.header('content-type', 'application/json; charset=utf-8').send(text)
}

const isReading = ({ verbs, writes }: CallRow) => !writes && verbs.every((verb) => verb === 'GET')

/** The same person, still admitted, in the same company? If not, the stream ends. Also refreshes what to send. */
async function renewSubscription(
  server: Server,
  {
    row,
    handler,
    mounting,
    claims,
    before,
  }: { row: CallRow; handler: AnyHandler; mounting: Mounting; claims: Claims | null; before: Actor | null },
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Subscription | null> {
  return transaction(server.pool, {}, async (tx) => {
    const work = workOf(server, tx, noTelling)
    const actor = claims && (await mounting.authenticate(work, claims))
    try {
      admit(row, actor, request)
    } catch {
      return null
    }
    if (!actor || actor.companyId !== before?.companyId) return null
    const scope = scopeOf(row, actor)
    await tx.scope(scope)
    return (await handler(ctxOf(server, work, { visitor: actor, scope }, request, reply), readInput(row, request))) as Subscription
  })
}

/**
 * The company an account was last seen working in: a guess, good enough to choose the queue before anything is read. A
 * client works in none: clients must not be able to fill the queue of the company that serves them.
 */
const lastCompanies = new Map<string, string>()
function rememberCompany({ accountId, companyId, role }: Actor) {
  if (lastCompanies.size > 50_000) lastCompanies.clear()
  if (companyId && role !== 'client') lastCompanies.set(accountId, companyId)
  else lastCompanies.delete(accountId)
}

/** The person (or a visitor's address), and the company the person works in, if any. */
function linesOf(request: FastifyRequest): { person: string; company: string | undefined } {
  const accountId = request.claims?.accountId
  return accountId ? { person: accountId, company: lastCompanies.get(accountId) } : { person: addressOf(request), company: undefined }
}

/** A whole long list takes a core for as long as it has rows: one at a time per company, with a pause after it. */
const isWholeList = ({ reads, longUnless }: CallRow, { query }: FastifyRequest) => {
  const asked = query as Record<string, unknown>
  return reads.length > 0 ? !('limit' in asked) : longUnless !== undefined && asked[longUnless] !== 'false'
}

async function enterInTurn({ shares }: Server, request: FastifyRequest): Promise<() => void> {
  const { person, company } = linesOf(request)
  const leavePerson = await shares.connectionsOfPerson.enter(person)
  if (!company) return leavePerson
  try {
    const leaveCompany = await shares.connectionsOfCompany.enter(company)
    return () => {
      leaveCompany()
      leavePerson()
    }
  } catch (error) {
    leavePerson()
    throw error
  }
}

/** Before the body is read: don't parse a megabyte for a stranger. */
async function readClaims(server: Server, row: CallRow, { readToken }: Mounting, request: FastifyRequest) {
  const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1]
  request.claims = token ? await readToken(server.secrets, token) : null
  if (!request.claims && row.who !== 'anyone') throw unauthenticated()
}

/**
 * Everyone waits while a body is parsed and validated. So each company, or person, gets one long body parsed at a
 * time, at a limited rate, followed by a pause of four times what it took.
 */
const shortBytes = 8 * 1024
const bytesPerSecond = 2 * 1024 * 1024
async function awaitTurnToParse(server: Server, row: CallRow, request: FastifyRequest, reply: FastifyReply) {
  const bytes = Number(request.headers['content-length'] ?? (request.headers['transfer-encoding'] ? row.maxBytes : 0))
  if (row.upload || bytes <= shortBytes || bytes > row.maxBytes) return // files are not parsed, and a body that is too long is not read
  const { person, company } = linesOf(request)
  reply.header('connection', 'close') // a refused caller must not go on sending a body that nobody reads
  const leave = await server.shares.longBodies.enter(company ?? person)
  reply.removeHeader('connection')
  if (reply.raw.closed) return leave() // hung up while waiting: no `close` event will follow
  reply.raw.once('close', () => setTimeout(leave, Math.max((bytes / bytesPerSecond) * 1000, 4 * request.lookedAtFor)).unref())
}

/** 401 before 403, and both before anything that reveals what exists. */
function admit(row: CallRow, actor: Actor | null, request: FastifyRequest) {
  if (row.who === 'anyone') return
  if (!actor) throw unauthenticated()
  if (actor.lacksSecondFactor && !row.withoutFactor) throw lacksSecondFactor()
  const asked = request.headers['x-company']
  if (
    typeof asked === 'string' &&
    asked &&
    actor.companyId &&
    !(actor.role === 'client' ? actor.companies : [actor.companyId]).includes(asked)
  ) {
    throw conflict('Vous avez changé de compagnie dans un autre onglet.', { code: 'company-changed' })
  }
  if (!admits(row, actor.role)) throw forbidden()
  if (row.module && needsModule(row, actor.role) && !actor.modules[row.module])
    throw conflict('Ce module n’est pas actif pour votre compagnie.', { code: 'module-inactive' })
}

const lacksSecondFactor = () =>
  forbidden('Activez d’abord la validation en deux étapes\u00a0: elle est obligatoire pour votre compte.', 'second-factor-required')

/** The second wall: what this transaction can see at all. */
function scopeOf(row: CallRow, actor: Actor): Scope {
  return { companies: actor.companies, account: actor.accountId, platform: row.across && isPlatform(actor.role) }
}

/** A call that writes only takes ids from its address: a password there would end up in every log along the way. */
function queryOf({ method, query }: FastifyRequest): Record<string, unknown> {
  const given = Object.entries(query as Record<string, unknown>)
  return Object.fromEntries(method === 'GET' || method === 'DELETE' ? given : given.filter(([key]) => /Ids?$/.test(key)))
}

function readInput(row: CallRow, request: FastifyRequest): Record<string, unknown> {
  const begun = performance.now()
  try {
    return inputOf(row, request)
  } finally {
    request.lookedAtFor = performance.now() - begun
  }
}

function inputOf(row: CallRow, request: FastifyRequest): Record<string, unknown> {
  const raw = { ...queryOf(request), ...(row.upload || row.raw ? {} : enveloped(row, request.body)), ...(request.params as object) }
  const tooLong = tooLongList(row.input, raw)
  if (tooLong) throw invalid(formErrors(row, [tooLong]))
  const parsed = safeParse(row.input, raw)
  if (!parsed.success) {
    const inPath = pathNames(row.path)
    if (parsed.error.issues.some((issue) => inPath.includes(String(issue.path[0])))) throw notFound('Élément')
    throw invalid(formErrors(row, parsed.error.issues))
  }
  const input: Record<string, unknown> = parsed.data
  return row.upload ? { ...input, files: filesOf(request, row.upload) } : input
}

async function limited(server: Server, row: CallRow, { by, max, seconds }: CallRow['limits'][number], key: string) {
  const { hits, retryAfter } = await server.throttle.hit(`${row.name}:${by}:${key}`, seconds)
  if (hits > max) throw tooMany(retryAfter)
}

const noTelling = () => undefined

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

function ctxOf(
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
      agent: request.headers['user-agent']?.slice(0, 500) ?? null,
      captcha: typeof captcha === 'string' ? captcha : undefined,
      refreshToken: request.cookies[sessionCookie],
      posted: postedBy(request),
    },
    keepSession(kept) {
      const cookie = { path: cookiePath, httpOnly: true, sameSite: 'strict', secure: server.env.publicUrl.startsWith('https:') } as const
      if (!kept) reply.clearCookie(sessionCookie, cookie)
      else reply.setCookie(sessionCookie, kept.refreshToken, { ...cookie, ...(kept.maxAge !== null && { maxAge: kept.maxAge }) })
    },
  }
}

/** Without a port; IPv4-mapped addresses as IPv4. */
function bareAddress({ ip }: { ip?: string }): string {
  const bare = (ip ?? '').replace(/^\[(.+)\](:\d+)?$/, '$1').replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1')
  const mapped = bare.replace(/^::ffff:(?=\d+\.)/i, '')
  return isIPv4(mapped) || isIPv6(mapped) ? mapped : 'unknown'
}

/** An IPv6 household has a whole /64: limits on single addresses would be useless. No `ip` after a hang-up. */
export function addressOf(request: { ip?: string }): string {
  const mapped = bareAddress(request)
  if (!isIPv6(mapped)) return mapped
  const [head = '', tail = ''] = mapped.toLowerCase().split('::')
  const groups = head.split(':').filter(Boolean)
  const missing = mapped.includes('::') ? 8 - groups.length - tail.split(':').filter(Boolean).length : 0
  const whole = [...groups, ...Array.from({ length: missing }, () => '0'), ...tail.split(':').filter(Boolean)]
  return `${whole
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`
}

async function* filesOf(request: FastifyRequest, field: string): AsyncGenerator<UploadedFile> {
  try {
    for await (const part of request.files()) {
      if (part.fieldname !== field) part.file.resume()
      else
        yield { name: part.filename, type: part.mimetype, bytes: () => part.toBuffer().catch((error) => refuseFile(error, part.filename)) }
    }
  } catch (error) {
    refuseFile(error)
  }
}

/** The multipart parser reports exceeded limits in English. */
function refuseFile(error: unknown, name = ''): never {
  const { code } = error as { code?: string }
  const tooMuch = (message: string) => new Problem(413, message, { formErrors: { files: { [name]: message } } })
  if (code === 'FST_REQ_FILE_TOO_LARGE') throw tooMuch(`«\u00a0${name}\u00a0» dépasse ${largestFile / 1024 / 1024}\u00a0Mo.`)
  if (code === 'FST_FILES_LIMIT') throw tooMuch(`${mostFiles}\u00a0fichiers au plus à la fois.`)
  throw code === undefined ? new Problem(400, 'Requête mal formée.') : error // no boundary, or a truncated body
}

function sendFile(type: string, { bytes, name }: FileAnswer, reply: FastifyReply) {
  if (name) reply.header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(name)}`)
  return reply.type(type).send(Buffer.from(bytes))
}

const isJsonText = (value: unknown): value is JsonText<unknown> => typeof value === 'object' && value !== null && 'jsonText' in value

const isPiece = (value: unknown): value is Piece<unknown> => isJsonText(value) && 'next' in value

function checkAnswer(row: CallRow, schema: core.$ZodType, text: string, actor: Actor | null) {
  const parsed = safeParse(schema, JSON.parse(text))
  if (!parsed.success)
    throw new Error(`${row.name} gave ${actor?.role ?? 'a visitor'} an answer that does not match its row: ${parsed.error.message}`)
}

/** Logs the error and its route, never the body, the headers or the row values that PostgreSQL quotes. */
function report(logs: Logs, error: unknown, { id: requestId, method, routeOptions }: FastifyRequest) {
  logs.error({ requestId, method, route: routeOptions.url, error })
}
