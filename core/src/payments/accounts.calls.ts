// The account that receives a company's money. Platform staff name the company; an owner may name only their own.
import * as z from 'zod'
import { call, slice } from '../call.ts'
import { companyAdmins, platformStaff } from '../roles.ts'
import { id } from '../wire.ts'
import { paymentAccount } from './account.ts'

const input = { companyId: id.optional() }
const link = z.object({ url: z.string() })

export const paymentAccountCalls = slice('payments', {
  getPaymentAccount: call('GET /payment-accounts/payment-account', {
    who: companyAdmins,
    input,
    returns: paymentAccount.nullable(),
    summary: 'The company’s account with the payment provider; null if it has none',
  }),

  activatePaymentAccount: call('POST /payment-accounts/activate', {
    who: companyAdmins,
    outside: true,
    input,
    status: 201,
    returns: paymentAccount,
    touches: ['companies', 'contracts'],
    summary: 'Opens the company’s account with the payment provider',
  }),

  deletePaymentAccount: call('DELETE /payment-accounts/payment-account', {
    who: platformStaff,
    outside: true,
    input,
    touches: ['companies', 'contracts'],
    summary: 'Closes the company’s account; everything the provider has about it is lost',
  }),

  getOnboardingLink: call('GET /payment-accounts/onboarding-link', {
    also: ['/payment-accounts/payment-account/onboarding-link'],
    who: companyAdmins,
    outside: true,
    input,
    returns: link,
    summary: 'The address where the provider asks what it needs before the account works',
  }),

  getAccountSignInLink: call('GET /payment-accounts/sign-in-link', {
    also: ['/payment-accounts/payment-account/sign-in-link'],
    who: companyAdmins,
    outside: true,
    input,
    returns: link,
    summary: 'The address of the account’s page at the provider',
  }),

  getAccountSession: call('GET /payment-accounts/session', {
    who: companyAdmins,
    outside: true,
    input,
    returns: z.object({ clientSecret: z.string() }),
    summary: 'The secret that opens the account’s embedded page',
  }),
})
