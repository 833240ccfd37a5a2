import * as z from 'zod'
import { call, slice } from '../call.ts'
import { companyAdmins } from '../roles.ts'
import { cardFields, paymentMethod } from './card.ts'

const paymentMethodId = z.string().min(1).max(255)

export const paymentCalls = slice('payments', {
  listPaymentMethods: call('GET /payment_methods', {
    who: companyAdmins,
    returns: z.array(paymentMethod),
    summary: 'The company’s saved cards: brand, last digits and expiry',
  }),

  addPaymentMethod: call('POST /payment_methods', {
    who: companyAdmins,
    outside: true,
    status: 201,
    input: { card: cardFields.optional(), paymentMethodId: paymentMethodId.optional() },
    limits: [{ by: 'address', max: 60, seconds: 3600 }], // thieves test stolen card numbers on forms like this
    returns: paymentMethod,
    touches: ['billing', 'companies'],
    summary: 'Saves a card: one that the provider’s form has taken, or with the sandbox its number, which is kept nowhere here',
  }),

  setUpPaymentMethod: call('POST /payment_methods/setup', {
    who: companyAdmins,
    outside: true,
    limits: [{ by: 'address', max: 60, seconds: 3600 }],
    returns: z.object({ clientSecret: z.string() }),
    touches: ['companies'],
    summary: 'What the provider’s form for a card is opened with; its holder’s bank is asked there (3-D Secure)',
  }),

  setDefaultPaymentMethod: call('PUT /payment_methods/:paymentMethodId/default', {
    who: companyAdmins,
    input: { paymentMethodId },
    touches: ['billing', 'companies'],
    summary: 'The card that the company pays with from now on',
  }),

  deletePaymentMethod: call('DELETE /payment_methods/:paymentMethodId', {
    who: companyAdmins,
    input: { paymentMethodId },
    touches: ['billing', 'companies'],
    summary: 'Forgets a card; the oldest one left becomes the default. Refused for the last one while something is unpaid',
  }),
})
