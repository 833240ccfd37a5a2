// Stripe: payments for real. Each part speaks its words; nothing of them leaves the gateway.
import type { Env } from '../engine/env.ts'
import type { CardSetups, Invoicing, Movements, PaymentProvider } from '../engine/outside/payments.ts'
import { stripeAccounts } from './payments.stripe.accounts.ts'
import { stripeCards } from './payments.stripe.cards.ts'
import { stripeCheckouts } from './payments.stripe.checkouts.ts'
import { stripeHearing } from './payments.stripe.events.ts'
import { stripeInvoices } from './payments.stripe.invoices.ts'
import { openLine } from './payments.stripe.line.ts'
import { stripeMovements } from './payments.stripe.movements.ts'

export function stripePayments(settings: Env['payments']): PaymentProvider & Movements & Invoicing & CardSetups {
  const line = openLine(settings)
  return {
    name: 'stripe',
    ...stripeCards(line),
    ...stripeAccounts(line),
    ...stripeCheckouts(line),
    ...stripeMovements(line),
    ...stripeInvoices(line),
    ...stripeHearing(line, settings),
  }
}
