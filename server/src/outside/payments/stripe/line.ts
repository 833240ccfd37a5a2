// Access to Stripe: the SDK, what its refusals mean, and how to make something exactly once.
import { Problem } from '@bordee/core/problem.ts'
import type { Stripe } from 'stripe'
import type { Env } from '../../../engine/env.ts'

/** Calls Stripe. Throws a `Refused` for a refusal, an `Unreachable` if a retry may help. */
export type Line = <T>(run: (api: Stripe) => Promise<T>) => Promise<T>

/** The API version of the pinned SDK, whatever the account's setting. */
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

/** Loaded on first use: the SDK is large, and most servers don't need it. */
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

/** A refusal by Stripe. Its own words stay out of the message: they are English, and may quote what was sent. */
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

/** It may or may not have been done: a retry uses the same key. */
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

/** Null for an object that doesn't exist, or no longer. */
export async function orNull<T>(asked: Promise<T>): Promise<T | null> {
  try {
    return await asked
  } catch (error) {
    if (error instanceof Refused && error.isMissing) return null
    throw error
  }
}

const declined = 'La carte a été refusée par la banque.'
/** By Stripe's code. Anything else, a stolen card included, is simply refused. */
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
/** How many refusals under one key to step over. */
const steps = 5

interface Making<T> {
  key: string
  /** Finds what was made earlier, other than by the key. */
  find(): Promise<T | null | undefined>
  make(key: string): Promise<T>
  /** When it may first have been made. Without it, look first. */
  since?: Date
  now: Date
}

/**
 * Makes something once, whatever crashes. Stripe repeats its answer to a key for a day; after that we search first.
 * It also repeats a refusal for a day, even if the cause is gone: as nothing was made, we use the next key in a
 * series, and a retry goes through the same series.
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
      // Something else may have been made under this key, and a repeated error doesn't say what was done.
      const made = await find()
      if (made) return made
    }
  }
}

/** Where Stripe's objects carry our keys. */
export const keyOf = ({ metadata }: { metadata?: Record<string, string> | null }) => metadata?.bordee_key
export const marked = (key: string) => ({ bordee_key: key })
