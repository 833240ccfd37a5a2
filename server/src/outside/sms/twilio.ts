// Twilio: real texts and calls. Without idempotency keys, we look for what may have left before sending it again.

import type { CallOutcome } from '@bordee/core/alerts/alert.ts'
import type { Twilio } from 'twilio'
import type { Env } from '../../engine/env.ts'
import type { Posted } from '../../engine/http/posted.ts'
import { type AlertNews, type AlertProvider, ageOf, type Batch, type Outcome, type Outgoing, spokenText, type Trace } from './sms.ts'
import { Turns } from './turns.ts'
import { lineEventOf, lineTwiml } from './twilio-line.ts'
import { silence, spoken, spokenWithAnswer, written } from './twiml.ts'

/**
 * Milliseconds. Waiting for a turn, a machine that slept and the longest request together end well before `patience`:
 * after that, a trace can be sure that nobody is still about to send the message.
 */
const turnTimeout = 20_000
const late = 5000
const patience = 60_000
/** A company's numbers work through a batch in about this many seconds. */
const batchSeconds = 5
const largestBatch = 100
const tracesAtOnce = 10
/** Milliseconds for which one check that Twilio answers serves all callers. */
const lookFor = 5000
/** Our clock and Twilio's may differ. An older message with the same text is already matched to another delivery. */
const clockSkew = 300_000

export function twilio(settings: Env['alerts'], publicUrl: string): AlertProvider {
  const client = once(() => connect(settings))
  const turns = new Turns(settings.rate)
  const rest = new Backoff()
  let look: { at: number; isUp: Promise<boolean> } | undefined
  const hook = (name: string, id: string) => `${publicUrl}/api/webhooks/twilio/${name}?deliveryId=${id}`

  async function send({ id, method, phone, from, ...texts }: Outgoing) {
    const api = await client()
    const people = { to: `+1${phone}`, from: from ?? '' }
    const statusCallback = hook('status', id)
    if (method === 'sms') return api.messages.create({ ...people, body: texts.text, statusCallback })
    return api.calls.create({
      ...people,
      twiml: spokenWithAnswer(spokenText(texts), hook('voice', id)),
      statusCallback,
      timeout: 30,
      // Beside the call: a person hears the message at once.
      machineDetection: 'Enable',
      asyncAmd: 'true',
      asyncAmdStatusCallback: statusCallback,
    })
  }

  async function deliverOne(one: Outgoing, batch: Batch): Promise<Outcome> {
    if (!one.from) return { is: 'refused', reason: 'other' }
    await client() // before reading any clock: the SDK may have to load
    const isWanted = async () => rest.seconds === 0 && (await batch.mayLeave())
    const isOurs = await turns.take(one.from, { deadline: batch.clock + turnTimeout, stopping: batch.stopping, isWanted })
    if (!isOurs || ageOf(batch) > turnTimeout + late) return { is: 'later', wasTried: false, ...rest.asked }
    try {
      return { is: 'accepted', providerId: (await send(one)).sid }
    } catch (error) {
      rest.hear(error)
      const outcome = outcomeOf(error)
      return outcome.is === 'later' ? { ...outcome, ...rest.asked } : outcome
    }
  }

  /**
   * Messages or calls to this phone, from this number, around then. A call has no text to compare, and needs none: a
   * phone has one alert on its way at a time.
   */
  async function traceOne({ method, phone, from, text, since }: Outgoing & { since: Date }): Promise<Trace> {
    const api = await client()
    const people = { to: `+1${phone}`, from: from ?? '', limit: 50 }
    const found =
      method === 'sms' ? (await api.messages.list(people)).filter(({ body }) => body.endsWith(text)) : await api.calls.list(people)
    // It was sent within a minute, or never; anything later is the next alert, which waits ten minutes for this one.
    const [earliest, latest] = [since.getTime() - clockSkew, since.getTime() + patience + clockSkew]
    const recent = found.filter(({ dateCreated }) => {
      const at = dateCreated?.getTime() ?? since.getTime()
      return at >= earliest && at <= latest
    })
    return { is: 'known', providerIds: recent.toSorted((a, b) => Number(a.dateCreated) - Number(b.dateCreated)).map(({ sid }) => sid) }
  }

  return {
    name: 'twilio',
    pool: { numbers: settings.numbers, perCompany: settings.numbersPerCompany },
    rate: settings.rate,
    isInside: false,
    patience,
    certainty: patience + settings.listLagMs,
    traces: 200,
    chunk: (numbers) => Math.min(largestBatch, Math.max(1, Math.floor(numbers * settings.rate * batchSeconds))),

    deliver: (_work, batch) => Promise.all(batch.deliveries.map((one) => deliverOne(one, batch))),

    /** A few at a time, stopping once Twilio doesn't answer: it will be asked again. */
    async trace(_work, lost) {
      const traces: Trace[] = []
      let isDown = false
      for (let i = 0; i < lost.length && !isDown; i += tracesAtOnce) {
        const asked = lost.slice(i, i + tracesAtOnce).map((one) =>
          traceOne(one).catch((error: unknown): Trace => {
            isDown ||= outcomeOf(error).is !== 'refused'
            return { is: 'unsure' }
          }),
        )
        traces.push(...(await Promise.all(asked)))
      }
      return lost.map((_, i) => traces[i] ?? { is: 'unsure' })
    },

    /** Reading its list sends nothing. */
    isUp() {
      if (!look || performance.now() - look.at > lookFor) {
        const isUp = client()
          .then((api) => api.messages.list({ limit: 1 }))
          .then(
            () => true,
            (error: unknown) => outcomeOf(error).is === 'refused',
          )
        look = { at: performance.now(), isUp }
      }
      return look.isUp
    },

    async hear(posted) {
      const told = await signedForm(posted)
      return told && newsOf(told.form, told.query.get('deliveryId'))
    },

    reply: (news, text) => Buffer.from(text === null ? silence : news.is === 'key' ? spoken(text) : written(text)),

    async hearCall(posted) {
      const told = await signedForm(posted)
      return told && lineEventOf(told.form, told.query)
    },

    answerCall: (answer) => Buffer.from(lineTwiml(answer, publicUrl)),
  }

  /** Null unless Twilio signed it. */
  async function signedForm({ path, headers, body }: Posted) {
    const { validateRequest } = (await import('twilio')).default
    const form: Record<string, string> = Object.fromEntries(new URLSearchParams(body.toString()))
    const signature = headers['x-twilio-signature']
    const address = `${publicUrl}${path}` // exactly as given to Twilio
    if (typeof signature !== 'string' || !validateRequest(settings.authToken, signature, address, form)) return null
    return { form, query: new URL(address).searchParams }
  }
}

/** What Twilio's statuses mean for a delivery. `failed` and `canceled` never left. Any other changes nothing. */
const meanings: Record<string, 'accepted' | 'delivered' | 'missed' | 'refused'> = {
  accepted: 'accepted',
  queued: 'accepted',
  initiated: 'accepted',
  sending: 'accepted',
  sent: 'accepted',
  ringing: 'accepted',
  'in-progress': 'accepted',
  delivered: 'delivered',
  completed: 'delivered',
  undelivered: 'missed',
  busy: 'missed',
  'no-answer': 'missed',
  failed: 'refused',
  canceled: 'refused',
}

/** A phone that declines a call is busy too. */
const callOutcomes: Record<string, CallOutcome> = { busy: 'busy', 'no-answer': 'no-answer' }
const isMachine = /^(machine|fax)/

function newsOf(form: Record<string, string>, deliveryId: string | null): AlertNews {
  const { MessageStatus, CallStatus, MessageSid, CallSid, ErrorCode, Digits, From, To, Body, AnsweredBy = '' } = form
  if (Digits !== undefined && deliveryId) return { is: 'key', deliveryId, key: Digits }
  if (Body !== undefined && From && To)
    return { is: 'answer', phone: From.replace(/^\+1/, ''), to: To, text: Body, messageId: MessageSid ?? null }
  const callOutcome = isMachine.test(AnsweredBy) ? 'voicemail' : (callOutcomes[CallStatus ?? ''] ?? null)
  // What answered is told apart from the call's status: someone or something did.
  const became = meanings[MessageStatus ?? CallStatus ?? ''] ?? (AnsweredBy && 'accepted')
  const providerId = MessageSid ?? CallSid
  if (!became || !providerId || !deliveryId) return { is: 'nothing' }
  return { is: 'delivery', deliveryId, providerId, became, isBlocked: ErrorCode === String(blockedByCarrier), callOutcome }
}

/** A request waiting for a connection would be past all checks and timeouts. */
const unlimited = Number.POSITIVE_INFINITY

/** Loaded on first use, and only if Twilio is configured: the SDK takes a quarter of a second and 30 MB. */
async function connect({ accountSid, authToken, url, timeoutMs }: Env['alerts']): Promise<Twilio> {
  const { default: sdk } = await import('twilio')
  const http = new sdk.RequestClient({ timeout: timeoutMs, maxSockets: unlimited, maxTotalSockets: unlimited })
  const request = http.request.bind(http)
  http.request = async (options) => {
    const answer = await request({ ...options, uri: options.uri.replace('https://api.twilio.com', url) })
    const after = retryAfterOf(answer.headers as Record<string, unknown> | undefined)
    // The SDK's own error drops the headers.
    if (after !== null && answer.statusCode >= 400) throw new AskedToWait(answer.statusCode, after)
    return answer
  }
  return sdk(accountSid, authToken, { httpClient: http, autoRetry: false })
}

/** The phone told the carrier STOP: https://www.twilio.com/docs/api/errors/21610 */
const blockedByCarrier = 21610

/** Refused before Twilio took anything in: over the request limit, or our key is wrong, which someone will fix. */
const tooEarly = [401, 403, 429]
/** Something between Twilio and us timed out: as with a 5xx, the message may have gone through. */
const gaveUp = 408
const neverConnected = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH']

function outcomeOf(error: unknown): Outcome {
  const { status, code } = error as { status?: number; code?: number | string }
  if (code === blockedByCarrier) return { is: 'refused', reason: 'unsubscribed' }
  if (status === undefined) return neverConnected.includes(String(code)) ? { is: 'later', wasTried: true } : { is: 'unsure' }
  if (tooEarly.includes(status)) return { is: 'later', wasTried: true }
  return status < 500 && status !== gaveUp ? { is: 'refused', reason: 'other' } : { is: 'unsure' }
}

/** Twilio refuses or fails, and says how many seconds to wait. */
class AskedToWait extends Error {
  readonly status: number
  readonly after: number

  constructor(status: number, after: number) {
    super(`Twilio answered ${status}, and asked for ${after} seconds of patience`)
    this.status = status
    this.after = after
  }
}

/** The header is in seconds, or a date. */
function retryAfterOf(headers: Record<string, unknown> | undefined): number | null {
  const value = headers?.['retry-after']
  if (typeof value !== 'string' || value === '') return null
  const seconds = /^\d+$/.test(value) ? Number(value) : (Date.parse(value) - Date.now()) / 1000
  return Number.isFinite(seconds) ? Math.min(longestRest, Math.max(1, Math.ceil(seconds))) : null
}

/** Seconds. A longer wait must be a mistake. */
const longestRest = 3600

/** While Twilio wants us to wait, nothing is sent at all: its limit is the account's, not a number's. */
class Backoff {
  #until = 0

  hear(error: unknown) {
    if (error instanceof AskedToWait) this.#until = Math.max(this.#until, performance.now() + error.after * 1000)
  }

  get seconds(): number {
    return Math.max(0, Math.ceil((this.#until - performance.now()) / 1000))
  }

  get asked(): { after?: number } {
    return this.seconds > 0 ? { after: this.seconds } : {}
  }
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => (made ??= make())
}
