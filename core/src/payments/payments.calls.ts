import * as z from 'zod'
import { call, slice } from '../call.ts'
import { companyAdmins } from '../roles.ts'
import { cardFields, paymentMethod } from './card.ts'

export const paymentCalls = slice('payments', {
  listPaymentMethods: call('GET /payment_methods', {
    who: companyAdmins,
    returns: z.array(paymentMethod),
    summary: 'The company’s saved cards: brand, last digits and expiry',
  }),

  addPaymentMethod: call('POST /payment_methods', {
    who: companyAdmins,
    status: 201,
    input: { card: cardFields },
    limits: [{ by: 'address', max: 60, seconds: 3600 }], // a till where stolen numbers are tried is worth something
    returns: paymentMethod,
    touches: ['billing', 'companies'],
    summary: 'Saves a card with the payment provider; its number and CVC are kept nowhere here',
  }),

  deletePaymentMethod: call('DELETE /payment_methods/:paymentMethodId', {
    who: companyAdmins,
    input: { paymentMethodId: z.string().min(1).max(255) },
    touches: ['billing', 'companies'],
    summary: 'Forgets a card; the oldest one left becomes the default',
  }),
})
