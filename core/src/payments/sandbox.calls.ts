// The embedded payment provider's own pages, which a real provider would host. Anyone with the link may use them.
import * as z from 'zod'
import { call, slice } from '../call.ts'
import { instant } from '../wire.ts'
import { paymentAccount } from './account.ts'
import { cardFields } from './card.ts'

/** Sealed by the sandbox: valid for one account and one use, for an hour. */
const token = z.string().min(1).max(500)
const limits = [{ by: 'address', max: 300, seconds: 3600 }] as const

const sandboxAccount = z.object({
  ...paymentAccount.shape,
  companyName: z.string(),
  /** Where the account holder came from. */
  returnPath: z.string(),
})
export type SandboxAccount = z.infer<typeof sandboxAccount>

const sandboxPayment = z.object({
  id: z.string(),
  amount: z.int(),
  /** What was neither refunded nor taken back. */
  left: z.int(),
  disputed: z.int(),
  description: z.string(),
  at: z.string(),
})
export type SandboxPayment = z.infer<typeof sandboxPayment>

const sandboxCheckout = z.object({ amount: z.int(), description: z.string(), status: z.enum(['open', 'paid', 'expired']) })

const sandboxInvoice = z.object({
  number: z.string(),
  status: z.enum(['open', 'paid', 'uncollectible', 'void']),
  total: z.int(),
  billTo: z.object({ name: z.string(), lines: z.array(z.string()) }),
  /** `period` in words. */
  lines: z.array(z.object({ description: z.string(), quantity: z.int(), amount: z.int(), period: z.string().nullable() })),
  taxes: z.array(z.object({ description: z.string(), amount: z.int() })),
  notes: z.array(z.string()),
  issuedAt: instant,
  paidAt: instant.nullable(),
})
export type SandboxInvoice = z.infer<typeof sandboxInvoice>

export const sandboxCalls = slice('sandbox', {
  getSandboxOnboarding: call('GET /sandbox/onboarding/:token', {
    who: 'anyone',
    input: { token },
    limits,
    returns: sandboxAccount,
    summary: 'Sandbox: the account being set up',
  }),

  endSandboxOnboarding: call('POST /sandbox/onboarding/:token', {
    who: 'anyone',
    input: { token, outcome: z.enum(['complete', 'incomplete']) },
    limits,
    returns: sandboxAccount,
    touches: ['companies', 'contracts', 'payments'],
    summary: 'Sandbox: enables the account, or leaves it incomplete',
  }),

  getSandboxAccount: call('GET /sandbox/account/:token', {
    who: 'anyone',
    input: { token },
    limits,
    returns: sandboxAccount,
    summary: 'Sandbox: the account’s own page',
  }),

  listSandboxPayments: call('GET /sandbox/account/:token/payments', {
    who: 'anyone',
    input: { token },
    limits,
    returns: z.array(sandboxPayment),
    summary: 'Sandbox: payments to the account, newest first',
  }),

  moveSandboxPayment: call('POST /sandbox/account/:token/payments/:paymentId', {
    who: 'anyone',
    input: { token, paymentId: z.string().min(1).max(100), event: z.enum(['refund', 'dispute', 'win']) },
    limits,
    touches: ['contracts'],
    summary: 'Sandbox: refunds a payment, disputes it, or decides the dispute in favour of the account’s holder',
  }),

  getSandboxCheckout: call('GET /sandbox/checkout/:clientSecret', {
    who: 'anyone',
    input: { clientSecret: token },
    limits,
    returns: sandboxCheckout,
    summary: 'Sandbox: the amount to pay',
  }),

  paySandboxCheckout: call('POST /sandbox/checkout/:clientSecret', {
    who: 'anyone',
    input: { clientSecret: token, card: cardFields, isAuthenticated: z.boolean().optional() },
    limits: [{ by: 'address', max: 60, seconds: 3600 }], // the same as for saving a card
    returns: z.object({ status: z.enum(['paid', 'action']) }),
    touches: ['contracts'],
    summary: 'Sandbox: pays with a test card, which is never stored; `action` means the bank must confirm first',
  }),

  getSandboxInvoice: call('GET /sandbox/invoices/:token', {
    who: 'anyone',
    input: { token },
    limits,
    returns: sandboxInvoice,
    summary: 'Sandbox: an invoice of the platform, as shown on its page',
  }),

  paySandboxInvoice: call('POST /sandbox/invoices/:token', {
    who: 'anyone',
    input: { token, card: cardFields, isAuthenticated: z.boolean().optional() },
    limits: [{ by: 'address', max: 60, seconds: 3600 }], // the same as for saving a card
    returns: z.object({ status: z.enum(['paid', 'action']) }),
    touches: ['billing'],
    summary: 'Sandbox: pays an invoice with a test card, which is never stored; `action` means the bank must confirm first',
  }),

  printSandboxInvoice: call('GET /sandbox/invoices/:token/pdf', {
    who: 'anyone',
    input: { token },
    limits,
    file: 'application/pdf',
    outside: true,
    summary: 'Sandbox: an invoice as PDF',
  }),

  getSandboxConfirmation: call('GET /sandbox/confirmations/:clientSecret', {
    who: 'anyone',
    input: { clientSecret: token },
    limits,
    returns: z.object({ number: z.string(), total: z.int(), status: sandboxInvoice.shape.status }),
    writes: true,
    summary: 'Sandbox: what the bank asks the holder of a saved card to confirm',
  }),

  answerSandboxConfirmation: call('POST /sandbox/confirmations/:clientSecret', {
    who: 'anyone',
    input: { clientSecret: token, isConfirmed: z.boolean() },
    limits: [{ by: 'address', max: 60, seconds: 3600 }],
    returns: z.object({ status: z.enum(['paid', 'refused']) }),
    touches: ['alerts', 'bank', 'billing', 'companies'],
    summary: 'Sandbox: the holder of a saved card confirms a payment with the bank, or refuses',
  }),

  confirmSandboxSetup: call('POST /sandbox/setup/:clientSecret', {
    who: 'anyone',
    input: { clientSecret: token, card: cardFields, isAuthenticated: z.boolean().optional() },
    limits: [{ by: 'address', max: 60, seconds: 3600 }],
    returns: z.object({ status: z.enum(['succeeded', 'action']), paymentMethodId: z.string().nullable() }),
    touches: [],
    summary: 'Sandbox: takes the card typed in the form for saving one; `action` means the bank must confirm first',
  }),
})
