// The embedded payment provider's own pages: what a real one would show on its site. Whoever has the link may use it.
import * as z from 'zod'
import { call, slice } from '../call.ts'
import { paymentAccount } from './account.ts'
import { cardFields } from './card.ts'

/** Sealed by the sandbox: it names one account and one use, for an hour. */
const token = z.string().min(1).max(500)
const limits = [{ by: 'address', max: 300, seconds: 3600 }] as const

const sandboxAccount = z.object({
  ...paymentAccount.shape,
  companyName: z.string(),
  /** Where its holder came from. */
  returnPath: z.string(),
})
export type SandboxAccount = z.infer<typeof sandboxAccount>

const sandboxPayment = z.object({
  id: z.string(),
  amount: z.int(),
  /** What was not given or taken back. */
  left: z.int(),
  disputed: z.int(),
  description: z.string(),
  at: z.string(),
})
export type SandboxPayment = z.infer<typeof sandboxPayment>

const sandboxCheckout = z.object({ amount: z.int(), description: z.string(), status: z.enum(['open', 'paid', 'expired']) })

export const sandboxCalls = slice('sandbox', {
  getSandboxOnboarding: call('GET /sandbox/onboarding/:token', {
    who: 'anyone',
    input: { token },
    limits,
    returns: sandboxAccount,
    summary: 'Sandbox: the account that is being set up',
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
    summary: 'Sandbox: what the account was paid, newest first',
  }),

  moveSandboxPayment: call('POST /sandbox/account/:token/payments/:paymentId', {
    who: 'anyone',
    input: { token, paymentId: z.string().min(1).max(100), event: z.enum(['refund', 'dispute', 'win']) },
    limits,
    touches: ['contracts'],
    summary:
      'Sandbox: the account’s holder gives a payment back, its payer’s bank takes it back, or that is decided in the holder’s favour',
  }),

  getSandboxCheckout: call('GET /sandbox/checkout/:clientSecret', {
    who: 'anyone',
    input: { clientSecret: token },
    limits,
    returns: sandboxCheckout,
    summary: 'Sandbox: what is to be paid',
  }),

  paySandboxCheckout: call('POST /sandbox/checkout/:clientSecret', {
    who: 'anyone',
    input: { clientSecret: token, card: cardFields, isAuthenticated: z.boolean().optional() },
    limits: [{ by: 'address', max: 60, seconds: 3600 }], // as where cards are saved
    returns: z.object({ status: z.enum(['paid', 'action']) }),
    touches: ['contracts'],
    summary: 'Sandbox: pays with a test card, which is kept nowhere; `action` asks for the bank’s confirmation first',
  }),
})
