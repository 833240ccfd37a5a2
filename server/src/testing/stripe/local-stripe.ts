// A server that speaks the part of Stripe's HTTP API that we use, and fails as the tests want. It checks every request
// and every answer against Stripe's description (description.ts), keeps idempotency keys as Stripe does, and forgets
// them when told that a day has passed.
import { createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { listenLocally } from '../local-server.ts'
import { type Asked, answers, theAccount } from './answers.ts'
import { listFields, type Type } from './declarations.ts'
import { apiVersion, type Operation, operations } from './description.ts'
import { invoiceAnswers } from './invoices.ts'
import { Memory, Refusal, secondsNow, stripeId } from './memory.ts'
import { answerFaults, BadParameter, readParams } from './shapes.ts'

const secretKey = 'sk_test_local'
const publishableKey = 'pk_test_local'
export const webhookSecrets = { own: 'whsec_own_account', connect: 'whsec_connected_accounts' }

const everyAnswer = { ...answers, ...invoiceAnswers }

/** What goes wrong with the next matching requests, that many times. */
interface Mood {
  /** Matches « POST /v1/customers ». */
  on: RegExp
  /** Before the work is done, or after it, when only the answer is lost. */
  when: 'before' | 'after'
  /** Hang up, fail with a status, or wait until released. */
  does: 'drop' | 'hold' | { status: number }
  times: number
  reached?: () => void
  released?: Promise<void>
}

export interface StripeEvent {
  id: string
  object: 'event'
  type: string
  account?: string
  created: number
  data: { object: object }
}

export type LocalStripe = Awaited<ReturnType<typeof openLocalStripe>>

export async function openLocalStripe() {
  const memory = new Memory()
  const kept = new Map<string, { print: string; status: number; body: string }>()
  const underWay = new Set<string>()
  const moods: Mood[] = []
  const requests: { what: string; key: string | undefined; at: string }[] = []
  const faults: string[] = []
  const told: StripeEvent[] = []
  const state = { isDown: false, slowMs: 0, hookUrl: '' }

  /**
   * An event that Stripe would post: kept, so that tests can post it late or twice, and posted if there is an address.
   */
  function tell(type: string, object: object, at = '') {
    const event: StripeEvent = {
      id: stripeId('evt'),
      object: 'event',
      type,
      created: secondsNow(),
      data: { object: structuredClone(object) },
      ...(at && { account: at }),
    }
    told.push(event)
    // Like Stripe, which retries later; a test that needs the event posts it.
    if (state.hookUrl) void post(event, state.hookUrl).catch(() => undefined)
  }

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      faults.push(String(error))
      reply(response, 500, { error: { type: 'api_error', message: String(error) } })
    })
  })

  async function answer(request: IncomingMessage, response: ServerResponse) {
    const url = new URL(request.url ?? '/', 'http://stripe')
    const what = `${request.method} ${url.pathname}`
    const body = await text(request)
    const at = String(request.headers['stripe-account'] ?? '')
    const key = request.headers['idempotency-key'] as string | undefined
    requests.push({ what, key, at })
    if (state.slowMs) await sleep(state.slowMs)
    if (state.isDown) return hangUp(response)
    const slot = `${at} ${key}`
    if (key !== undefined && underWay.has(slot)) return reply(response, 409, inUse.body)
    underWay.add(slot)
    const isUpsetBefore = await isUpset(what, 'before', response)
    underWay.delete(slot)
    if (isUpsetBefore) return hangUp(response)
    const outcome = outcomeOf(request, what, url, body, { at, key })
    if (await isUpset(what, 'after', response)) return hangUp(response)
    reply(response, outcome.status, outcome.body, outcome.isReplayed)
  }

  async function isUpset(what: string, when: Mood['when'], response: ServerResponse): Promise<boolean> {
    const mood = moods.find((one) => one.times > 0 && one.when === when && one.on.test(what))
    if (!mood) return false
    mood.times--
    mood.reached?.()
    if (mood.does === 'drop') return true
    if (mood.does === 'hold') {
      await mood.released
      return false
    }
    reply(response, mood.does.status, { error: { type: 'api_error', message: 'Une erreur est survenue. on our end.' } })
    return true
  }

  interface Outcome {
    status: number
    body: unknown
    isReplayed?: boolean
  }

  function outcomeOf(
    request: IncomingMessage,
    what: string,
    url: URL,
    body: string,
    { at, key }: { at: string; key: string | undefined },
  ): Outcome {
    const refused = (refusal: Refusal): Outcome => ({ status: refusal.status, body: refusal.body })
    if (request.headers.authorization !== `Bearer ${secretKey}`)
      return refused(new Refusal(401, 'Invalid API Key provided', { type: 'authentication_error' }))
    if (request.headers['stripe-version'] !== apiVersion)
      return refused(new Refusal(400, `No such API version: ${String(request.headers['stripe-version'])}`))
    const operation = operationOf(request.method ?? '', url.pathname)
    const work = operation && everyAnswer[operation.name]
    if (!operation || !work) return refused(new Refusal(404, `Unrecognized request URL (${what}).`))
    const print = `${what} ${url.search} ${body}`
    const slot = `${at} ${key}`
    const before = key === undefined ? undefined : kept.get(slot)
    if (before && before.print !== print)
      return refused(
        new Refusal(400, 'Keys for idempotent requests can only be used with the same parameters they were first used with.', {
          type: 'idempotency_error',
        }),
      )
    if (before) return { status: before.status, body: JSON.parse(before.body), isReplayed: true }

    let params: unknown
    try {
      if (at) theAccount(memory, at)
      params = readParams(operation.params, decoded(request.method === 'POST' ? body : url.search.slice(1)))
    } catch (error) {
      // Nothing was started, so nothing is stored under the key.
      if (error instanceof BadParameter) return refused(new Refusal(400, error.message, { code: error.code, param: error.param }))
      if (error instanceof Refusal) return refused(error)
      throw error
    }
    const outcome = done(operation, work, { memory, id: operation.id, params: params as Record<string, unknown>, at, tell })
    if (key !== undefined) kept.set(slot, { print, status: outcome.status, body: JSON.stringify(outcome.body) })
    return outcome
  }

  function done(operation: Operation, work: (asked: Asked<never>) => unknown, asked: Asked): Outcome {
    try {
      const body = structuredClone(work(asked as Asked<never>))
      const wrong = answerFaults(answerType(operation, body), body)
      if (wrong.length > 0) faults.push(...wrong.map((one) => `${operation.path.source}: ${one}`))
      return { status: 200, body }
    } catch (error) {
      if (error instanceof Refusal) return { status: error.status, body: error.body }
      throw error
    }
  }

  /** Signed as Stripe does, with the secret of the target endpoint. */
  async function post(
    event: StripeEvent | string,
    to: string,
    { at = new Date(), secret }: { at?: Date; secret?: string } = {},
  ): Promise<number> {
    const payload = typeof event === 'string' ? event : JSON.stringify(event)
    const isConnected = typeof event !== 'string' && event.account !== undefined
    const answered = await fetch(to, {
      method: 'POST',
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'stripe-signature': signature(payload, secret ?? (isConnected ? webhookSecrets.connect : webhookSecrets.own), at),
      },
      body: payload,
    })
    await answered.arrayBuffer()
    return answered.status
  }

  const address = await listenLocally(server)
  return {
    memory,
    requests,
    /** Answers of the local Stripe that Stripe would never give; must be empty, or the tests prove nothing. */
    faults,
    told,
    state,
    tell,
    post,
    url: address,
    environment: {
      PAYMENTS: 'stripe',
      STRIPE_SECRET_KEY: secretKey,
      STRIPE_PUBLISHABLE_KEY: publishableKey,
      STRIPE_WEBHOOK_SECRET: webhookSecrets.own,
      STRIPE_CONNECT_WEBHOOK_SECRET: webhookSecrets.connect,
      STRIPE_URL: address,
    },
    /** A day has passed: keys are forgotten, and search finds what was created. */
    forgetKeys() {
      kept.clear()
      memory.unindexed.clear()
    },
    /** Loses the answers to the next matching requests; twice by default, because the SDK retries once. */
    lose: (on: RegExp, times = 2) => void moods.push({ on, when: 'after', does: 'drop', times }),
    fail: (on: RegExp, status: number, times = 2) => void moods.push({ on, when: 'before', does: { status }, times }),
    /** Holds the next matching request, before or after its work is done; `reached` resolves when it waits. */
    hold(on: RegExp, when: Mood['when']) {
      const arrived = Promise.withResolvers<void>()
      const released = Promise.withResolvers<void>()
      moods.push({ on, when, does: 'hold', times: 1, reached: arrived.resolve, released: released.promise })
      return { reached: arrived.promise, release: released.resolve }
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function signature(payload: string, secret: string, at: Date): string {
  const seconds = Math.floor(at.getTime() / 1000)
  return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${payload}`).digest('hex')}`
}

const inUse = new Refusal(409, 'There is currently another in-progress request using this key.', { code: 'idempotency_key_in_use' })

function hangUp(response: ServerResponse) {
  if (!response.headersSent) response.destroy()
}

/** Plain paths before those with an id: `search` in `/v1/customers/search` is not an id. */
function operationOf(verb: string, path: string): (Operation & { name: string; id: string }) | undefined {
  const [fits] = operations
    .filter((one) => one.verb === verb && one.path.test(path))
    .toSorted((a, b) => Number(a.path.source.includes('?<')) - Number(b.path.source.includes('?<')))
  if (!fits) return undefined
  const name = `${verb} ${fits.path.source
    .slice(1, -1)
    .replaceAll('\\/', '/')
    .replace(/\(\?<\w+>\[\^\/\]\+\)/g, '(id)')}`
  return { ...fits, name, id: decodeURIComponent(fits.path.exec(path)?.groups?.id ?? '') }
}

function answerType({ isList, answer }: Operation, body: unknown): Type {
  if (!isList) return answer
  const fields = listFields(answer)
  const isSearch = (body as { object?: string }).object === 'search_result'
  if (!isSearch) return { is: 'object', fields, bases: [] }
  return {
    is: 'object',
    bases: [],
    fields: {
      ...fields,
      object: { type: { is: 'literal', value: 'search_result' }, optional: false },
      next_page: { type: { is: 'union', of: [{ is: 'string' }, { is: 'null' }] }, optional: false },
    },
  }
}

/** `a[b][0]=c` → `{ a: { b: { 0: 'c' } } }`. */
function decoded(form: string): Record<string, unknown> {
  const all: Record<string, unknown> = {}
  for (const [name, value] of new URLSearchParams(form)) {
    const path = name.replaceAll(']', '').split('[')
    let into = all
    for (const part of path.slice(0, -1)) {
      into[part] ??= {}
      into = into[part] as Record<string, unknown>
    }
    const last = path.at(-1) ?? ''
    into[last || String(Object.keys(into).length)] = value
  }
  return all
}

function reply(response: ServerResponse, status: number, body: unknown, isReplayed = false) {
  response
    .writeHead(status, {
      'content-type': 'application/json',
      'request-id': stripeId('req'),
      ...(isReplayed && { 'idempotent-replayed': 'true' }),
    })
    .end(JSON.stringify(body))
}
