// Cards, bills and accounts, for any provider.
import type { PaymentAccount } from '@bordee/core/payments/account.ts'
import type { Card } from '@bordee/core/payments/card.ts'
import type { Posted } from '../../engine/http/posted.ts'
import type { GatewayWork } from '../gateway-work.ts'

/** What a provider tells us about a saved card. */
export interface KeptCard {
  id: string
  brand: string
  last4: string
  expMonth: number
  expYear: number
}

/** A provider's news, in our words. `other`: nothing we act on. `key`: the one we opened or issued it under. */
export type PaymentNews = { eventId: string } & (
  | { is: 'account'; accountId: string }
  /** `accountId`: where it arrived, if known. */
  | { is: 'checkout-paid'; key: string; accountId: string | null; paymentId: string; amount: number }
  | { is: 'checkout-expired'; key: string; accountId: string | null }
  /** Something changed at a payment: a refund, a dispute. We ask what. */
  | { is: 'payment'; paymentId: string }
  /** One of our bills changed: paid, given up, annulled. We ask what. */
  | { is: 'invoice'; key: string; invoiceId: string }
  | { is: 'other' }
)

/** Money that came to an account or left it. Refunds and disputes are negative; a dispute won is positive. */
export interface Movement {
  /** The provider's: each is recorded once. */
  id: string
  paymentId: string
  is: 'payment' | 'refund' | 'dispute'
  /** Cents. */
  amount: number
  at: Date
}

/** What happens to payments after they are made. */
export interface Movements {
  /** All movements of one payment, without failed refunds. */
  readPayment(work: GatewayWork, accountId: string, paymentId: string): Promise<Movement[]>
  /** Refunds all or part of a payment. `key`: the same at each try of a refund. */
  refund(
    work: GatewayWork,
    refund: { accountId: string; paymentId: string; amount: number; key: string },
  ): Promise<{ status: 'done' } | { status: 'refused'; message: string }>
  /** All movements of an account from `from` until before `until`. */
  listMovements(work: GatewayWork, accountId: string, from: Date, until: Date): Promise<Movement[]>
}

/** A bill from the platform to a company. All amounts are ours, in cents, and add up: the provider computes nothing. */
export interface Bill {
  /** The same at each try: the bill is issued once. */
  key: string
  customerId: string
  /** The recipient as printed: a name, and the lines of an address. */
  billTo: { name: string; lines: string[] }
  lines: { description: string; quantity: number; amount: number; period: { start: Date; end: Date; timeZone: string } | null }[]
  /** « TPS (5 %) ». */
  taxes: { description: string; amount: number }[]
  total: number
  /** Printed at the foot: the platform's tax numbers. */
  notes: string[]
}

export interface IssuedInvoice {
  id: string
  key: string
  number: string
  status: 'open' | 'paid' | 'uncollectible' | 'void'
  total: number
  /** Its page and its file; a path, if they are on this server. */
  hostedUrl: string | null
  pdfUrl: string | null
  paidAt: Date | null
}

/** `action`: with `clientSecret`, the cardholder's browser asks their bank (3-D Secure). */
export type InvoiceOutcome = { status: 'paid' } | { status: 'action'; clientSecret: string } | { status: 'refused'; message: string }

export interface Invoicing {
  issueInvoice(work: GatewayWork, bill: Bill): Promise<IssuedInvoice>
  readInvoice(work: GatewayWork, invoiceId: string): Promise<IssuedInvoice | null>
  /** `key`: the same at each try of an attempt, a new one for the next attempt. An invoice already paid is `paid`. */
  payInvoice(work: GatewayWork, attempt: { invoiceId: string; customerId: string; cardId: string; key: string }): Promise<InvoiceOutcome>
  /** Makes it impossible to pay. `paid`: too late. */
  voidInvoice(work: GatewayWork, invoiceId: string): Promise<'void' | 'paid'>
  /** We stop trying; it can still be paid on its page. */
  giveUpInvoice(work: GatewayWork, invoiceId: string): Promise<'uncollectible' | 'paid'>
  /** The bills issued from `from` until before `until`. */
  listInvoices(work: GatewayWork, from: Date, until: Date): Promise<IssuedInvoice[]>
}

/** The card is typed into the provider's own form, and its holder's bank asked, before we hear of it. */
export interface CardSetups {
  /** `clientSecret`: what the form is opened with. */
  startCardSetup(work: GatewayWork, customerId: string): Promise<{ id: string; clientSecret: string }>
  /** The card that the form has saved. One that the provider doesn't know is `expired`. */
  readCardSetup(work: GatewayWork, setupId: string): Promise<{ status: 'open' | 'expired' } | { status: 'saved'; cardId: string }>
  /** A card the form has saved. Throws a `CardRefused` for another customer's, or if the bank wasn't asked. */
  keepCard(work: GatewayWork, customerId: string, cardId: string): Promise<KeptCard & { name: string }>
}

/** An account to open for a company. */
export interface AccountRequest {
  /** The same at each try: the account is opened once. */
  key: string
  /** When it was first requested. */
  since: Date
  name: string
  email: string
}

/** A payment to one account that someone may make in their browser. */
interface CheckoutRequest {
  /** The same at each try: the checkout is opened once. */
  key: string
  /** The provider's earlier answer, if known. */
  sessionId: string | null
  /** When it was first requested: a provider that has forgotten the key searches what it opened since then. */
  since: Date
  accountId: string
  /** Cents. */
  amount: number
  description: string
}

export type PaidCheckout = { status: 'paid'; paymentId: string; amount: number }
/** `pending`: the client has done their part, and the money may still come. */
export type CheckoutEnd = { status: 'pending' } | { status: 'expired' } | PaidCheckout
export type CheckoutState = { status: 'open' } | CheckoutEnd

export type CheckoutSession = CheckoutState & {
  id: string
  clientSecret: string
  /** The provider's own page for it, if there is one. */
  url: string | null
}

export interface PaymentProvider extends Movements, Invoicing, CardSetups {
  name: 'embedded' | 'stripe'
  /** Adds a payer, a company, and returns the provider's id. `key`: the same at each try for one customer. */
  addCustomer(work: GatewayWork, customer: { key: string; name: string; email: string }): Promise<string>
  /** Throws a `CardRefused` if the bank or the provider refuses the card. */
  addCard(work: GatewayWork, customerId: string, card: Card): Promise<KeptCard>
  removeCard(work: GatewayWork, cardId: string): Promise<void>
  /** Erases a customer with all their cards. */
  forget(work: GatewayWork, customerId: string): Promise<void>

  /** Opens a company's account. It takes no card until its holder has told the provider what it must know. */
  addAccount(work: GatewayWork, account: AccountRequest): Promise<PaymentAccount>
  /** Its current state; null if it no longer exists. */
  readAccount(work: GatewayWork, accountId: string): Promise<PaymentAccount | null>
  removeAccount(work: GatewayWork, accountId: string): Promise<void>
  /** The provider's onboarding page for the holder, which leads back to `returnPath` of our web app. */
  onboardingLink(work: GatewayWork, accountId: string, returnPath: string): Promise<string>
  signInLink(work: GatewayWork, accountId: string, returnPath: string): Promise<string>
  /** What its embedded page is opened with. */
  accountSession(work: GatewayWork, accountId: string): Promise<string>

  openCheckout(work: GatewayWork, checkout: CheckoutRequest): Promise<CheckoutSession>
  /** One that the provider doesn't know is `expired`. */
  readCheckout(work: GatewayWork, accountId: string, sessionId: string): Promise<CheckoutState>
  /** `paid` or `pending`: too late. */
  expireCheckout(work: GatewayWork, accountId: string, sessionId: string): Promise<CheckoutEnd>

  /** A webhook's news; null without a good signature. */
  hear(work: GatewayWork, posted: Posted): Promise<PaymentNews | null>
}

/** The message can be shown under the field; it never quotes the card. */
export class CardRefused extends Error {
  override readonly name = 'CardRefused'
  readonly field: 'number' | 'cvc' | 'expDate'

  constructor(message: string, field: 'number' | 'cvc' | 'expDate' = 'number') {
    super(message)
    this.field = field
  }
}
