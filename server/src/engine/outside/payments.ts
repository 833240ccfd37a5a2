// Cards and charges, whoever keeps and makes them.
import type { Card } from '@bordee/core/payments/card.ts'
import type { AtWork } from './at-work.ts'

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

export interface PaymentProvider {
  /** Someone who pays: a company. Answers the provider's id. */
  addCustomer(work: AtWork): Promise<string>
  /** Throws a `CardRefused` for what the bank or the provider will not take. */
  addCard(work: AtWork, customerId: string, card: Card): Promise<KeptCard>
  removeCard(work: AtWork, cardId: string): Promise<void>
  charge(work: AtWork, charge: Charge): Promise<ChargeOutcome>
  /** Erases a customer with all his cards. */
  forget(work: AtWork, customerId: string): Promise<void>
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
