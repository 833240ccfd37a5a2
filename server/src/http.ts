// Where the rows of the API meet HTTP: throttle, authenticate, admit, read the input, run the handler in one transaction, answer.
import { isIPv4, isIPv6 } from 'node:net'
import '@fastify/cookie'
import '@fastify/multipart'
import {
  type Api,
  type CallRow,
  enveloped,
  type FileAnswer,
  type JsonText,
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
import { requireCaptcha } from './captcha.ts'
import type { Actor, Ctx, Gateways, Work } from './ctx.ts'
import { type Scope, type Tx, transaction } from './db.ts'
import type { Env } from './env.ts'
import type { Posted } from './gateways/sms.ts'
import type { Jobs } from './jobs.ts'
import { checkLiveText, type Live } from './live.ts'
import { asProblem, formErrors } from './problems.ts'
import type { Secrets } from './secrets.ts'
import type { Streams } from './streams.ts'
import type { Throttle } from './throttle.ts'
import { isSameVersion, versionOf } from './versions.ts'

/** Everything that is open while the server runs. */
export interface House {
  env: Env
  secrets: Secrets
  pool: pg.Pool
  throttle: Throttle
  jobs: Jobs
  live: Live
  gateways: Gateways
}

export interface Mounting {
  /** Who holds this bearer token; null when it is not, or no longer, good. */
  authenticate(work: Work, token: string): Promise<Actor | null>
  /** Parses every answer by its row's schema, so that SQL and wire cannot drift apart. The tests ask for it. */
  checkAnswers: boolean
  streams: Streams
}

type AnyHandler = (ctx: Ctx, input: Record<string, unknown>) => Promise<unknown>

const sessionCookie = 'bordee_session'
const cookiePath = '/api/identity'

export function mount(app: FastifyInstance, house: House, api: Api, handlers: Record<string, unknown>, mounting: Mounting) {
  app.setErrorHandler((error, request, reply) => {
    const problem = asProblem(error, request.id)
    if (problem.status >= 500) report(error, request)
    if (problem.body.retryAfter) reply.header('retry-after', problem.body.retryAfter)
    return reply.code(problem.status).send(problem.body)
  })
  app.setNotFoundHandler((_request, reply) => reply.code(404).send(notFound('Élément').body))
  app.addHook('onRequest', async (request) => {
    // Another site's page must not act through a visitor's browser. What is no browser does not say where it comes from.
    if (request.method !== 'GET' && request.headers['sec-fetch-site'] === 'cross-site') throw forbidden()
  })
  const route = (at: FastifyInstance, row: CallRow) => {
    const handler = handlers[row.name] as AnyHandler
    for (const url of [row.path, ...row.also]) {
      at.route({ method: [...row.verbs], url, handler: (request, reply) => answer(house, row, handler, mounting, request, reply) })
    }
  }
  const rows = Object.values(api)
  for (const row of rows.filter(({ form }) => !form)) route(app, row)
  // Any site's page may post a form unasked: only what a provider signs is read from one.
  void app.register(async (hooks) => {
    hooks.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
      done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    )
    for (const row of rows.filter(({ form }) => form)) route(hooks, row)
  })
}

function postedBy({ originalUrl, body, headers }: FastifyRequest): Posted {
  const signature = headers['x-twilio-signature']
  const form = Object.entries(typeof body === 'object' && body !== null ? body : {}).filter(([, value]) => typeof value === 'string')
  return { path: originalUrl, form: Object.fromEntries(form), signature: typeof signature === 'string' ? signature : undefined }
}

async function answer(house: House, row: CallRow, handler: AnyHandler, mounting: Mounting, request: FastifyRequest, reply: FastifyReply) {
  for (const limit of row.limits) if (limit.by === 'address') await limited(house, row, limit, addressOf(request))
  const after: (() => void)[] = []
  const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1]

  const identify = async (tx: Tx) => {
    const actor = token ? await mounting.authenticate(workOf(house, tx, noTelling), token) : null
    admit(row, actor, request)
    return { actor, scope: actor ? scopeOf(row, actor) : {} }
  }
  const handle = async (tx: Tx, { actor, scope }: Awaited<ReturnType<typeof identify>>) => {
    const input = readInput(row, request)
    const work = workOf(house, tx, (tell) => after.push(tell))
    const ctx = ctxOf(house, work, { visitor: actor, scope }, request, reply)
    if (row.captcha) await requireCaptcha(ctx)
    for (const limit of row.limits) if (limit.by === 'email') await limited(house, row, limit, String(input.email))
    const version = await versionOf(work, row, actor)
    if (isSameVersion(version, request.headers['if-none-match'])) return { actor, version, isKnown: true }
    return { actor, version, result: await handler(ctx, input) }
  }
  const together = async (tx: Tx) => {
    const who = await identify(tx)
    if (token) await tx.scope(who.scope)
    return handle(tx, who)
  }
  // Who waits for the outside world has given his connection back: his own transaction takes one at its first query, if there is one.
  const apart = async () => {
    const who = await transaction(house.pool, {}, identify)
    return transaction(house.pool, who.scope, (tx) => handle(tx, who))
  }
  const { actor, version, isKnown, result } = row.outside ? await apart() : await transaction(house.pool, {}, together)
  if (result instanceof Problem) throw result // refused, but what was written stays
  for (const tell of after) tell()

  if (version) reply.headers({ etag: version, 'cache-control': 'private, no-cache' }) // kept, and asked about each time
  if (isKnown) return reply.code(304).send()
  if (row.forgets) reply.header('clear-site-data', '"cache"')
  reply.code(row.status)
  if (row.stream) {
    const alive = () => mayStillListen(house, row, mounting, request, token, actor)
    return mounting.streams.open(result as Subscription, reply, alive)
  }
  if (row.file) return sendFile(row.file, result as FileAnswer, reply)
  if (result === null || result === undefined) return reply.send('')
  const text = isJsonText(result) ? result.jsonText : JSON.stringify(result)
  const schema = isPiece(result) && row.rows ? array(row.rows) : row.returns
  if (mounting.checkAnswers && schema) checkAnswer(row, schema, text, actor)
  if (isPiece(result) && result.next) reply.header(nextPiece, result.next)
  return reply.header('content-type', 'application/json; charset=utf-8').send(text)
}

/** The same person, still admitted, still in the same company: whoever is not hears nothing more. */
async function mayStillListen(
  house: House,
  row: CallRow,
  mounting: Mounting,
  request: FastifyRequest,
  token: string | undefined,
  before: Actor | null,
) {
  return transaction(house.pool, {}, async (tx) => {
    const actor = token ? await mounting.authenticate(workOf(house, tx, noTelling), token) : null
    try {
      admit(row, actor, request)
      return actor?.companyId === before?.companyId
    } catch {
      return false
    }
  })
}

/** 401 before 403 before anything that would tell what exists. */
function admit(row: CallRow, actor: Actor | null, request: FastifyRequest) {
  if (row.who === 'anyone') return
  if (!actor) throw unauthenticated()
  const asked = request.headers['x-company']
  if (
    typeof asked === 'string' &&
    asked &&
    actor.companyId &&
    !(actor.role === 'client' ? actor.companies : [actor.companyId]).includes(asked)
  ) {
    throw conflict('Vous avez changé de compagnie dans un autre onglet.', { code: 'company-changed' })
  }
  if (row.who === 'signed-in') return
  if (!actor.role || !row.who.includes(actor.role)) throw forbidden()
  if (row.module && !actor.modules[row.module])
    throw conflict('Ce module n’est pas actif pour votre compagnie.', { code: 'module-inactive' })
}

/** The second wall: what this transaction may see at all. */
function scopeOf(row: CallRow, actor: Actor): Scope {
  return { companies: actor.companies, account: actor.accountId, platform: row.across && actor.role !== null && isPlatform(actor.role) }
}

/** A call that writes takes only ids from its address: a password there would rest in every log on its way. */
function queryOf({ method, query }: FastifyRequest): Record<string, unknown> {
  const given = Object.entries(query as Record<string, unknown>)
  return Object.fromEntries(method === 'GET' || method === 'DELETE' ? given : given.filter(([key]) => /Ids?$/.test(key)))
}

function readInput(row: CallRow, request: FastifyRequest): Record<string, unknown> {
  const raw = { ...queryOf(request), ...(row.upload ? {} : enveloped(row, request.body)), ...(request.params as object) }
  const parsed = safeParse(row.input, raw)
  if (!parsed.success) {
    const inPath = pathNames(row.path)
    if (parsed.error.issues.some((issue) => inPath.includes(String(issue.path[0])))) throw notFound('Élément')
    throw invalid(formErrors(row, parsed.error.issues))
  }
  const input: Record<string, unknown> = parsed.data
  return row.upload ? { ...input, files: filesOf(request, row.upload) } : input
}

async function limited(house: House, row: CallRow, { by, max, seconds }: CallRow['limits'][number], key: string) {
  const { hits, retryAfter } = await house.throttle.hit(`${row.name}:${by}:${key}`, seconds)
  if (hits > max) throw tooMany(retryAfter)
}

const noTelling = () => undefined

/** `onCommit` keeps what is to be told once the transaction has committed. */
export function workOf(house: House, tx: Tx, onCommit: (tell: () => void) => void): Work {
  return {
    tx,
    now: new Date(),
    env: house.env,
    secrets: house.secrets,
    gateways: house.gateways,
    later: (kind, data, after) => house.jobs.send(tx, kind, data, after),
    publish(companyId, text) {
      checkLiveText(text)
      onCommit(() => house.live.publish(companyId, text))
    },
    aside: (run) => aside(house, {}, run),
  }
}

/** What it publishes is told once it has committed. */
async function aside<T>(house: House, scope: Scope, run: (work: Work) => Promise<T>): Promise<T> {
  const after: (() => void)[] = []
  const result = await transaction(house.pool, scope, (tx) => run(workOf(house, tx, (tell) => after.push(tell))))
  for (const tell of after) tell()
  return result
}

function ctxOf(
  house: House,
  work: Work,
  { visitor, scope }: { visitor: Actor | null; scope: Scope },
  request: FastifyRequest,
  reply: FastifyReply,
): Ctx {
  const captcha = request.headers.recaptcha
  return {
    ...work,
    visitor,
    aside: (run) => aside(house, scope, run),
    get actor() {
      if (!visitor) throw unauthenticated()
      return visitor
    },
    throttle: house.throttle,
    jobs: house.jobs,
    request: {
      address: addressOf(request),
      captcha: typeof captcha === 'string' ? captcha : undefined,
      refreshToken: request.cookies[sessionCookie],
      posted: postedBy(request),
    },
    keepSession(kept) {
      const cookie = { path: cookiePath, httpOnly: true, sameSite: 'strict', secure: house.env.publicUrl.startsWith('https:') } as const
      if (!kept) reply.clearCookie(sessionCookie, cookie)
      else reply.setCookie(sessionCookie, kept.refreshToken, { ...cookie, ...(kept.maxAge !== null && { maxAge: kept.maxAge }) })
    },
  }
}

/** An IPv6 household holds a whole /64: counting single addresses there would count nothing. Empty once the caller has hung up. */
export function addressOf({ ip }: { ip?: string }): string {
  const bare = (ip ?? '').replace(/^\[(.+)\](:\d+)?$/, '$1').replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1')
  const mapped = bare.replace(/^::ffff:(?=\d+\.)/i, '')
  if (!isIPv6(mapped)) return isIPv4(mapped) ? mapped : 'unknown'
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
  for await (const part of request.files()) {
    if (part.fieldname !== field) part.file.resume()
    else yield { name: part.filename, type: part.mimetype, bytes: () => part.toBuffer() }
  }
}

function sendFile(type: string, { bytes, name }: FileAnswer, reply: FastifyReply) {
  if (name) reply.header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(name)}`)
  return reply.type(type).send(Buffer.from(bytes))
}

const isJsonText = (value: unknown): value is JsonText<unknown> => typeof value === 'object' && value !== null && 'jsonText' in value

const isPiece = (value: unknown): value is Piece<unknown> => isJsonText(value) && 'next' in value

function checkAnswer(row: CallRow, schema: core.$ZodType, text: string, actor: Actor | null) {
  const parsed = safeParse(schema, JSON.parse(text))
  if (!parsed.success) throw new Error(`${row.name} answered ${actor?.role ?? 'a visitor'} off its row: ${parsed.error.message}`)
}

/** The error and where, never the body, the headers or what PostgreSQL quotes of a row. */
function report(error: unknown, request: FastifyRequest) {
  const { name, message, stack, code } = error as Error & { code?: string }
  request.log.error({ requestId: request.id, method: request.method, url: request.routeOptions.url, error: { name, message, code, stack } })
}
