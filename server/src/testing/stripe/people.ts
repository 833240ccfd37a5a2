// What people do in Stripe's own forms and pages, without our server.
import type { Stripe } from 'stripe'
import { idOf, paid, refunded } from './answers.ts'
import { end } from './invoices.ts'
import type { LocalStripe } from './local-stripe.ts'
import { bankRefusal, found, made, secondsNow, stripeId, type TestCard, testCards } from './memory.ts'

/** The account's holder completes onboarding, or not. */
export function onboard({ memory, tell }: LocalStripe, accountId: string, isComplete = true) {
  const account = found(memory.accounts, 'account', accountId)
  Object.assign(account, { charges_enabled: isComplete, payouts_enabled: isComplete, details_submitted: isComplete })
  account.requirements = made<Stripe.Account.Requirements>('Accounts', 'Account.Requirements', {
    disabled_reason: isComplete ? null : 'requirements.past_due',
  })
  tell('account.updated', account, accountId)
}

/** Stripe's form submits a card: the setup succeeds, requires the bank's confirmation, or is refused. */
export function confirmSetup(
  { memory }: LocalStripe,
  clientSecret: string,
  card: TestCard = 'pm_card_visa',
  { isAuthenticated = false, name = 'Paule Tremblay' } = {},
): { status: 'succeeded'; paymentMethodId: string } | { status: 'action' } | { status: 'refused'; code: string } {
  const setup = [...memory.setups.values()].find((one) => one.client_secret === clientSecret)
  if (!setup) throw new Error('no such setup')
  const behaviour = testCards[card]
  const refusal = behaviour === 'fails-later' ? undefined : bankRefusal(behaviour)
  if (refusal) return { status: 'refused', code: refusal.words.code ?? '' }
  const method = made<Stripe.PaymentMethod>('PaymentMethods', 'PaymentMethod', {
    id: stripeId('pm'),
    created: secondsNow(),
    type: 'card',
    customer: setup.customer as string | null,
    card: made<Stripe.PaymentMethod.Card>('PaymentMethods', 'PaymentMethod.Card', {
      brand: card === 'pm_card_mastercard' ? 'mastercard' : 'visa',
      last4: card === 'pm_card_mastercard' ? '4444' : '4242',
      exp_month: 4,
      exp_year: 2097,
      funding: 'credit',
    }),
  })
  method.billing_details = { ...method.billing_details, name }
  memory.methods.set(method.id, method)
  memory.behaviours.set(method.id, behaviour)
  const asksNow = (behaviour === 'asks' || behaviour === 'asks-once') && !isAuthenticated
  Object.assign(setup, { payment_method: method.id, status: asksNow ? 'requires_action' : 'succeeded' })
  return asksNow ? { status: 'action' } : { status: 'succeeded', paymentMethodId: method.id }
}

/** A client pays in Stripe's embedded checkout. */
export function payCheckout({ memory, tell }: LocalStripe, clientSecret: string): Stripe.Checkout.Session {
  const session = [...memory.sessions.values()].find((one) => one.client_secret === clientSecret)
  if (!session) throw new Error('no such checkout')
  if (session.status !== 'open') return session
  const at = memory.places.get(session.id) ?? ''
  const { id } = paid(memory, at, session.amount_total ?? 0)
  Object.assign(session, { status: 'complete', payment_status: 'paid', payment_intent: id })
  tell('checkout.session.completed', session, at)
  return session
}

/** A card holder confirms an invoice with their bank. */
export function confirmInvoice({ memory, tell }: LocalStripe, clientSecret: string) {
  const invoice = [...memory.invoices.values()].find((one) => one.confirmation_secret?.client_secret === clientSecret)
  if (!invoice) throw new Error('no such invoice')
  end(invoice, 'paid')
  tell('invoice.paid', invoice)
}

/** Someone refunds a payment in Stripe's dashboard. */
export const refundThere = ({ memory, tell }: LocalStripe, at: string, paymentId: string, amount: number) =>
  refunded(memory, { payment_intent: paymentId, amount }, at, tell)

/** A refund that the bank returned. */
export function failRefund({ memory, tell }: LocalStripe, at: string, refundId: string) {
  const refund = found(memory.refunds, 'refund', refundId)
  Object.assign(refund, { status: 'failed' })
  tell('refund.failed', refund, at)
}

/** A card holder disputes a payment; the bank then decides, and the money may come back. */
export function dispute({ memory, tell }: LocalStripe, at: string, paymentId: string): Stripe.Dispute {
  const intent = found(memory.intents, 'payment_intent', paymentId)
  const one = made<Stripe.Dispute>('Disputes', 'Dispute', {
    id: stripeId('dp'),
    amount: intent.amount,
    charge: idOf(intent.latest_charge) ?? '',
    created: secondsNow(),
    currency: 'cad',
    payment_intent: paymentId,
    reason: 'fraudulent',
    status: 'needs_response',
  })
  memory.disputes.set(one.id, one)
  memory.places.set(one.id, at)
  move(memory, one, at, -intent.amount)
  tell('charge.dispute.funds_withdrawn', one, at)
  return one
}

export function winDispute({ memory, tell }: LocalStripe, at: string, disputeId: string) {
  const one = found(memory.disputes, 'dispute', disputeId)
  one.status = 'won'
  move(memory, one, at, one.amount)
  tell('charge.dispute.funds_reinstated', one, at)
}

function move(memory: LocalStripe['memory'], one: Stripe.Dispute, at: string, amount: number) {
  const moved = made<Stripe.BalanceTransaction>('BalanceTransactions', 'BalanceTransaction', {
    id: stripeId('txn'),
    amount,
    created: secondsNow(),
    currency: 'cad',
    reporting_category: amount < 0 ? 'dispute' : 'dispute_reversal',
    source: one.id,
    status: 'available',
    type: 'adjustment',
  })
  memory.moved.set(moved.id, moved)
  memory.places.set(moved.id, at)
  one.balance_transactions.push(moved)
}
