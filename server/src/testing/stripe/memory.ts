// What the local Stripe stores, and how its objects are created: complete, according to the description.
import { randomBytes } from 'node:crypto'
import type { Stripe } from 'stripe'
import { blank } from './shapes.ts'

/** How a card behaves, by the names of Stripe's test payment methods. */
export const testCards = {
  pm_card_visa: 'succeeds',
  pm_card_mastercard: 'succeeds',
  pm_card_chargeDeclined: 'generic_decline',
  pm_card_chargeDeclinedInsufficientFunds: 'insufficient_funds',
  pm_card_chargeDeclinedExpiredCard: 'expired_card',
  pm_card_chargeDeclinedIncorrectCvc: 'incorrect_cvc',
  pm_card_chargeDeclinedProcessingError: 'processing_error',
  /** Saved, then declined when charged. */
  pm_card_chargeCustomerFail: 'fails-later',
  /** Requires authentication at every charge. */
  pm_card_authenticationRequired: 'asks',
  /** Requires authentication once, at setup. */
  pm_card_authenticationRequiredOnSetup: 'asks-once',
} as const
export type TestCard = keyof typeof testCards
export type Behaviour = (typeof testCards)[TestCard]

export class Memory {
  readonly customers = new Map<string, Stripe.Customer>()
  readonly setups = new Map<string, Stripe.SetupIntent>()
  readonly methods = new Map<string, Stripe.PaymentMethod>()
  readonly behaviours = new Map<string, Behaviour>()
  readonly accounts = new Map<string, Stripe.Account>()
  readonly sessions = new Map<string, Stripe.Checkout.Session>()
  readonly intents = new Map<string, Stripe.PaymentIntent>()
  readonly charges = new Map<string, Stripe.Charge>()
  readonly refunds = new Map<string, Stripe.Refund>()
  readonly disputes = new Map<string, Stripe.Dispute>()
  readonly moved = new Map<string, Stripe.BalanceTransaction>()
  readonly invoices = new Map<string, Stripe.Invoice>()
  /** The connected account of an object, by the object's id. Objects not listed belong to the platform. */
  readonly places = new Map<string, string>()
  /** Objects that Stripe's search doesn't find yet. */
  readonly unindexed = new Set<string>()
}

export const stripeId = (kind: string) => `${kind}_${randomBytes(12).toString('hex')}`
/** Never goes backwards, so that objects stay in creation order. */
let last = 0
export const secondsNow = () => {
  last = Math.max(last, Math.floor(Date.now() / 1000))
  return last
}

/** `made('Customers', 'Customer', {…})`: with every field that the description requires. */
export const made = <T>(file: string, name: string, more: Partial<T>): T =>
  ({ ...(blank({ is: 'name', name, file, within: '' }) as object), ...more }) as T

interface Words {
  type?: 'invalid_request_error' | 'card_error' | 'api_error' | 'idempotency_error' | 'authentication_error'
  code?: string
  decline_code?: string
  param?: string
}

/** A refusal, in Stripe's format. */
export class Refusal extends Error {
  readonly status: number
  readonly words: Words
  constructor(status: number, message: string, words: Words = {}) {
    super(message)
    this.status = status
    this.words = words
  }
  get body() {
    return { error: { type: this.words.type ?? 'invalid_request_error', message: this.message, ...this.words } }
  }
}

export const missing = (what: string, id: string) =>
  new Refusal(404, `No such ${what}: '${id}'`, { code: 'resource_missing', param: what.replace(/\W/g, '_') })

export function found<T>(things: Map<string, T>, what: string, id: string): T {
  const thing = things.get(id)
  if (!thing) throw missing(what, id)
  return thing
}

const declineCodes: Partial<Record<Behaviour, string>> = {
  generic_decline: 'card_declined',
  insufficient_funds: 'card_declined',
  'fails-later': 'card_declined',
  expired_card: 'expired_card',
  incorrect_cvc: 'incorrect_cvc',
  processing_error: 'processing_error',
}

/** The bank's refusal when a card is charged; undefined if it pays. */
export function bankRefusal(behaviour: Behaviour): Refusal | undefined {
  const code = declineCodes[behaviour]
  if (!code) return undefined
  const decline_code = behaviour === 'fails-later' ? 'generic_decline' : behaviour
  return new Refusal(402, 'Your card was declined.', { type: 'card_error', code, ...(code === 'card_declined' && { decline_code }) })
}
