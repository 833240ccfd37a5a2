// Cards, bills and accounts, whoever keeps and makes them.
import type { PaymentAccount } from '@bordee/core/payments/account.ts'
import type { Card } from '@bordee/core/payments/card.ts'
import type { Posted } from '../../engine/http/posted.ts'
import type { AtWork } from '../at-work.ts'

/** What a provider tells of a card that it keeps. */
export interface KeptCard {
  id: string
  brand: string
  last4: string
  expMonth: number
  expYear: number
}

/** What a provider posts, in our words. `other`: nothing that we act upon. `key`: the one under which we opened or issued it. */
export type PaymentNews = { eventId: string } & (
  | { is: 'account'; accountId: string }
  /** `accountId`: where it arrived, if that is told. */
  | { is: 'checkout-paid'; key: string; accountId: string | null; paymentId: string; amount: number }
  | { is: 'checkout-expired'; key: string; accountId: string | null }
  /** Something moved at a payment: a refund, a dispute. What, is asked. */
  | { is: 'payment'; paymentId: string }
  /** Something became of a bill of ours: paid, given up, annulled. What, is asked. */
  | { is: 'invoice'; key: string; invoiceId: string }
  | { is: 'other' }
)

/** Money that came to an account or left it. Refunds and disputes are negative; a dispute that was won comes back. */
export interface Movement {
  /** The provider's: each is recorded once. */
  id: string
  paymentId: string
  is: 'payment' | 'refund' | 'dispute'
  /** Cents. */
  amount: number
  at: Date
}

/** What happens to payments once they are made. */
export interface Movements {
  /** All that moved at one payment; a refund that failed is not there any more. */
  readPayment(work: AtWork, accountId: string, paymentId: string): Promise<Movement[]>
  /** Gives back a part of a payment, or all of it. `key`: the same each time one refund is asked for. */
  refund(
    work: AtWork,
    refund: { accountId: string; paymentId: string; amount: number; key: string },
  ): Promise<{ status: 'done' } | { status: 'refused'; message: string }>
  /** All that moved at an account from `from` until before `until`. */
  listMovements(work: AtWork, accountId: string, from: Date, until: Date): Promise<Movement[]>
}

/** A bill of the platform to a company. All amounts are ours, in cents, and add up: the provider computes nothing. */
export interface Bill {
  /** The same each time one bill is issued: it is issued once. */
  key: string
  customerId: string
  /** Whom it is for, as it is printed: a name, and the lines of an address. */
  billTo: { name: string; lines: string[] }
  lines: { description: string; quantity: number; amount: number; period: { start: Date; end: Date } | null }[]
  /** « TPS (5 %) ». */
  taxes: { description: string; amount: number }[]
  total: number
  /** Printed at its foot: the platform's tax numbers. */
  notes: string[]
}

export interface IssuedInvoice {
  id: string
  key: string
  number: string
  status: 'open' | 'paid' | 'uncollectible' | 'void'
  total: number
  hostedUrl: string | null
  pdfUrl: string | null
  paidAt: Date | null
}

/** `action`: with `clientSecret` the browser of the card's holder asks his bank (3-D Secure). */
export type InvoiceOutcome = { status: 'paid' } | { status: 'action'; clientSecret: string } | { status: 'refused'; message: string }

export interface Invoicing {
  issueInvoice(work: AtWork, bill: Bill): Promise<IssuedInvoice>
  readInvoice(work: AtWork, invoiceId: string): Promise<IssuedInvoice | null>
  /** `key`: the same each time one attempt is made, another for the next one. One that is paid already is `paid`. */
  payInvoice(work: AtWork, attempt: { invoiceId: string; customerId: string; cardId: string; key: string }): Promise<InvoiceOutcome>
  /** Nobody can pay it any more. `paid`: it is too late. */
  voidInvoice(work: AtWork, invoiceId: string): Promise<'void' | 'paid'>
  /** We do not try any more; whoever has its page still can. */
  giveUpInvoice(work: AtWork, invoiceId: string): Promise<'uncollectible' | 'paid'>
  /** The bills issued from `from` until before `until`. */
  listInvoices(work: AtWork, from: Date, until: Date): Promise<IssuedInvoice[]>
}

/** A card is typed into the provider's own form, and its holder's bank is asked, before we hear of it. */
export interface CardSetups {
  /** What the form is opened with. */
  startCardSetup(work: AtWork, customerId: string): Promise<string>
  /** A card that the form has kept. Throws a `CardRefused` for one that is not this customer's, or whose bank was not asked. */
  keepCard(work: AtWork, customerId: string, cardId: string): Promise<KeptCard & { name: string }>
}

/** An account that is to be opened for a company. */
export interface AccountRequest {
  /** The same each time one account is asked for: it is opened once. */
  key: string
  /** When it was first asked for. */
  since: Date
  name: string
  email: string
}

/** A payment to one account that someone may make in his browser. */
interface CheckoutRequest {
  /** The same each time one checkout is opened: it is opened once. */
  key: string
  /** What the provider answered before, where it is known. */
  sessionId: string | null
  /** When it was first asked for: a provider that has forgotten the key by now looks for what it opened since then. */
  since: Date
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

export interface PaymentProvider extends Movements, Invoicing, CardSetups {
  name: 'embedded' | 'stripe'
  /** Someone who pays: a company. Answers the provider's id. `key`: the same each time one customer is asked for. */
  addCustomer(work: AtWork, customer: { key: string; name: string; email: string }): Promise<string>
  /** Throws a `CardRefused` for what the bank or the provider will not take. */
  addCard(work: AtWork, customerId: string, card: Card): Promise<KeptCard>
  removeCard(work: AtWork, cardId: string): Promise<void>
  /** Erases a customer with all his cards. */
  forget(work: AtWork, customerId: string): Promise<void>

  /** Opens a company's account: it takes no card before its holder has told what the provider must know. */
  addAccount(work: AtWork, account: AccountRequest): Promise<PaymentAccount>
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
