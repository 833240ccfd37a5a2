// Cards, charges and accounts, whoever keeps and makes them.
import type { PaymentAccount } from '@bordee/core/payments/account.ts'
import type { Card } from '@bordee/core/payments/card.ts'
import type { AtWork } from './at-work.ts'
import type { Posted } from './posted.ts'

/** What a provider tells of a card that it keeps. */
interface KeptCard {
  id: string
  brand: string
  last4: string
  expMonth: number
  expYear: number
}

interface Charge {
  customerId: string
  cardId: string
  /** Cents. */
  amount: number
  /** The same each time one charge is tried: nobody pays twice. */
  key: string
}

/** `action`: the holder must authenticate himself with his bank (3-D Secure) before it goes through. */
type ChargeOutcome = { status: 'paid'; chargeId: string } | { status: 'action' } | { status: 'refused'; message: string }

/** What a provider posts, in our words. `other`: nothing that we act upon. */
export type PaymentNews = { eventId: string } & (
  | { is: 'account'; accountId: string }
  /** `key`: the one under which the checkout was opened. */
  | { is: 'checkout-paid'; key: string; paymentId: string; amount: number }
  | { is: 'checkout-expired'; key: string }
  | { is: 'other' }
)

/** A payment to one account that someone may make in his browser. */
interface CheckoutRequest {
  /** The same each time one checkout is opened: it is opened once. */
  key: string
  /** What the provider answered before, where it is known. */
  sessionId: string | null
  accountId: string
  /** Cents. */
  amount: number
  description: string
}

export interface CheckoutSession {
  id: string
  status: 'open' | 'paid' | 'expired'
  clientSecret: string
  /** The provider's own page for it, where there is one. */
  url: string | null
}

export interface PaymentProvider {
  name: 'embedded' | 'stripe'
  /** Someone who pays: a company. Answers the provider's id. */
  addCustomer(work: AtWork): Promise<string>
  /** Throws a `CardRefused` for what the bank or the provider will not take. */
  addCard(work: AtWork, customerId: string, card: Card): Promise<KeptCard>
  removeCard(work: AtWork, cardId: string): Promise<void>
  charge(work: AtWork, charge: Charge): Promise<ChargeOutcome>
  /** Erases a customer with all his cards. */
  forget(work: AtWork, customerId: string): Promise<void>

  /** Opens a company's account: it takes no card before its holder has told what the provider must know. */
  addAccount(work: AtWork, company: { name: string; email: string }): Promise<PaymentAccount>
  /** As it is now; null when there is none any more. */
  readAccount(work: AtWork, accountId: string): Promise<PaymentAccount | null>
  removeAccount(work: AtWork, accountId: string): Promise<void>
  /** Where its holder tells that; afterwards he is led back to `returnPath` of our web app. */
  onboardingLink(work: AtWork, accountId: string, returnPath: string): Promise<string>
  signInLink(work: AtWork, accountId: string, returnPath: string): Promise<string>
  /** What its embedded page is opened with. */
  accountSession(work: AtWork, accountId: string): Promise<string>

  openCheckout(work: AtWork, checkout: CheckoutRequest): Promise<CheckoutSession>
  /** `paid`: it is too late. */
  expireCheckout(work: AtWork, accountId: string, sessionId: string): Promise<'expired' | 'paid'>

  /** What a webhook brought; null when it does not bear a good signature. */
  hear(work: AtWork, posted: Posted): Promise<PaymentNews | null>
}

/** Fit to be shown under the field; it never quotes the card. */
export class CardRefused extends Error {
  override readonly name = 'CardRefused'
  readonly field: 'number' | 'cvc' | 'expDate'

  constructor(message: string, field: 'number' | 'cvc' | 'expDate' = 'number') {
    super(message)
    this.field = field
  }
}
