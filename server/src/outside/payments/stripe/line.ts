// The line to Stripe: the SDK, what its refusals mean, and how something is made once there.
import { Problem } from '@bordee/core/problem.ts'
import type { Stripe } from 'stripe'
import type { Env } from '../../../engine/env.ts'

/** Asks Stripe something. What it refuses is thrown as a `Refused`, what may go better another time as an `Unreachable`. */
export type Line = <T>(run: (api: Stripe) => Promise<T>) => Promise<T>

/** The version of the API that the pinned SDK speaks, whatever the account is set to. */
const apiVersion = '2026-10-28.endive'

export function openLine(settings: Env['payments']): Line {
  let api: Promise<Stripe> | undefined
  return async (run) => {
    api ??= connect(settings)
    const connected = await api
    try {
      return await run(connected)
    } catch (error) {
      throw translated(error)
    }
  }
}

/** Loaded when it is first needed: the SDK is large, and most servers have no use for it. */
async function connect({ secretKey, url, timeoutMs }: Env['payments']): Promise<Stripe> {
  const { default: Sdk } = await import('stripe')
  const { hostname, port, protocol } = new URL(url)
  return new Sdk(secretKey, {
    apiVersion,
    telemetry: false,
    timeout: timeoutMs,
    maxNetworkRetries: 1, // under the same key
    host: hostname,
    port: port || (protocol === 'http:' ? 80 : 443),
    protocol: protocol === 'http:' ? 'http' : 'https',
  })
}

/** What Stripe will not do. Its own words stay out of the message: they are English, and may quote what was sent. */
export class Refused extends Error {
  override readonly name = 'Refused'
  readonly is: 'card' | 'request' | 'access' | 'other-params'
  readonly code: string
  readonly declineCode: string
  readonly isReplayed: boolean
  readonly isMissing: boolean

  constructor(is: Refused['is'], { code = '', decline_code = '', param, requestId, statusCode, headers }: SdkError) {
    super(`Stripe refused: ${statusCode} ${code} ${param ?? ''} (${requestId ?? 'no request id'})`)
    this.is = is
    this.code = code
    this.declineCode = decline_code
    this.isReplayed = wasReplayed(headers)
    this.isMissing = statusCode === 404 || code === 'resource_missing' || code === 'account_invalid'
  }
}

/** Nobody knows whether it was done: whoever asks again asks under the same key. */
class Unreachable extends Problem {
  readonly isReplayed: boolean

  constructor(isReplayed = false) {
    super(503, 'Le fournisseur de paiement ne répond pas. Veuillez réessayer dans un instant.', { code: 'provider-unreachable' })
    this.isReplayed = isReplayed
  }
}

interface SdkError {
  type?: string
  code?: string
  decline_code?: string
  param?: string
  requestId?: string
  statusCode?: number
  headers?: Record<string, string>
}

const wasReplayed = (headers: SdkError['headers']) => headers?.['idempotent-replayed'] === 'true'

function translated(error: unknown): unknown {
  const told = error as SdkError
  if (!(error instanceof Error) || !told.type?.startsWith('Stripe')) return error
  const { type, statusCode = 0 } = told
  if (type === 'StripeIdempotencyError') return new Refused('other-params', told)
  if (statusCode === 0 || statusCode === 409 || statusCode === 429 || statusCode >= 500) return new Unreachable(wasReplayed(told.headers))
  if (type === 'StripeCardError') return new Refused('card', told)
  if (type === 'StripeAuthenticationError' || type === 'StripePermissionError') return new Refused('access', told)
  return new Refused('request', told)
}

/** Null for what is not there, or no longer. */
export async function orNull<T>(asked: Promise<T>): Promise<T | null> {
  try {
    return await asked
  } catch (error) {
    if (error instanceof Refused && error.isMissing) return null
    throw error
  }
}

const declined = 'La carte a été refusée par la banque.'
/** By Stripe's code. Anything else, a stolen card among it, is simply refused. */
const messages: Record<string, string> = {
  insufficient_funds: 'La carte a été refusée\u00a0: fonds insuffisants.',
  expired_card: 'La carte est expirée.',
  incorrect_cvc: 'Le CVC est incorrect.',
  invalid_cvc: 'Le CVC est incorrect.',
  processing_error: 'La banque n’a pas pu traiter la carte. Veuillez réessayer dans un instant.',
  authentication_required: 'Votre banque demande une authentification pour cette carte.',
}

export const declineMessage = ({ code, declineCode }: Pick<Refused, 'code' | 'declineCode'>): string =>
  messages[declineCode] ?? messages[code] ?? declined

/** Hours. Stripe remembers a key for at least a day. */
const remembered = 23
/** How many refusals under one key are stepped over. */
const steps = 5

interface Making<T> {
  key: string
  /** What was made under the key before, found otherwise than by it. */
  find(): Promise<T | null | undefined>
  make(key: string): Promise<T>
  /** Since when it may exist, as of now. Without it, it is looked for first. */
  since?: Date
  now: Date
}

/**
 * Makes something once, whatever dies in between. Under its key Stripe answers the same again, for a day; after that it is looked for. Stripe also repeats a refusal for a
 * day, long after its reason has gone: since nothing was made, the next key in a row is as good, and whoever tries again walks the same row.
 */
export async function makeOnce<T>({ key, find, make, since, now }: Making<T>): Promise<T> {
  const mayBeForgotten = !since || now.getTime() - since.getTime() > remembered * 3_600_000
  const known = mayBeForgotten ? await find() : undefined
  if (known) return known
  for (let step = 1; ; step++) {
    try {
      return await make(step === 1 ? key : `${key}-${step}`)
    } catch (error) {
      const hasOtherParams = error instanceof Refused && error.is === 'other-params'
      const isReplayed = (error instanceof Refused || error instanceof Unreachable) && error.isReplayed
      if (step === steps || (!hasOtherParams && !isReplayed)) throw error
      // Something else was perhaps made under this key; a repeated fault says nothing of what was done.
      const made = await find()
      if (made) return made
    }
  }
}

/** Where our keys stand in what Stripe keeps. */
export const keyOf = ({ metadata }: { metadata?: Record<string, string> | null }) => metadata?.bordee_key
export const marked = (key: string) => ({ bordee_key: key })
