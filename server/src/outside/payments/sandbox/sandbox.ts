// The embedded payment provider: a sandbox that behaves like a real one in test mode. It takes no real cards.
import type { sandboxCalls } from '@bordee/core/payments/sandbox.calls.ts'
import type { Handlers } from '../../../engine/ctx.ts'
import type { PaymentProvider } from '../payments.ts'
import { accountPages, sandboxAccounts } from './accounts.ts'
import { sandboxCards } from './cards.ts'
import { checkoutPages, sandboxCheckouts } from './checkouts.ts'
import { sandboxHearing } from './events.ts'
import { invoicePages } from './invoice-pages.ts'
import { sandboxInvoices } from './invoices.ts'
import { movementPages, sandboxMovements } from './movements.ts'
import { sandboxSetups, setupPages } from './setups.ts'

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

export const sandboxHandlers: Handlers<typeof sandboxCalls> = {
  ...accountPages,
  ...checkoutPages,
  ...invoicePages,
  ...movementPages,
  ...setupPages,
}
