// Stripe: real payments. Each part uses its vocabulary, which never leaves the gateway.
import type { Env } from '../../../engine/env.ts'
import type { CardSetups, Invoicing, Movements, PaymentProvider } from '../payments.ts'
import { stripeAccounts } from './accounts.ts'
import { stripeCards } from './cards.ts'
import { stripeCheckouts } from './checkouts.ts'
import { stripeHearing } from './events.ts'
import { stripeInvoices } from './invoices.ts'
import { openLine } from './line.ts'
import { stripeMovements } from './movements.ts'

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
