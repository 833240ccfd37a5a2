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
    summary: 'Saves a card from the provider’s form or, in the sandbox, by its number, which is never stored',
  }),

  setUpPaymentMethod: call('POST /payment_methods/setup', {
    who: companyAdmins,
    outside: true,
    limits: [{ by: 'address', max: 60, seconds: 3600 }],
    returns: z.object({ clientSecret: z.string() }),
    touches: ['companies'],
    summary: 'The secret that opens the provider’s card form, where the cardholder’s bank may ask for confirmation (3-D Secure)',
  }),

  setDefaultPaymentMethod: call('PUT /payment_methods/:paymentMethodId/default', {
    who: companyAdmins,
    input: { paymentMethodId },
    touches: ['billing', 'companies'],
    summary: 'Sets the card that the company pays with from now on',
  }),

  deletePaymentMethod: call('DELETE /payment_methods/:paymentMethodId', {
    who: companyAdmins,
    input: { paymentMethodId },
    touches: ['billing', 'companies'],
    summary: 'Removes a card; the oldest remaining one becomes the default. The last one is refused while something is unpaid',
  }),
})
