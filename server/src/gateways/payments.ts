// The embedded payment provider: a sandbox that behaves like a real one in its test mode. Real cards come with a real provider.
import type { sandboxCalls } from '@bordee/core/payments/sandbox.calls.ts'
import type { Handlers } from '../engine/ctx.ts'
import type { PaymentProvider } from '../engine/outside/payments.ts'
import { accountPages, sandboxAccounts } from './payments.accounts.ts'
import { sandboxCards } from './payments.cards.ts'
import { checkoutPages, sandboxCheckouts } from './payments.checkouts.ts'
import { sandboxHearing } from './payments.events.ts'
import { invoicePages } from './payments.invoice-pages.ts'
import { sandboxInvoices } from './payments.invoices.ts'
import { movementPages, sandboxMovements } from './payments.movements.ts'
import { sandboxSetups, setupPages } from './payments.setups.ts'

export const sandboxPayments: PaymentProvider = {
  name: 'embedded',
  ...sandboxCards,
  ...sandboxSetups,
  ...sandboxAccounts,
  ...sandboxCheckouts,
  ...sandboxMovements,
  ...sandboxInvoices,
  ...sandboxHearing,
}

/** The calls of its own pages. */
export const sandboxHandlers: Handlers<typeof sandboxCalls> = {
  ...accountPages,
  ...checkoutPages,
  ...invoicePages,
  ...movementPages,
  ...setupPages,
}
