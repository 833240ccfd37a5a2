// Answers one request: throttle, authenticate, admit, read the input, run the handler in a transaction, send its result.
import type { CallRow, FileAnswer, JsonText, Piece, Subscription } from '@bordee/core/call.ts'
import { nextPiece } from '@bordee/core/pieces.ts'
import { emailUnproven, Problem, tooMany } from '@bordee/core/problem.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { array, type core, safeParse } from 'zod'
import type { Actor, Claims } from '../ctx.ts'
import { readOnly, type Tx, transaction } from '../db/db.ts'
import { isSameVersion, versionOf } from '../db/versions.ts'
import type { Server } from '../server.ts'
import { addressOf } from './addresses.ts'
import { admit, scopeOf } from './admission.ts'
import { requireCaptcha } from './captcha.ts'
import { ctxOf, workOf } from './contexts.ts'
import { discardRest, readInput, readUpload } from './input.ts'
import type { AnyHandler, Mounting } from './mounting.ts'
import { isDeadlock } from './problems.ts'
import { enterInTurn, isWholeList, linesOf, noteCompany } from './turns.ts'

export async function answer(
  server: Server,
  row: CallRow,
  handler: AnyHandler,
  mounting: Mounting,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  for (const limit of row.limits) await limited(server, row, limit, addressOf(request))
  const after: (() => void)[] = []
  const { claims } = request
  // Signed webhooks come from few addresses, for all companies, and only once, so they have a separate queue that turns
  // nobody away. Trackers send again what was refused.
  const share = () => {
    if (row.fair) return server.fairQueue.enter(addressOf(request))
    return row.raw && !claims ? server.shares.news.enter(row.name) : enterInTurn(server, request)
  }

  const identify = async (tx: Tx) => {
    const caller = claims && (await mounting.authenticate(workOf(server, tx, ignoreNotifications), claims))
    // A trial night sends no letter and leaves no trace: what may concern other people is done outside of it.
    const actor = caller?.isTrial && row.who === 'anyone' ? { ...caller, companyId: null, companies: [] } : caller
    admit(row, actor, request)
    // If the row takes no files, nobody would read a multipart body: the edit would change nothing and report success.
    if (!row.raw && request.isMultipart() !== Boolean(row.upload)) throw new Problem(415, 'Ce type de contenu n’est pas accepté.')
    if (actor) noteCompany(actor)
    request.companyId = actor?.companyId ?? null
    return { actor, scope: actor ? scopeOf(row, actor) : {} }
  }
  const handle = async (tx: Tx, { actor, scope }: Awaited<ReturnType<typeof identify>>) => {
    const input = row.upload ? await readUpload(row, request) : readInput(row, request)
    const work = workOf(server, tx, (tell) => after.push(tell), actor?.companyId)
    const ctx = ctxOf(server, work, { visitor: actor, scope }, request, reply)
    if (row.captcha) await requireCaptcha(ctx)
    if (row.sends && actor?.companyId && !(await mounting.isProven(work, actor.companyId))) throw emailUnproven()
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
  const atOnce = () => {
    after.length = 0
    return (isReading(row) ? readOnly : transaction)(server.pool, {}, together, share)
  }
  const run = () => (row.outside ? apart() : row.upload ? atOnce() : againAfterDeadlock(atOnce))
  const { person, company } = linesOf(request)
  const { actor, version, isKnown, result } = await (isWholeList(row, request)
    ? server.shares.wholeLists.run(company ?? person, run, { rest: 1 })
    : run()
  ).finally(() => row.upload && discardRest(request))
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
  if (row.cachedFor) reply.headers({ 'cache-control': `private, max-age=${row.cachedFor}`, vary: 'authorization' })
  if (row.file) return sendFile(row.file, result as FileAnswer, reply)
  if (result === null || result === undefined) return reply.send('')
  const text = isJsonText(result) ? result.jsonText : JSON.stringify(result)
  const schema = isPiece(result) && row.rows ? array(row.rows) : row.returns
  if (mounting.checkAnswers && schema) checkAnswer(row, schema, text, actor)
  if (isPiece(result) && result.next) reply.header(nextPiece, result.next)
  return reply.header('content-type', 'application/json; charset=utf-8').send(text)
}

/** PostgreSQL ended one of several transactions that waited for each other. It changed nothing, so it begins again. */
async function againAfterDeadlock<T>(run: () => Promise<T>): Promise<T> {
  for (let left = 3; ; left--) {
    try {
      return await run()
    } catch (error) {
      if (left === 1 || !isDeadlock(error)) throw error
    }
  }
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
    const work = workOf(server, tx, ignoreNotifications)
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

async function limited(server: Server, row: CallRow, { by, max, seconds }: CallRow['limits'][number], key: string) {
  const { hits, retryAfter } = await server.throttle.hit(`${row.name}:${by}:${key}`, seconds)
  if (hits > max) throw tooMany(retryAfter)
}

const ignoreNotifications = () => undefined

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
